//! Every identifier, domain string and limit of the protocol. Nothing else in the project may define one.

/// Identifier of the message protocol, and the domain of the seal (DIG-002).
pub const PROTOCOL: &str = "org.renkara.chirp.message/0.1";
/// Identifier of the projection profile, and the domain of a projection's digest (DIG-002).
pub const PROJECTION: &str = "org.renkara.pubmark.projection/0.1";
/// Domain of the digest of a PubMark source (DIG-002).
pub const SOURCE: &str = "org.renkara.pubmark.source/0.1";
/// Domain of a series identifier (DIG-002).
pub const SERIES: &str = "org.renkara.chirp.series/0.1";
/// Domain of a history bundle (DIG-002).
pub const HISTORY: &str = "org.renkara.chirp.history/0.1";

/// What every digest begins with (DIG-001).
pub const DIGEST_PREFIX: &str = "sha256:";

/// Largest envelope or send, in bytes of UTF-8; also of the sealed canonical form (JSON-010).
pub const MAX_ENVELOPE_BYTES: usize = 256 * 1024;
/// Largest canonical projection, in bytes (JSON-010).
pub const MAX_PROJECTION_BYTES: usize = 512 * 1024;
/// Largest message with its projection, in bytes (JSON-010).
pub const MAX_MESSAGE_BYTES: usize = 1024 * 1024;
/// Largest input, or line of input, of free-form canonicalisation, in bytes (JSON-010).
pub const MAX_FREE_BYTES: usize = 1024 * 1024;
/// Largest page of messages that can be split, in bytes.
pub const MAX_PAGE_BYTES: usize = 256 * 1024 * 1024;
/// Largest history, in bytes (HIST-001).
pub const MAX_HISTORY_BYTES: usize = 256 * 1024 * 1024;
/// Deepest nesting of arrays and objects (JSON-009).
pub const MAX_DEPTH: usize = 128;
/// Most problems that one report lists; further ones are counted (REP-002).
pub const MAX_PROBLEMS: usize = 100;

/// Longest identifier, in Unicode scalar values.
pub const MAX_ID: usize = 256;
/// Longest workspace identifier, in Unicode scalar values.
pub const MAX_WORKSPACE: usize = 128;
/// Longest token, in characters.
pub const MAX_TOKEN: usize = 64;
/// Longest `display_name`, in Unicode scalar values.
pub const MAX_DISPLAY_NAME: usize = 120;
/// Longest label of a subject, a check, a proof or a piece of evidence, in Unicode scalar values.
pub const MAX_LABEL: usize = 200;
/// Longest fallback text, and longest plain body, in Unicode scalar values.
pub const MAX_FALLBACK: usize = 20_000;
/// Longest PubMark source, in bytes of UTF-8.
pub const MAX_SOURCE_BYTES: usize = 64 * 1024;
/// Longest reason for attention, in Unicode scalar values.
pub const MAX_REASON: usize = 280;
/// Most audience entries.
pub const MAX_AUDIENCE: usize = 64;
/// Most actions of one message.
pub const MAX_ACTIONS: usize = 16;
/// Longest label of an action, in Unicode scalar values.
pub const MAX_ACTION_LABEL: usize = 80;
/// Most arguments of one action.
pub const MAX_ARGUMENTS: usize = 16;
/// Longest string argument, in Unicode scalar values.
pub const MAX_ARGUMENT: usize = 1024;
/// Longest title of a confirmation, in Unicode scalar values.
pub const MAX_CONFIRM_TITLE: usize = 120;
/// Longest body of a confirmation, in Unicode scalar values.
pub const MAX_CONFIRM_BODY: usize = 1000;
/// Most checks of one audit.
pub const MAX_CHECKS: usize = 256;
/// Most pieces of evidence of one check or one instrument.
pub const MAX_EVIDENCE: usize = 64;
/// Most renderer capabilities that an instrument may require.
pub const MAX_REQUIRES: usize = 64;
/// Longest media type, in characters.
pub const MAX_MEDIA_TYPE: usize = 255;
/// Longest language tag, in characters.
pub const MAX_LANG: usize = 64;
/// Most entries of one history (HIST-002).
pub const MAX_ENTRIES: usize = 1_000_000;
/// Longest pattern of sources that a sender may speak as, in Unicode scalar values (DEL-003).
pub const MAX_SOURCE_SCOPE: usize = 300;
/// Most of these patterns (DEL-003).
pub const MAX_SOURCE_SCOPES: usize = 1000;
/// Most channels that are asked about at once (DEL-006).
pub const MAX_CHANNELS: usize = 1000;
/// Largest context of an evaluation, in bytes of UTF-8 (LENS-001).
pub const MAX_CONTEXT_BYTES: usize = 32 * 1024 * 1024;
/// Most capabilities that a context registers (LENS-001).
pub const MAX_CAPABILITIES: usize = 1000;
/// Most actions that a context says are done (LENS-001).
pub const MAX_DONE: usize = 100_000;
/// Most roles of a viewer, or of a capability (LENS-001).
pub const MAX_ROLES: usize = 1000;
/// Most heads of one page of a lens (LENS-004).
pub const MAX_LENS_PAGE: usize = 200;
/// Heads of a page of a lens, where no other number is asked for (LENS-004).
pub const LENS_PAGE: usize = 50;
/// Longest cursor of a page, in characters (LENS-004).
pub const MAX_CURSOR: usize = 200;
/// Longest text in a log line, in Unicode scalar values (HAND-005).
pub const MAX_LOG_TEXT: usize = 200;
/// Largest integer that every reader holds exactly, 2^53 - 1.
pub const MAX_INTEGER: i64 = 9_007_199_254_740_991;

