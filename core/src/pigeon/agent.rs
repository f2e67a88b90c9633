//! Agents and their listings: registering, changing, removing and installing one (PIG-006).

use super::asked::{Asked, is, text};
use super::refusal::Reason;
use super::who::{Caller, Kind};
use super::{Answer, Refusal};
use crate::canonical::read;
use crate::instrument::Object;
use crate::pass::{Work, accepts, problems};
use crate::problem::{Code, Problem, Report};
use crate::pubmark::url::{host, url_fault};
use crate::schema::Type;
use crate::schema::pigeon::{NEW_AGENT, PRICE};

/// Decides the registration of an agent.
pub(super) fn register(asked: &Asked<'_>) -> Answer {
    let caller = Caller::of(asked)?;
    if caller.kind != Kind::Agent {
        return Err(Reason::NeedsAgentToken.into());
    }
    let body = asked.body()?;
    match read::text_of(body, "webhook_url") {
        Some(url) => check_webhook(&url, asked)?,
        None if asked.flag("bridge") => {}
        None => return Err(Reason::WebhookUrl.into()),
    }
    let price = read::member(body, "price");
    if price.is_some_and(|price| !is_price(price, asked)) {
        return Err(Reason::Price.into());
    }
    if asked.option("agent").is_some() {
        return Err(Reason::TokenUsed.into());
    }
    let mut out = Vec::new();
    let mut answer = Object::begin(&mut out);
    answer.number("status", 201);
    answer.text("decision", "register");
    let mut agent = Object::begin(answer.member("agent"));
    for name in ["display_name", "price", "secret", "webhook_url"] {
        if let Some(value) = read::member(body, name) {
            agent.raw(name, value);
        }
    }
    agent.flag("listed", false);
    agent.end();
    let mut contact = Object::begin(answer.member("contact"));
    contact.text("name", &text(body, "display_name")?);
    contact.end();
    answer.end();
    Ok(out)
}

/// Decides a change of an agent: `changes` are the members that are there, null where one is taken away.
pub(super) fn change(asked: &Asked<'_>) -> Answer {
    let caller = Caller::of(asked)?;
    own(asked, &caller)?;
    let body = asked.body()?;
    if read::member(body, "listed").is_some() {
        caller.must_be_person()?;
    }
    for (name, value) in ["price", "secret", "webhook_url"]
        .into_iter()
        .filter_map(|name| Some((name, read::member(body, name)?)))
    {
        check_change(name, value, asked)?;
    }
    let mut out = Vec::new();
    let mut answer = Object::begin(&mut out);
    answer.number("status", 200);
    answer.text("decision", if body == b"{}" { "keep" } else { "change" });
    answer.raw("changes", body);
    answer.end();
    Ok(out)
}

/// Holds what a member is changed to against what a new agent may have there.
fn check_change(name: &str, value: &[u8], asked: &Asked<'_>) -> Result<(), Refusal> {
    let is_null = value == b"null";
    match name {
        "price" if !is_null && !is_price(value, asked) => Err(Reason::Price.into()),
        "webhook_url" if !is_null => check_webhook(&read::text(value).ok_or(Reason::WebhookUrl)?, asked),
        "secret" if !is_null => {
            let mut work = Work::default();
            let secret = NEW_AGENT.members.iter().find(|member| member.name == name).map(|member| member.ty);
            let ty = secret.ok_or(Refusal::Misuse)?;
            if accepts(value, ty, &mut work, asked.host) {
                return Ok(());
            }
            let mut report = problems(value, ty, &mut work, asked.host).report(value);
            report.problems.iter_mut().for_each(|problem| problem.at.insert_str(0, "/secret"));
            Err(Refusal::Body(report))
        }
        _ => Ok(()),
    }
}

/// Decides the removal of an agent, with which its deliveries no longer wait.
pub(super) fn remove(asked: &Asked<'_>) -> Answer {
    own(asked, &Caller::of(asked)?)?;
    Ok(br#"{"status":200,"decision":"remove"}"#.to_vec())
}

/// Decides the installation of a listing, which makes the agent a contact.
pub(super) fn install(asked: &Asked<'_>) -> Answer {
    let caller = Caller::of(asked)?;
    caller.must_be_account()?;
    let agent = asked.option("agent").ok_or(Reason::NotFound)?;
    let is_own = is(agent, "account", &caller.account);
    if !is_own && !read::is_true(agent, "listed") {
        return Err(Reason::NotFound.into());
    }
    if asked.flag("installed") {
        return Ok(br#"{"status":200,"decision":"keep"}"#.to_vec());
    }
    if read::is_true(agent, "priced") {
        return Err(Reason::Priced.into());
    }
    let mut out = Vec::new();
    let mut answer = Object::begin(&mut out);
    answer.number("status", 201);
    answer.text("decision", "install");
    answer.text("listing_id", &text(agent, "id")?);
    answer.end();
    Ok(out)
}

/// Only the account that registered an agent goes on, or the agent itself.
fn own(asked: &Asked<'_>, caller: &Caller) -> Result<(), Refusal> {
    let agent = asked.option("agent").ok_or(Reason::NotFound)?;
    let is_own = match caller.kind {
        Kind::Person | Kind::Token => is(agent, "account", &caller.account),
        Kind::Agent => is(agent, "id", &caller.uid),
        Kind::App => false,
    };
    if is_own { Ok(()) } else { Err(Reason::NotFound.into()) }
}

/// Whether notices may go to an address: `https` in the strict form, with a path or without, or, where the operator allows it,
/// the machine itself.
fn check_webhook(url: &str, asked: &Asked<'_>) -> Result<(), Refusal> {
    let Some((scheme, rest)) = url.split_once("://") else { return Err(Reason::WebhookUrl.into()) };
    let is_loopback = || asked.flag("loopback") && matches!(host(url), Some("127.0.0.1" | "[::1]"));
    if scheme != "https" && !(scheme == "http" && is_loopback()) {
        return Err(Reason::WebhookUrl.into());
    }
    let path = if rest.is_empty() || rest.contains('/') { "" } else { "/" };
    let Some(detail) = url_fault(&format!("{url}{path}")) else { return Ok(()) };
    let problem = Problem::new(Code::UnsafeLink, "/webhook_url").with("detail", detail);
    Err(Refusal::Body(Report { problems: vec![problem], ..Report::default() }))
}

fn is_price(price: &[u8], asked: &Asked<'_>) -> bool {
    let is_currency = |code: &str| code.bytes().all(|byte| byte.is_ascii_uppercase());
    accepts(price, Type::Object(&PRICE), &mut Work::default(), asked.host)
        && read::text_of(price, "currency").is_some_and(|code| is_currency(&code))
}
