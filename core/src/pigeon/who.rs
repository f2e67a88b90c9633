//! Who asks, and what they may do with a thread (PIG-001); what an app is given of one (PIG-013).

use super::asked::{Asked, text};
use super::refusal::Reason;
use super::{Answer, Refusal};
use crate::canonical::read;
use crate::instrument::Object;

/// What a caller is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A person who signed in.
    Person,
    /// Another credential of the account.
    Token,
    /// An app acting for the account.
    App,
    /// An agent.
    Agent,
}

/// Who asks.
pub(super) struct Caller {
    pub(super) account: String,
    pub(super) uid: String,
    pub(super) kind: Kind,
    may_read: bool,
    may_post: bool,
}

/// What is to be done with a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Right {
    Read,
    Post,
    /// What only its owner does: to archive and restore it.
    Own,
}

impl Caller {
    pub(super) fn of(asked: &Asked<'_>) -> Result<Self, Refusal> {
        let caller = asked.option("caller").ok_or(Refusal::Misuse)?;
        let kind = match text(caller, "kind")?.as_str() {
            "person" => Kind::Person,
            "token" => Kind::Token,
            "app" => Kind::App,
            _ => Kind::Agent,
        };
        let grant = read::text_of(caller, "grant").filter(|_| kind == Kind::App);
        Ok(Caller {
            account: text(caller, "account")?,
            uid: text(caller, "uid")?,
            kind,
            may_read: grant.is_some(),
            may_post: grant.as_deref() == Some("post"),
        })
    }

    /// In whose name the caller speaks: an account, or the id of an agent.
    pub(super) fn speaker(&self) -> &str {
        if self.kind == Kind::Agent { &self.uid } else { &self.account }
    }

    /// Whether the caller has all of its account's records.
    pub(super) fn is_account(&self) -> bool {
        matches!(self.kind, Kind::Person | Kind::Token)
    }

    /// Only a credential of the account itself goes on.
    pub(super) fn must_be_account(&self) -> Result<(), Refusal> {
        if self.is_account() { Ok(()) } else { Err(Reason::NotAllowed.into()) }
    }

    /// Only a person who signed in goes on.
    pub(super) fn must_be_person(&self) -> Result<(), Refusal> {
        if self.kind == Kind::Person { Ok(()) } else { Err(Reason::NeedsPerson.into()) }
    }

    /// The thread of the options, if the caller may do this with it. What the caller may not read is not there.
    pub(super) fn thread<'a>(&self, asked: &'a Asked<'_>, right: Right) -> Result<&'a [u8], Refusal> {
        let thread = asked.option("thread").ok_or(Reason::NotFound)?;
        if text(thread, "owner")? != self.speaker() {
            return Err(Reason::NotFound.into());
        }
        if self.kind != Kind::App {
            return Ok(thread);
        }
        match right {
            _ if !self.may_read => Err(Reason::NotFound.into()),
            Right::Read => Ok(thread),
            Right::Post if self.may_post => Ok(thread),
            Right::Post | Right::Own => Err(Reason::NotAllowed.into()),
        }
    }
}

/// Decides what an app is given of a thread.
pub(super) fn give_grant(asked: &Asked<'_>) -> Answer {
    owner_signed_in(asked)?;
    let body = asked.body()?;
    let mut out = Vec::new();
    let mut answer = Object::begin(&mut out);
    answer.number("status", 201);
    answer.text("decision", "grant");
    answer.text("access", &text(body, "access")?);
    answer.text("app", &text(body, "app")?);
    answer.end();
    Ok(out)
}

/// Decides the end of a grant.
pub(super) fn end_grant(asked: &Asked<'_>) -> Answer {
    owner_signed_in(asked)?;
    if !asked.flag("granted") {
        return Err(Reason::NotFound.into());
    }
    Ok(br#"{"status":200,"decision":"revoke"}"#.to_vec())
}

fn owner_signed_in(asked: &Asked<'_>) -> Result<(), Refusal> {
    let caller = Caller::of(asked)?;
    caller.thread(asked, Right::Own)?;
    caller.must_be_person()
}
