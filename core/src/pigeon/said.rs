//! What is said: topics, bodies (PIG-002), and by what a repeated call is recognised (PIG-003).

use super::Refusal;
use super::asked::{Asked, text};
use super::refusal::Reason;
use crate::canonical::read;
use crate::digest::Digest;
use crate::instrument::Object;
use crate::profile::{MAX_BODY, MAX_TOPIC, NO_TOPIC, PIGEON};
use crate::text::{is_blank, scalar_count, trim};

/// The topic of a body: trimmed and cut, and `New chat` where nothing is left (PIG-002).
pub(super) fn topic(body: &[u8]) -> String {
    let topic = read::text_of(body, "topic").unwrap_or_default();
    let cut: String = trim(&topic).chars().take(MAX_TOPIC).collect();
    if cut.is_empty() { NO_TOPIC.to_owned() } else { cut }
}

/// What a message says.
pub(super) struct Said {
    pub(super) body: String,
    pub(super) kind: String,
    /// Digest of its envelope, in the wire form.
    digest: Option<String>,
    parts: Option<Vec<u8>>,
    references: Option<Vec<u8>>,
    client_id: Option<String>,
}

impl Said {
    /// Reads the body of a message; `kind` is what it is unless it says otherwise.
    pub(super) fn of(asked: &Asked<'_>, kind: &str) -> Result<Self, Refusal> {
        let body = asked.body()?;
        let typed = asked.option("typed");
        if read::member(body, "protocol").is_some() != typed.is_some() {
            return Err(Refusal::Misuse);
        }
        let words = match typed {
            Some(typed) => text(typed, "text")?,
            None => trim(&read::text_of(body, "body").unwrap_or_default()).to_owned(),
        };
        if is_blank(&words) || scalar_count(&words) > MAX_BODY {
            return Err(Reason::BodyLength.into());
        }
        let raw = |name| read::member(body, name).map(<[u8]>::to_vec);
        Ok(Said {
            body: words,
            kind: read::text_of(body, "kind").unwrap_or_else(|| kind.to_owned()),
            digest: typed.and_then(|typed| read::text_of(typed, "digest")),
            parts: raw("parts"),
            references: raw("references"),
            client_id: read::text_of(body, "client_message_id"),
        })
    }

    /// By what the message is recognised when it is sent again: what it says, `place`, and who may see it.
    pub(super) fn content(&self, place: &str, visible_to: Option<&[String]>, asked: &Asked<'_>) -> Digest {
        let mut canonical = Vec::new();
        let mut content = Object::begin(&mut canonical);
        content.text("body", &self.body);
        self.write_rest(&mut content);
        content.text("place", place);
        if let Some(references) = &self.references {
            content.raw("references", references);
        }
        if let Some(visible_to) = visible_to {
            write_names("visible_to", visible_to, &mut content);
        }
        content.end();
        Digest::of(PIGEON, &canonical, asked.host)
    }

    /// The members of a message that is stored, from `role` to `status`; who wrote it stands there in a room and of a person.
    pub(super) fn write(&self, role: &str, sender: Option<&str>, message: &mut Object<'_>) {
        message.text("body", &self.body);
        if let Some(client_id) = &self.client_id {
            message.text("client_message_id", client_id);
        }
        self.write_rest(message);
        if let Some(references) = &self.references {
            message.raw("references", references);
        }
        message.text("role", role);
        if let Some(sender) = sender {
            message.text("sender_uid", sender);
        }
        message.text("status", "stored");
    }

    fn write_rest(&self, object: &mut Object<'_>) {
        if let Some(digest) = &self.digest {
            object.text("digest", digest);
        }
        object.text("kind", &self.kind);
        if let Some(parts) = &self.parts {
            object.raw("parts", parts);
        }
    }
}

/// Writes a list of names.
pub(super) fn write_names(name: &str, names: &[String], object: &mut Object<'_>) {
    object.list(name, names, |name, out| {
        out.push(b'"');
        crate::canonical::escape_into(name, out);
        out.push(b'"');
    });
}

/// Whether a call with a client id was made before. With another content it is refused.
pub(super) fn repeated<'a>(asked: &'a Asked<'_>, content: Digest) -> Result<Option<&'a [u8]>, Refusal> {
    let Some(first) = asked.option("first") else { return Ok(None) };
    let known = text(first, "content")?;
    if known == content.to_string() { Ok(Some(first)) } else { Err(Reason::ClientIdUsed.into()) }
}
