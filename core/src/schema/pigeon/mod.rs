//! Pigeon: what its callers send, what its service says of what it holds, and the questions that bring both together (PIG).

mod bodies;
mod held;
mod options;

pub use bodies::{
    AGENT_CHANGE, NEW_AGENT, NEW_GRANT, NEW_MESSAGE, NEW_POST, NEW_REPLY, NEW_ROOM, NEW_THREAD, PRICE,
};
pub use options::{
    ADMISSION_OPTIONS, AGENT_CHANGE_OPTIONS, AGENT_OPTIONS, CALLER_OPTIONS, GRANT_OPTIONS, INSTALL_OPTIONS,
    JOIN_OPTIONS, NEW_AGENT_OPTIONS, NEW_MESSAGE_OPTIONS, NEW_THREAD_OPTIONS, NOTICE_OPTIONS, POST_OPTIONS,
    REPLY_OPTIONS, REQUEST_OPTIONS, REVOKE_OPTIONS, THREAD_USE_OPTIONS,
};

use super::Object;

/// Something that a service of Pigeon asks.
#[derive(Debug)]
pub struct Question {
    /// What it is called.
    pub name: &'static str,
    /// What the caller sent, where it sends anything.
    pub body: Option<&'static Object>,
    /// What it is decided against.
    pub options: &'static Object,
}

/// Every question. Its place is the number by which a binding asks it.
pub static QUESTIONS: [Question; 16] = [
    Question { name: "createThread", body: Some(&NEW_THREAD), options: &NEW_THREAD_OPTIONS },
    Question { name: "useThread", body: None, options: &THREAD_USE_OPTIONS },
    Question { name: "postMessage", body: Some(&NEW_MESSAGE), options: &NEW_MESSAGE_OPTIONS },
    Question { name: "replyToDelivery", body: Some(&NEW_REPLY), options: &REPLY_OPTIONS },
    Question { name: "answerRequest", body: None, options: &REQUEST_OPTIONS },
    Question { name: "admissionState", body: None, options: &ADMISSION_OPTIONS },
    Question { name: "createRoom", body: Some(&NEW_ROOM), options: &CALLER_OPTIONS },
    Question { name: "joinRoom", body: None, options: &JOIN_OPTIONS },
    Question { name: "postToRoom", body: Some(&NEW_POST), options: &POST_OPTIONS },
    Question { name: "registerAgent", body: Some(&NEW_AGENT), options: &NEW_AGENT_OPTIONS },
    Question { name: "changeAgent", body: Some(&AGENT_CHANGE), options: &AGENT_CHANGE_OPTIONS },
    Question { name: "removeAgent", body: None, options: &AGENT_OPTIONS },
    Question { name: "installListing", body: None, options: &INSTALL_OPTIONS },
    Question { name: "planNotice", body: None, options: &NOTICE_OPTIONS },
    Question { name: "giveGrant", body: Some(&NEW_GRANT), options: &GRANT_OPTIONS },
    Question { name: "endGrant", body: None, options: &REVOKE_OPTIONS },
];
