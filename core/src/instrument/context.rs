//! The context of an evaluation: who looks, what is registered, what was done, and when it is (LENS-001).

use std::collections::BTreeMap;

use crate::canonical::read;
use crate::digest::Digest;
use crate::host::Host;
use crate::pass::{Work, accepts, problems};
use crate::problem::{Code, Problem, Report};
use crate::profile::MAX_CONTEXT_BYTES;
use crate::schema::Type;
use crate::time::{self, Instant};

/// Who looks, what is registered, what was done, and when it is. What it does not name is not there: a capability that is
/// not listed is not registered, and an action that is not listed is not done.
#[derive(Clone, Debug)]
pub(crate) struct Context {
    /// Id of the viewer's account.
    pub(crate) viewer: String,
    roles: Vec<String>,
    /// By name, in order.
    capabilities: Vec<(String, Capability)>,
    /// Ids of the actions that have succeeded, by the digest of the message that offered them.
    done: BTreeMap<[u8; 32], Vec<String>>,
    pub(crate) now: Instant,
}

/// A capability that is registered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Capability {
    /// Who may use it; `None` is everyone.
    roles: Option<Vec<String>>,
    /// A person is always asked first.
    pub(crate) confirm: bool,
    /// It may succeed more than once for one action.
    pub(crate) repeatable: bool,
    /// Its success closes the message.
    pub(crate) settles: bool,
}

impl Context {
    /// Reads canonical bytes of [`crate::schema::CONTEXT`] that the pass wrote.
    pub(crate) fn of(canonical: &[u8]) -> Option<Self> {
        let viewer = read::member(canonical, "viewer")?;
        let mut context = Context {
            viewer: text(viewer, "id")?,
            roles: texts(read::member(viewer, "roles")?),
            capabilities: Vec::new(),
            done: BTreeMap::new(),
            now: time::parse(&text(canonical, "now")?)?,
        };
        for entry in read::items(read::member(canonical, "capabilities").unwrap_or_default()) {
            let name = text(entry, "name")?;
            let place = context.place_of(&name).unwrap_or_else(|place| place);
            context.capabilities.insert(place, (name, Capability::of(entry)));
        }
        for entry in read::items(read::member(canonical, "done").unwrap_or_default()) {
            let digest = Digest::parse(read::plain_text(read::member(entry, "digest")?)?)?;
            context.done.entry(digest.bytes()).or_default().push(text(entry, "action")?);
        }
        Some(context)
    }

    /// Whether the viewer has the role. Linear in the roles, which are few.
    pub(crate) fn has_role(&self, role: &str) -> bool {
        self.roles.iter().any(|known| known == role)
    }

    /// What is registered under a name.
    pub(crate) fn capability(&self, name: &str) -> Option<&Capability> {
        self.capabilities.get(self.place_of(name).ok()?).map(|(_, capability)| capability)
    }

    fn place_of(&self, name: &str) -> Result<usize, usize> {
        self.capabilities.binary_search_by(|(known, _)| known.as_str().cmp(name))
    }

    /// Whether an action of the message `digest` has succeeded.
    pub(crate) fn is_done(&self, digest: &[u8; 32], action: &str) -> bool {
        self.done.get(digest).is_some_and(|done| done.iter().any(|known| known == action))
    }

    /// Notes that an action of the message `digest` has succeeded.
    pub(crate) fn set_done(&mut self, digest: [u8; 32], action: &str) {
        if !self.is_done(&digest, action) {
            self.done.entry(digest).or_default().push(action.to_owned());
        }
    }
}

impl Capability {
    fn of(entry: &[u8]) -> Self {
        let flag = |name| read::member(entry, name) == Some(b"true");
        Capability {
            roles: read::member(entry, "roles").map(texts),
            confirm: flag("confirm"),
            repeatable: flag("repeatable"),
            settles: flag("settles"),
        }
    }

    /// Whether the viewer may use it.
    pub(crate) fn allows(&self, context: &Context) -> bool {
        self.roles.as_ref().is_none_or(|allowed| allowed.iter().any(|role| context.has_role(role)))
    }
}

/// Reads options that are JSON of the type `ty`: their canonical bytes, or what is wrong with them.
pub(crate) fn options(
    json: &str,
    ty: &'static crate::schema::Object,
    work: &mut Work,
    host: &dyn Host,
) -> Result<Vec<u8>, Report> {
    let input = json.as_bytes();
    if input.len() > MAX_CONTEXT_BYTES {
        let problem = Problem::new(Code::TooLarge, "").with("max", MAX_CONTEXT_BYTES);
        return Err(Report::of(vec![problem], input));
    }
    if accepts(input, Type::Object(ty), work, host) {
        return Ok(work.out.clone());
    }
    Err(problems(input, Type::Object(ty), work, host).report(input))
}

/// The text of a member of canonical bytes.
pub(crate) fn text(object: &[u8], name: &str) -> Option<String> {
    Some(read::text(read::member(object, name)?)?.into_owned())
}

fn texts(list: &[u8]) -> Vec<String> {
    read::items(list).filter_map(read::text).map(String::from).collect()
}
