// Generated from the schema of the Rust core by `npm run generate`. Do not edit.

/** Every code, with its rule, its sentence (`{name}` stands for a parameter) and what to do. */
export const CODES = {
  json_syntax: {
    rule: 'JSON-001',
    sentence: 'this is not JSON: {detail}',
    help: '',
  },
  json_duplicate_key: {
    rule: 'JSON-002',
    sentence: 'the member name `{name}` stands twice in one object',
    help: 'keep one of the two',
  },
  json_lone_surrogate: {
    rule: 'JSON-003',
    sentence: 'a string holds half of a surrogate pair',
    help: 'write the whole pair, or the character itself',
  },
  json_number_range: {
    rule: 'JSON-004',
    sentence: 'the number is too large for a double',
    help: 'send it as a string',
  },
  json_number_precision: {
    rule: 'JSON-005',
    sentence: 'readers would not agree on this integer',
    help: 'send it as a string',
  },
  json_nul: {
    rule: 'JSON-006',
    sentence: 'a string holds U+0000, which databases cannot keep',
    help: 'remove the character',
  },
  member_name: {
    rule: 'JSON-007',
    sentence: 'the member name `{name}` is not allowed here',
    help: 'choose another name',
  },
  json_too_deep: {
    rule: 'JSON-009',
    sentence: 'arrays and objects are nested more than {max} deep',
    help: 'flatten the value',
  },
  too_large: {
    rule: 'JSON-010',
    sentence: 'the input is larger than {max} bytes',
    help: 'send less, and link to the rest',
  },
  not_json: {
    rule: 'JSON-011',
    sentence: 'JSON would change this value: {detail}',
    help: 'convert it yourself before you pass it',
  },
  unknown_member: {
    rule: 'ENV-001',
    sentence: 'the member `{name}` is not known here',
    help: 'remove it',
  },
  missing_member: {
    rule: 'ENV-002',
    sentence: 'the member `{name}` is required',
    help: 'add it',
  },
  wrong_type: {
    rule: 'ENV-003',
    sentence: 'this must be {expected}, not {found}',
    help: '',
  },
  unknown_value: {
    rule: 'ENV-004',
    sentence: 'the value `{value}` is not one of those allowed here',
    help: 'use one of: {allowed}',
  },
  too_short: {
    rule: 'ENV-005',
    sentence: 'this must have at least {min} {unit}',
    help: '',
  },
  too_long: {
    rule: 'ENV-006',
    sentence: 'this may have at most {max} {unit}',
    help: 'shorten it',
  },
  blank: {
    rule: 'ENV-007',
    sentence: 'this holds only white space',
    help: 'say something a person can read',
  },
  bad_format: {
    rule: 'ENV-008',
    sentence: 'this is not {expected}',
    help: '',
  },
  out_of_range: {
    rule: 'ENV-009',
    sentence: 'this must be between {min} and {max}',
    help: '',
  },
  text_control: {
    rule: 'TEXT-003',
    sentence: 'the text holds the character {character}, which is not allowed here',
    help: 'remove the character',
  },
  time_order: {
    rule: 'TIME-002',
    sentence: '`{later}` must {relation} `{earlier}`',
    help: '',
  },
  body_mismatch: {
    rule: 'MSG-002',
    sentence: '`body` differs from `presentation.fallback`',
    help: 'leave `body` out; it is filled from the fallback',
  },
  unsupported_protocol: {
    rule: 'ENV-010',
    sentence: 'the protocol `{value}` is not supported',
    help: 'use {allowed}',
  },
  subject_required: {
    rule: 'ENV-014',
    sentence: 'an instrument needs a `subject`',
    help: 'say what the message is about',
  },
  ended_not_terminal: {
    rule: 'LIFE-002',
    sentence: '`ended_at` stands beside the state `{state}`, which has not ended',
    help: 'leave `ended_at` out, or give a final state',
  },
  progress_invented: {
    rule: 'LIFE-003',
    sentence: '`{name}` is invented progress',
    help: 'say what was counted in `counts`: {"done", "total"}',
  },
  counts_order: {
    rule: 'LIFE-004',
    sentence: '`done` is larger than `total`',
    help: '',
  },
  duplicate_action: {
    rule: 'ACT-002',
    sentence: 'two actions have the id `{id}`',
    help: 'give each action an id of its own',
  },
  action_executable: {
    rule: 'ACT-003',
    sentence: 'an action cannot carry `{name}`',
    help: 'name a registered capability instead',
  },
  redaction_incomplete: {
    rule: 'RED-001',
    sentence: 'a redaction names both its `policy` and the `digest`',
    help: 'add `{name}`',
  },
  dedupe_conflict: {
    rule: 'DEL-001',
    sentence: 'this dedupe key was used for another message',
    help: 'give each message a key of its own',
  },
  message_deleted: {
    rule: 'DEL-001',
    sentence: 'this message was sent before, and has been deleted',
    help: '',
  },
  source_not_allowed: {
    rule: 'DEL-003',
    sentence: 'the sender may not speak as `{source}`',
    help: 'use a credential of that source',
  },
  unknown_thread: {
    rule: 'DEL-004',
    sentence: '`thread_id` is no message of this channel that can be answered',
    help: 'name the first message of the thread',
  },
  revision_indexed: {
    rule: 'DEL-005',
    sentence: 'a revision of a series is neither edited nor deleted',
    help: 'send the next revision',
  },
  message_sealed: {
    rule: 'DEL-005',
    sentence: 'a typed message is not edited',
    help: 'send a new message',
  },
  person_not_allowed: {
    rule: 'DEL-007',
    sentence: 'a credential speaks as no other person than its account: `{source}`',
    help: 'name `person/` and the account itself, or sources that are no persons',
  },
  unexpected_predecessor: {
    rule: 'INS-003',
    sentence: 'revision 1 has no predecessor',
    help: 'leave `predecessor` out',
  },
  predecessor_required: {
    rule: 'INS-003',
    sentence: 'revision {revision} must name the digest of its predecessor',
    help: 'add `predecessor`',
  },
  revision_skipped: {
    rule: 'SER-001',
    sentence: 'revision {revision} cannot follow here: the next is revision {next}',
    help: 'send the revisions between them first',
  },
  revision_fork: {
    rule: 'SER-001',
    sentence: 'revision {revision} is there already: the head is revision {head}',
    help: 'read the head, and send the next revision',
  },
  stale_predecessor: {
    rule: 'SER-001',
    sentence: 'the predecessor is older than the head, which is revision {head}',
    help: 'name the digest of the head',
  },
  unknown_predecessor: {
    rule: 'SER-001',
    sentence: 'the predecessor is no revision of this series',
    help: 'name the digest of the head',
  },
  series_channel: {
    rule: 'SER-002',
    sentence: 'this series lives in another channel',
    help: 'send its revisions to the channel of its revision 1',
  },
  not_a_draft: {
    rule: 'SER-003',
    sentence: 'a draft has no `{name}`',
    help: 'leave it out, or send the message as a revision',
  },
  unverifiable: {
    rule: 'SER-004',
    sentence: 'revision {revision} was removed: what it said, and which revision it followed, cannot be verified',
    help: '',
  },
  revision_mismatch: {
    rule: 'HIST-002',
    sentence: 'the entry says revision {revision}, its envelope says revision {found}',
    help: '',
  },
  series_mismatch: {
    rule: 'HIST-003',
    sentence: 'this is another series than that of {of}',
    help: '',
  },
  head_mismatch: {
    rule: 'HIST-004',
    sentence: 'the history ends at revision {revision}, {found}, and its head is said to be {expected}',
    help: '',
  },
  head_unconfirmed: {
    rule: 'HIST-004',
    sentence: 'without a head known from elsewhere nobody can see whether later revisions were cut off',
    help: 'give the digest of the head',
  },
  audit_proof_required: {
    rule: 'AUD-001',
    sentence: 'an audit that is `{status}` needs a `proof`',
    help: 'add the proof with its digest',
  },
  audit_proof_forbidden: {
    rule: 'AUD-001',
    sentence: 'an audit that is `{status}` cannot have a `proof`',
    help: 'leave `proof` out',
  },
  audit_evidence_required: {
    rule: 'AUD-002',
    sentence: 'a check that is `{status}` needs evidence with a digest',
    help: 'add an entry to `evidence`',
  },
  audit_conflict: {
    rule: 'AUD-003',
    sentence: 'an audit that is `{status}` {detail}',
    help: '',
  },
  action_unknown: {
    rule: 'ACT-007',
    sentence: 'the message has no such action',
    help: '',
  },
  action_superseded: {
    rule: 'ACT-007',
    sentence: 'the invocation names another message than this',
    help: 'look at the message again',
  },
  action_in_history: {
    rule: 'ACT-007',
    sentence: 'this revision is no longer the head of its series',
    help: 'look at the head',
  },
  action_unregistered: {
    rule: 'ACT-007',
    sentence: 'the capability `{capability}` is not registered here',
    help: '',
  },
  action_not_allowed: {
    rule: 'ACT-007',
    sentence: 'this person may not use the capability `{capability}`',
    help: '',
  },
  action_done: {
    rule: 'ACT-007',
    sentence: 'this was done already',
    help: '',
  },
  action_not_yet: {
    rule: 'ACT-007',
    sentence: 'the action may be used only later',
    help: '',
  },
  action_expired: {
    rule: 'ACT-007',
    sentence: 'the action may no longer be used',
    help: '',
  },
  confirmation_required: {
    rule: 'ACT-007',
    sentence: 'the person must be asked first',
    help: 'ask, and send `confirmed`',
  },
  duplicate_capability: {
    rule: 'LENS-001',
    sentence: 'the capability `{name}` is registered twice',
    help: 'keep one of the two',
  },
  not_instrument: {
    rule: 'LENS-002',
    sentence: 'the message is no instrument',
    help: '',
  },
  attention_absent: {
    rule: 'LENS-003',
    sentence: 'the head asks for no attention',
    help: '',
  },
  attention_not_yet: {
    rule: 'LENS-003',
    sentence: 'the attention has not begun',
    help: '',
  },
  attention_over: {
    rule: 'LENS-003',
    sentence: 'the attention is over',
    help: '',
  },
  attention_elsewhere: {
    rule: 'LENS-003',
    sentence: 'the attention is for others',
    help: '',
  },
  attention_settled: {
    rule: 'LENS-003',
    sentence: 'an action that settles the message was done',
    help: '',
  },
  no_usable_action: {
    rule: 'LENS-003',
    sentence: 'none of the actions can be used now',
    help: '',
  },
  digest_format: {
    rule: 'DIG-001',
    sentence: 'a digest is `sha256:` and 64 lower-case hex digits',
    help: '',
  },
  digest_mismatch: {
    rule: 'DIG-003',
    sentence: 'the digest does not match',
    help: 'seal the message again, or leave the digest out',
  },
  unsealed: {
    rule: 'DIG-004',
    sentence: 'the message carries no digest',
    help: 'seal it',
  },
  untyped: {
    rule: 'VIEW-002',
    sentence: 'this is a plain message',
    help: '',
  },
  projection_missing: {
    rule: 'VIEW-004',
    sentence: 'no projection came with the message, and there is no compiler here',
    help: '',
  },
  projection_mismatch: {
    rule: 'VIEW-005',
    sentence: 'the projection was not made from this message',
    help: '',
  },
  capability_missing: {
    rule: 'VIEW-006',
    sentence: 'this view needs `{name}`, which is not available here',
    help: '',
  },
  engine_unavailable: {
    rule: 'VIEW-007',
    sentence: 'the message could not be checked here',
    help: "allow 'wasm-unsafe-eval' in the page's script-src",
  },
  unknown_node: {
    rule: 'TREE-001',
    sentence: 'the node type `{value}` is not known',
    help: '',
  },
  node_not_allowed: {
    rule: 'TREE-002',
    sentence: 'a `{parent}` cannot hold {child}',
    help: '',
  },
  too_many_nodes: {
    rule: 'TREE-003',
    sentence: 'the tree has more than {max} nodes',
    help: 'say less, and link to the rest',
  },
  tree_too_deep: {
    rule: 'TREE-003',
    sentence: 'the tree is more than {max} nodes deep',
    help: 'nest less',
  },
  not_normal: {
    rule: 'TREE-004',
    sentence: 'the tree is not in normal form: {detail}',
    help: 'compile it from its source',
  },
  unsafe_link: {
    rule: 'URL-001',
    sentence: 'the address is not a safe link: {detail}',
    help: 'use a full https://, http:// or mailto: address',
  },
  deceptive_link: {
    rule: 'URL-003',
    sentence: 'the text shows the host `{shown}`, but the link goes to `{host}`',
    help: 'let the text and the address agree',
  },
  link_dropped: {
    rule: 'URL-004',
    sentence: '`{destination}` has no scheme, so it is shown as text',
    help: 'write the whole address',
  },
  link_looks_like_host: {
    rule: 'URL-005',
    sentence: 'the text `{shown}` looks like a host, but the link goes to `{host}`',
    help: 'let the text and the address agree',
  },
  pubmark_not_compiled: {
    rule: 'MARK-001',
    sentence: 'the PubMark source was not compiled here',
    help: 'use the build that compiles',
  },
  fallback_omits_number: {
    rule: 'AGR-001',
    sentence: 'the rich view shows the number `{value}`, the fallback does not',
    help: 'say it in the fallback',
  },
  fallback_omits_link: {
    rule: 'AGR-002',
    sentence: 'the rich view links to `{value}`, the fallback does not name it',
    help: 'say it in the fallback',
  },
  fallback_omits_action: {
    rule: 'AGR-003',
    sentence: 'the rich view offers `{value}`, the fallback does not say so',
    help: 'say it in the fallback',
  },
  fallback_omits_subject: {
    rule: 'AGR-004',
    sentence: 'the rich view names `{value}`, the fallback does not',
    help: 'say it in the fallback',
  },
} as const;

/** Stable name of one kind of problem. */
export type Code = keyof typeof CODES;
