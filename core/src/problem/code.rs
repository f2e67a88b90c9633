//! The one table of codes: what each means, the rule it belongs to, the sentence and what to do.

macro_rules! codes {
    ($($variant:ident $code:literal $rule:literal $sentence:literal $help:literal;)*) => {
        /// A stable, published name for one kind of problem. A code is never reused or renamed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Code {
            $(#[doc = concat!("`", $code, "` (", $rule, "): ", $sentence, ".")] $variant,)*
        }

        impl Code {
            /// Every code, in the order of the table.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)*];

            /// The code as it stands on the wire.
            pub const fn as_str(self) -> &'static str {
                match self { $(Code::$variant => $code,)* }
            }

            /// The rule that a problem of this code breaks, where the member's own rule is not more precise.
            pub const fn rule(self) -> &'static str {
                match self { $(Code::$variant => $rule,)* }
            }

            /// The sentence for a person; `{name}` stands for a parameter.
            pub const fn sentence(self) -> &'static str {
                match self { $(Code::$variant => $sentence,)* }
            }

            /// What to do about it; empty where the sentence already says it.
            pub const fn help(self) -> &'static str {
                match self { $(Code::$variant => $help,)* }
            }
        }
    };
}

codes! {
    JsonSyntax "json_syntax" "JSON-001" "this is not JSON: {detail}" "";
    JsonDuplicateKey "json_duplicate_key" "JSON-002" "the member name `{name}` stands twice in one object" "keep one of the two";
    JsonLoneSurrogate "json_lone_surrogate" "JSON-003" "a string holds half of a surrogate pair" "write the whole pair, or the character itself";
    JsonNumberRange "json_number_range" "JSON-004" "the number is too large for a double" "send it as a string";
    JsonNumberPrecision "json_number_precision" "JSON-005" "readers would not agree on this integer" "send it as a string";
    JsonNul "json_nul" "JSON-006" "a string holds U+0000, which databases cannot keep" "remove the character";
    MemberName "member_name" "JSON-007" "the member name `{name}` is not allowed here" "choose another name";
    JsonTooDeep "json_too_deep" "JSON-009" "arrays and objects are nested more than {max} deep" "flatten the value";
    TooLarge "too_large" "JSON-010" "the input is larger than {max} bytes" "send less, and link to the rest";
    NotJson "not_json" "JSON-011" "JSON would change this value: {detail}" "convert it yourself before you pass it";

    UnknownMember "unknown_member" "ENV-001" "the member `{name}` is not known here" "remove it";
    MissingMember "missing_member" "ENV-002" "the member `{name}` is required" "add it";
    WrongType "wrong_type" "ENV-003" "this must be {expected}, not {found}" "";
    UnknownValue "unknown_value" "ENV-004" "the value `{value}` is not one of those allowed here" "use one of: {allowed}";
    TooShort "too_short" "ENV-005" "this must have at least {min} {unit}" "";
    TooLong "too_long" "ENV-006" "this may have at most {max} {unit}" "shorten it";
    Blank "blank" "ENV-007" "this holds only white space" "say something a person can read";
    BadFormat "bad_format" "ENV-008" "this is not {expected}" "";
    OutOfRange "out_of_range" "ENV-009" "this must be between {min} and {max}" "";
    TextControl "text_control" "TEXT-003" "the text holds the character {character}, which is not allowed here" "remove the character";
    TimeOrder "time_order" "TIME-002" "`{later}` must {relation} `{earlier}`" "";
    BodyMismatch "body_mismatch" "MSG-002" "`body` differs from `presentation.fallback`" "leave `body` out; it is filled from the fallback";
    UnsupportedProtocol "unsupported_protocol" "ENV-010" "the protocol `{value}` is not supported" "use {allowed}";
    SubjectRequired "subject_required" "ENV-014" "an instrument needs a `subject`" "say what the message is about";
    EndedNotTerminal "ended_not_terminal" "LIFE-002" "`ended_at` stands beside the state `{state}`, which has not ended" "leave `ended_at` out, or give a final state";
    ProgressInvented "progress_invented" "LIFE-003" "`{name}` is invented progress" "say what was counted in `counts`: {\"done\", \"total\"}";
    CountsOrder "counts_order" "LIFE-004" "`done` is larger than `total`" "";
    DuplicateAction "duplicate_action" "ACT-002" "two actions have the id `{id}`" "give each action an id of its own";
    ActionExecutable "action_executable" "ACT-003" "an action cannot carry `{name}`" "name a registered capability instead";
    RedactionIncomplete "redaction_incomplete" "RED-001" "a redaction names both its `policy` and the `digest`" "add `{name}`";
    DedupeConflict "dedupe_conflict" "DEL-001" "this dedupe key was used for another message" "give each message a key of its own";
    MessageDeleted "message_deleted" "DEL-001" "this message was sent before, and has been deleted" "";
    SourceNotAllowed "source_not_allowed" "DEL-003" "the sender may not speak as `{source}`" "use a credential of that source";
    UnknownThread "unknown_thread" "DEL-004" "`thread_id` is no message of this channel that can be answered" "name the first message of the thread";
    RevisionIndexed "revision_indexed" "DEL-005" "a revision of a series is neither edited nor deleted" "send the next revision";
    MessageSealed "message_sealed" "DEL-005" "a typed message is not edited" "send a new message";
    PersonNotAllowed "person_not_allowed" "DEL-007" "a credential speaks as no other person than its account: `{source}`" "name `person/` and the account itself, or sources that are no persons";
    UnexpectedPredecessor "unexpected_predecessor" "INS-003" "revision 1 has no predecessor" "leave `predecessor` out";
    PredecessorRequired "predecessor_required" "INS-003" "revision {revision} must name the digest of its predecessor" "add `predecessor`";
    RevisionSkipped "revision_skipped" "SER-001" "revision {revision} cannot follow here: the next is revision {next}" "send the revisions between them first";
    RevisionFork "revision_fork" "SER-001" "revision {revision} is there already: the head is revision {head}" "read the head, and send the next revision";
    StalePredecessor "stale_predecessor" "SER-001" "the predecessor is older than the head, which is revision {head}" "name the digest of the head";
    UnknownPredecessor "unknown_predecessor" "SER-001" "the predecessor is no revision of this series" "name the digest of the head";
    SeriesChannel "series_channel" "SER-002" "this series lives in another channel" "send its revisions to the channel of its revision 1";
    NotADraft "not_a_draft" "SER-003" "a draft has no `{name}`" "leave it out, or send the message as a revision";
    Unverifiable "unverifiable" "SER-004" "revision {revision} was removed: what it said, and which revision it followed, cannot be verified" "";
    RevisionMismatch "revision_mismatch" "HIST-002" "the entry says revision {revision}, its envelope says revision {found}" "";
    SeriesMismatch "series_mismatch" "HIST-003" "this is another series than that of {of}" "";
    HeadMismatch "head_mismatch" "HIST-004" "the history ends at revision {revision}, {found}, and its head is said to be {expected}" "";
    HeadUnconfirmed "head_unconfirmed" "HIST-004" "without a head known from elsewhere nobody can see whether later revisions were cut off" "give the digest of the head";
    AuditProofRequired "audit_proof_required" "AUD-001" "an audit that is `{status}` needs a `proof`" "add the proof with its digest";
    AuditProofForbidden "audit_proof_forbidden" "AUD-001" "an audit that is `{status}` cannot have a `proof`" "leave `proof` out";
    AuditEvidenceRequired "audit_evidence_required" "AUD-002" "a check that is `{status}` needs evidence with a digest" "add an entry to `evidence`";
    AuditConflict "audit_conflict" "AUD-003" "an audit that is `{status}` {detail}" "";

    ActionUnknown "action_unknown" "ACT-007" "the message has no such action" "";
    ActionSuperseded "action_superseded" "ACT-007" "the invocation names another message than this" "look at the message again";
    ActionInHistory "action_in_history" "ACT-007" "this revision is no longer the head of its series" "look at the head";
    ActionUnregistered "action_unregistered" "ACT-007" "the capability `{capability}` is not registered here" "";
    ActionNotAllowed "action_not_allowed" "ACT-007" "this person may not use the capability `{capability}`" "";
    ActionDone "action_done" "ACT-007" "this was done already" "";
    ActionNotYet "action_not_yet" "ACT-007" "the action may be used only later" "";
    ActionExpired "action_expired" "ACT-007" "the action may no longer be used" "";
    ConfirmationRequired "confirmation_required" "ACT-007" "the person must be asked first" "ask, and send `confirmed`";

    DuplicateCapability "duplicate_capability" "LENS-001" "the capability `{name}` is registered twice" "keep one of the two";
    NotInstrument "not_instrument" "LENS-002" "the message is no instrument" "";
    AttentionAbsent "attention_absent" "LENS-003" "the head asks for no attention" "";
    AttentionNotYet "attention_not_yet" "LENS-003" "the attention has not begun" "";
    AttentionOver "attention_over" "LENS-003" "the attention is over" "";
    AttentionElsewhere "attention_elsewhere" "LENS-003" "the attention is for others" "";
    AttentionSettled "attention_settled" "LENS-003" "an action that settles the message was done" "";
    NoUsableAction "no_usable_action" "LENS-003" "none of the actions can be used now" "";

    DigestFormat "digest_format" "DIG-001" "a digest is `sha256:` and 64 lower-case hex digits" "";
    DigestMismatch "digest_mismatch" "DIG-003" "the digest does not match" "seal the message again, or leave the digest out";
    Unsealed "unsealed" "DIG-004" "the message carries no digest" "seal it";
    Untyped "untyped" "VIEW-002" "this is a plain message" "";
    ProjectionMissing "projection_missing" "VIEW-004" "no projection came with the message, and there is no compiler here" "";
    ProjectionMismatch "projection_mismatch" "VIEW-005" "the projection was not made from this message" "";
    CapabilityMissing "capability_missing" "VIEW-006" "this view needs `{name}`, which is not available here" "";
    EngineUnavailable "engine_unavailable" "VIEW-007" "the message could not be checked here" "allow 'wasm-unsafe-eval' in the page's script-src";

    UnknownNode "unknown_node" "TREE-001" "the node type `{value}` is not known" "";
    NodeNotAllowed "node_not_allowed" "TREE-002" "a `{parent}` cannot hold {child}" "";
    TooManyNodes "too_many_nodes" "TREE-003" "the tree has more than {max} nodes" "say less, and link to the rest";
    TreeTooDeep "tree_too_deep" "TREE-003" "the tree is more than {max} nodes deep" "nest less";
    NotNormal "not_normal" "TREE-004" "the tree is not in normal form: {detail}" "compile it from its source";
    UnsafeLink "unsafe_link" "URL-001" "the address is not a safe link: {detail}" "use a full https://, http:// or mailto: address";
    DeceptiveLink "deceptive_link" "URL-003" "the text shows the host `{shown}`, but the link goes to `{host}`" "let the text and the address agree";
    LinkDropped "link_dropped" "URL-004" "`{destination}` has no scheme, so it is shown as text" "write the whole address";
    LinkLooksLikeHost "link_looks_like_host" "URL-005" "the text `{shown}` looks like a host, but the link goes to `{host}`" "let the text and the address agree";
    PubmarkNotCompiled "pubmark_not_compiled" "MARK-001" "the PubMark source was not compiled here" "use the build that compiles";
    FallbackOmitsNumber "fallback_omits_number" "AGR-001" "the rich view shows the number `{value}`, the fallback does not" "say it in the fallback";
    FallbackOmitsLink "fallback_omits_link" "AGR-002" "the rich view links to `{value}`, the fallback does not name it" "say it in the fallback";
    FallbackOmitsAction "fallback_omits_action" "AGR-003" "the rich view offers `{value}`, the fallback does not say so" "say it in the fallback";
    FallbackOmitsSubject "fallback_omits_subject" "AGR-004" "the rich view names `{value}`, the fallback does not" "say it in the fallback";
}

impl Code {
    /// Whether the code says how a member is wrong and the member's own rule says why.
    pub(crate) const fn is_general(self) -> bool {
        matches!(
            self,
            Code::MissingMember
                | Code::WrongType
                | Code::UnknownValue
                | Code::TooShort
                | Code::TooLong
                | Code::Blank
                | Code::BadFormat
                | Code::OutOfRange
        )
    }
}