/// Most nodes of one tree (TREE-003).
pub const MAX_NODES: u32 = 10_000;
/// Deepest node of a tree; the root is at depth 1 (TREE-003).
pub const MAX_NODE_DEPTH: u32 = 32;
/// Longest URL, in bytes (URL-001).
pub const MAX_URL_BYTES: usize = 2048;
/// Most columns of a table.
pub const MAX_COLUMNS: usize = 1000;
/// The characters that embed, override or isolate the direction of text (TEXT-003).
pub const DIRECTION_CONTROLS: &[char] = &[
    '\u{202A}', '\u{202B}', '\u{202C}', '\u{202D}', '\u{202E}', '\u{2066}', '\u{2067}', '\u{2068}',
    '\u{2069}',
];
/// Largest first number of an ordered list, as in CommonMark.
pub const MAX_LIST_START: i64 = 999_999_999;

/// The limits that other languages need, by name, for the generated tables.
pub const LIMITS: &[(&str, i64)] = &[
    ("action_label", MAX_ACTION_LABEL as i64),
    ("actions", MAX_ACTIONS as i64),
    ("argument", MAX_ARGUMENT as i64),
    ("arguments", MAX_ARGUMENTS as i64),
    ("audience", MAX_AUDIENCE as i64),
    ("capabilities", MAX_CAPABILITIES as i64),
    ("channels", MAX_CHANNELS as i64),
    ("checks", MAX_CHECKS as i64),
    ("columns", MAX_COLUMNS as i64),
    ("confirm_body", MAX_CONFIRM_BODY as i64),
    ("confirm_title", MAX_CONFIRM_TITLE as i64),
    ("context_bytes", MAX_CONTEXT_BYTES as i64),
    ("depth", MAX_DEPTH as i64),
    ("display_name", MAX_DISPLAY_NAME as i64),
    ("entries", MAX_ENTRIES as i64),
    ("done", MAX_DONE as i64),
    ("envelope_bytes", MAX_ENVELOPE_BYTES as i64),
    ("evidence", MAX_EVIDENCE as i64),
    ("fallback", MAX_FALLBACK as i64),
    ("free_bytes", MAX_FREE_BYTES as i64),
    ("history_bytes", MAX_HISTORY_BYTES as i64),
    ("id", MAX_ID as i64),
    ("label", MAX_LABEL as i64),
    ("lang", MAX_LANG as i64),
    ("lens_page", MAX_LENS_PAGE as i64),
    ("list_start", MAX_LIST_START),
    ("log_text", MAX_LOG_TEXT as i64),
    ("media_type", MAX_MEDIA_TYPE as i64),
    ("message_bytes", MAX_MESSAGE_BYTES as i64),
    ("node_depth", MAX_NODE_DEPTH as i64),
    ("nodes", MAX_NODES as i64),
    ("page_bytes", MAX_PAGE_BYTES as i64),
    ("problems", MAX_PROBLEMS as i64),
    ("projection_bytes", MAX_PROJECTION_BYTES as i64),
    ("reason", MAX_REASON as i64),
    ("requires", MAX_REQUIRES as i64),
    ("roles", MAX_ROLES as i64),
    ("source_bytes", MAX_SOURCE_BYTES as i64),
    ("token", MAX_TOKEN as i64),
    ("url_bytes", MAX_URL_BYTES as i64),
    ("workspace", MAX_WORKSPACE as i64),
];
