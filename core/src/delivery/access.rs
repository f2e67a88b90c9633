//! Deciding who may use a channel (DEL-006), and as whom a credential may speak (DEL-007).

use super::options::{is_true, items, text};
use crate::canonical::read;
use crate::host::Host;
use crate::pass::{Work, accepts};
use crate::problem::{Code, Problem, Report};
use crate::schema::{CHANNEL_OPTIONS, CREDENTIAL_OPTIONS, Type};

/// What the name of every person begins with, as a source.
const PEOPLE: &str = "person/";

/// What ends the beginning of a name.
const ANY: char = '*';

/// Ids of channels as a JSON list: those that the holder of a credential may use, of those that the options name. `None` if
/// the options, the JSON of a `ChannelOptions`, are no such thing. Linear in the options, times the channels that the
/// credential names.
pub(crate) fn usable(options: Option<&str>, work: &mut Work, host: &dyn Host) -> Option<Vec<u8>> {
    if !accepts(options?.as_bytes(), Type::Object(&CHANNEL_OPTIONS), work, host) {
        return None;
    }
    let whole = work.out.as_slice();
    let names = |id: &[u8]| items(whole, "scopes").any(|scope| scope == id);
    let (names_all, is_administrator) = (names(b"\"*\""), is_true(whole, "administrator"));
    let usable = items(whole, "channels").filter_map(|channel| {
        let id = read::member(channel, "id")?;
        let by_account = names_all && (is_administrator || is_true(channel, "member"));
        (by_account || names(id)).then_some(id)
    });
    Some([b"[", usable.collect::<Vec<_>>().join(b",".as_slice()).as_slice(), b"]"].concat())
}

/// What is wrong with the sources of a credential. `None` if the options, the JSON of a `CredentialOptions`, are no such
/// thing. Linear in the options.
pub(crate) fn credential(options: Option<&str>, work: &mut Work, host: &dyn Host) -> Option<Report> {
    if !accepts(options?.as_bytes(), Type::Object(&CREDENTIAL_OPTIONS), work, host) {
        return None;
    }
    let whole = work.out.as_slice();
    let own = format!("{PEOPLE}{}", text(whole, "account")?);
    let sources = items(whole, "sources").filter_map(read::text).enumerate();
    let problems = sources.filter(|(_, source)| is_foreign_person(source, &own)).map(|(index, source)| {
        Problem::new(Code::PersonNotAllowed, format!("/sources/{index}")).with("source", source.as_ref())
    });
    Some(Report { problems: problems.collect(), ..Report::default() })
}

/// Whether a source names a person other than `own`, or could.
fn is_foreign_person(source: &str, own: &str) -> bool {
    match source.strip_suffix(ANY) {
        Some(beginning) => beginning.starts_with(PEOPLE) || PEOPLE.starts_with(beginning),
        None => source.starts_with(PEOPLE) && source != own,
    }
}
