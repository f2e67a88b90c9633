// Generated from the schema of the Rust core by `npm run generate`. Do not edit.

/** The message protocol, and the domain of its seal. */
export const PROTOCOL = 'org.renkara.chirp.message/0.1';
/** The projection profile, and the domain of its digest. */
export const PROJECTION_PROFILE = 'org.renkara.pubmark.projection/0.1';
/** The domain of the digest of a PubMark source. */
export const SOURCE_DOMAIN = 'org.renkara.pubmark.source/0.1';
/** The domain of a series. */
export const SERIES_DOMAIN = 'org.renkara.chirp.series/0.1';
/** The domain of a history bundle. */
export const HISTORY_DOMAIN = 'org.renkara.chirp.history/0.1';
/** The version of the core, and of every package that carries it. */
export const version = '0.1.0';
/** The characters that embed, override or isolate the direction of text. */
export const DIRECTION_CONTROLS = [0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069] as const;
/** The states in which the subject has ended. */
export const TERMINAL_STATES = ['succeeded', 'failed', 'cancelled'] as const;

export type ProjectionProfile = 'org.renkara.pubmark.projection/0.1';

export type Emphasis = 'default' | 'primary' | 'danger';

export type Confirmation = 'as_declared' | 'every_action';

export type Notification = 'full' | 'generic';

export type OutboundWebhooks = 'allow' | 'suppress';

export type AudienceKind = 'user' | 'role';

export type CheckStatus = 'passed' | 'failed' | 'skipped' | 'pending';

export type AuditStatus = 'passed' | 'failed' | 'incomplete' | 'not_run';

export type Category =
  | 'run'
  | 'decision'
  | 'incident'
  | 'artifact'
  | 'knowledge';

export type Layout =
  | 'status'
  | 'timeline'
  | 'comparison'
  | 'command_center'
  | 'artifact'
  | 'document';

export type Capability =
  | 'actions'
  | 'audit'
  | 'history'
  | 'layout:status'
  | 'layout:timeline'
  | 'layout:comparison'
  | 'layout:command_center'
  | 'layout:artifact'
  | 'layout:document'
  | 'node:root'
  | 'node:paragraph'
  | 'node:heading'
  | 'node:text'
  | 'node:emphasis'
  | 'node:strong'
  | 'node:delete'
  | 'node:inlineCode'
  | 'node:code'
  | 'node:break'
  | 'node:thematicBreak'
  | 'node:blockquote'
  | 'node:list'
  | 'node:listItem'
  | 'node:table'
  | 'node:tableRow'
  | 'node:tableCell'
  | 'node:link'
  | 'node:image'
  | 'node:callout';

export type Kind =
  | 'event'
  | 'status'
  | 'request'
  | 'report'
  | 'document';

export type State =
  | 'queued'
  | 'running'
  | 'waiting'
  | 'blocked'
  | 'succeeded'
  | 'failed'
  | 'cancelled';

export type Protocol = 'org.renkara.chirp.message/0.1';

export type Severity =
  | 'info'
  | 'notice'
  | 'warning'
  | 'error'
  | 'critical';

export type SourceKind = 'integration' | 'agent' | 'person' | 'system';

export type GapReason = 'retention' | 'privacy';

export type HistoryProfile = 'org.renkara.chirp.history/0.1';

export type HistoryForm = 'document' | 'lines';

export type Change = 'delete' | 'edit' | 'remove';

/** An ordinary message, with its typed part beside the plain text. */
export interface Message {
  /** The plain text, equal to `presentation.fallback`; at most 20000 scalar values (MSG-002). */
  body?: string;
  /** The compiled PubMark (PROJ-001). */
  projection?: Projection;
  /** The envelope (MSG-001). */
  protocol?: Envelope;
}

/** A compiled PubMark source, bound to it by its digest. */
export interface Projection {
  /** Digest of the projection without this member (PROJ-003). */
  digest: string;
  /** The projection profile (PROJ-001). */
  profile: ProjectionProfile;
  /** Digest of the source that was compiled (PROJ-002). */
  source: string;
  /** The tree (TREE-001). */
  tree: RootNode;
}

/** What a message says it is: source, subject, presentation, state, and the seal over them. */
export interface Envelope {
  /** What a person may do about it; 1 to 16 items (ACT-001). */
  actions?: Action[];
  /** How a repeated send is recognised (DEL-001). */
  delivery?: Delivery;
  /** What may be said about it elsewhere (HAND-001). */
  handling?: Handling;
  /** Its place in a series on the board (INS-001). */
  instrument?: Instrument;
  /** The seal (DIG-003). */
  integrity?: Integrity;
  /** What kind of message it is (ENV-011). */
  kind: Kind;
  /** The state of the subject (LIFE-001). */
  lifecycle?: Lifecycle;
  /** When it happened (TIME-001). */
  occurred_at?: string;
  /** What a person reads (ENV-013). */
  presentation: Presentation;
  /** The protocol identifier (ENV-010). */
  protocol: Protocol;
  /** Says that this is a redacted view (RED-001). */
  redaction?: Redaction;
  /** How bad it is; absent counts as `info` (ENV-015). */
  severity?: Severity;
  /** Who reports (ENV-012). */
  source: Source;
  /** What it is about (ENV-014). */
  subject?: Subject;
}

/** Names a registered capability; carries no code and no request. */
export interface Action {
  /** From when it may be used, included (ACT-004). */
  active_from?: string;
  /** Until when, not included (ACT-004). */
  active_until?: string;
  /** What goes to the capability (ACT-005). */
  arguments?: Record<string, string | number | boolean>;
  /** Dotted name of the capability; at most 256 scalar values (ACT-003). */
  capability: string;
  /** What a person is asked first (ACT-006). */
  confirm?: Confirm;
  /** How it stands out (ACT-001). */
  emphasis?: Emphasis;
  /** Unique in the message; at most 64 scalar values (ACT-002). */
  id: string;
  /** What a person reads; at most 80 scalar values (ACT-001). */
  label: string;
}

/** The question before an action. */
export interface Confirm {
  /** Further words; at most 1000 scalar values (ACT-006). */
  body?: string;
  /** The question; at most 120 scalar values (ACT-006). */
  title: string;
}

/** How a repeated send is recognised. */
export interface Delivery {
  /** The same key with the same content is the same message; at most 256 scalar values (DEL-001). */
  dedupe_key?: string;
}

/** What may be said about the message elsewhere. */
export interface Handling {
  /** Which actions ask first (HAND-003). */
  confirmation?: Confirmation;
  /** What a notification may say (HAND-001). */
  notification?: Notification;
  /** Whether webhooks carry it (HAND-002). */
  outbound_webhooks?: OutboundWebhooks;
}

/** One revision of a series on the board. */
export interface Instrument {
  /** Who must act, why and since when (INS-004). */
  attention?: Attention;
  /** What the producer reports of an audit (AUD-001). */
  audit?: Audit;
  /** Which lens shows it (INS-001). */
  category: Category;
  /** What supports it; 0 to 64 items (INS-006). */
  evidence?: Evidence[];
  /** How the screen is arranged (INS-001). */
  layout: Layout;
  /** Digest of the revision before this one (INS-003). */
  predecessor?: string;
  /** What a renderer must be able to do; 0 to 64 items (INS-005). */
  requires?: Capability[];
  /** From 1, one more each time (INS-002). */
  revision: number;
}

/** A person must act: who, why, since when. */
export interface Attention {
  /** Who; absent is everyone who can see it; 1 to 64 items (INS-004). */
  audience?: Audience[];
  /** Why; at most 280 scalar values (INS-004). */
  reason: string;
  /** Since when, included (INS-004). */
  since: string;
  /** Until when, not included (INS-004). */
  until?: string;
}

/** A person or a role. */
export interface Audience {
  /** Its id; at most 256 scalar values (INS-004). */
  id: string;
  /** Which of the two (INS-004). */
  kind: AudienceKind;
}

/** What the producer reports of an audit. */
export interface Audit {
  /** The checks; 0 to 256 items (AUD-002). */
  checks?: Check[];
  /** What proves the outcome (AUD-001). */
  proof?: Proof;
  /** The outcome (AUD-001). */
  status: AuditStatus;
}

/** One check of an audit. */
export interface Check {
  /** What supports it; 0 to 64 items (AUD-002). */
  evidence?: Evidence[];
  /** Its id; at most 256 scalar values (AUD-002). */
  id: string;
  /** Its name for a person; at most 200 scalar values (AUD-002). */
  label: string;
  /** Its outcome (AUD-002). */
  status: CheckStatus;
}

/** An artefact that supports a statement, by the SHA-256 of its bytes. */
export interface Evidence {
  /** Plain SHA-256 of the artefact (INS-006). */
  digest: string;
  /** Its name for a person; at most 200 scalar values (INS-006). */
  label: string;
  /** Its media type; at most 255 scalar values (INS-006). */
  media_type?: string;
  /** Where it is (INS-006). */
  url?: string;
}

/** An artefact that proves an audit, by the SHA-256 of its bytes. */
export interface Proof {
  /** Plain SHA-256 of the artefact (AUD-001). */
  digest: string;
  /** Its name for a person; at most 200 scalar values (AUD-001). */
  label?: string;
  /** Where it is (AUD-001). */
  url?: string;
}

/** The seal: a digest over the envelope without this member. */
export interface Integrity {
  /** The digest (DIG-003). */
  digest: string;
}

/** The state of the subject, as the source knows it. */
export interface Lifecycle {
  /** What was counted (LIFE-004). */
  counts?: Counts;
  /** When it ended; only on a final state (LIFE-002). */
  ended_at?: string;
  /** When it started (LIFE-002). */
  started_at?: string;
  /** The state (LIFE-001). */
  state: State;
}

/** What was counted, never estimated. */
export interface Counts {
  /** How many are done (LIFE-004). */
  done: number;
  /** How many there are (LIFE-004). */
  total: number;
}

/** What a person reads. */
export interface Presentation {
  /** The plain text that every client can show; at most 20000 scalar values (ENV-013). */
  fallback: string;
  /** BCP 47 tag of the text; at most 64 scalar values (ENV-016). */
  lang?: string;
  /** PubMark source; at most 65536 bytes (MARK-001). */
  pubmark?: string;
}

/** Says that this is a redacted view of another envelope. */
export interface Redaction {
  /** Digest of the unredacted envelope (RED-001). */
  digest: string;
  /** Id of the policy; at most 256 scalar values (RED-001). */
  policy: string;
}

/** Who reports. */
export interface Source {
  /** Its name for a person; at most 120 scalar values (ENV-012). */
  display_name?: string;
  /** Its id; at most 256 scalar values (ENV-012). */
  id: string;
  /** What it is (ENV-012). */
  kind: SourceKind;
}

/** What the message is about. */
export interface Subject {
  /** Its id; at most 256 scalar values (ENV-014). */
  id: string;
  /** What it is; at most 64 scalar values (ENV-014). */
  kind: string;
  /** Its name for a person; at most 200 scalar values (ENV-014). */
  label?: string;
}

/** Every revision of one series, or the gap that it left. */
export interface History {
  /** Digest of everything else in the history (HIST-005). */
  digest: string;
  /** One for each revision, from 1 to the head; 1 to 1000000 items (HIST-002). */
  entries: HistoryEntry[];
  /** The last revision (HIST-004). */
  head: Head;
  /** The profile of this form (HIST-001). */
  profile: HistoryProfile;
  /** The series, derived from workspace, source and subject (HIST-003). */
  series: string;
  /** Whose series it is (HIST-003). */
  source: SeriesSource;
  /** What the series is about (HIST-003). */
  subject: SeriesSubject;
  /** The immutable id of the workspace; at most 128 scalar values (HIST-003). */
  workspace: string;
}

/** One revision: its envelope, or the gap that it left. */
export interface HistoryEntry {
  /** The sealed envelope (HIST-002). */
  envelope?: Envelope;
  /** What was left of a revision that was removed (SER-004). */
  gap?: Gap;
  /** The compiled PubMark of the envelope (HIST-002). */
  projection?: Projection;
  /** The revision of the envelope, or of what was removed (HIST-002). */
  revision: number;
}

/** What a revision leaves when it is removed. */
export interface Gap {
  /** Digest of the envelope that was removed (SER-004). */
  digest: string;
  /** Why (SER-004). */
  reason: GapReason;
  /** When (SER-004). */
  removed_at: string;
}

/** The last revision of a series. */
export interface Head {
  /** Digest of its envelope (SER-001). */
  digest: string;
  /** Its number (SER-001). */
  revision: number;
}

/** What of a source is part of a series. */
export interface SeriesSource {
  /** Its id; at most 256 scalar values (INS-007). */
  id: string;
  /** What it is (INS-007). */
  kind: SourceKind;
}

/** What of a subject is part of a series. */
export interface SeriesSubject {
  /** Its id; at most 256 scalar values (INS-007). */
  id: string;
  /** What it is; at most 64 scalar values (INS-007). */
  kind: string;
}

/** The first line of a history in lines. */
export interface HistoryHead {
  /** The last revision (HIST-004). */
  head: Head;
  /** The profile of this form (HIST-001). */
  profile: HistoryProfile;
  /** The series, derived from workspace, source and subject (HIST-003). */
  series: string;
  /** Whose series it is (HIST-003). */
  source: SeriesSource;
  /** What the series is about (HIST-003). */
  subject: SeriesSubject;
  /** The immutable id of the workspace; at most 128 scalar values (HIST-003). */
  workspace: string;
}

/** The last line of a history in lines. */
export interface HistoryFoot {
  /** Digest of everything else in the history (HIST-005). */
  digest: string;
}

/** What a revision is decided against. */
export interface RevisionOptions {
  /** The channel that the revision was sent to; at most 256 scalar values (SER-002). */
  channel?: string;
  /** What is there of the series; nothing, if it is absent (SER-001). */
  series?: SeriesState;
  /** The immutable id of the workspace; at most 128 scalar values (INS-007). */
  workspace: string;
}

/** What is there of a series. */
export interface SeriesState {
  /** The channel of its revision 1; at most 256 scalar values (SER-002). */
  channel?: string;
  /** Its last revision, be it a gap (SER-001). */
  head?: Head;
  /** The series that the revision must belong to, if the caller knows it (HIST-003). */
  id?: string;
  /** Digests of its revisions and gaps: at least the revision's own and its predecessor's, if they are there; 0 to 1000000 items (SER-001). */
  known?: string[];
}

/** How messages become a history. */
export interface ExportOptions {
  /** The form to write (HIST-001). */
  form: HistoryForm;
  /** Bytes of each message; they stand one behind the other in the input; 0 to 1000000 items (HIST-001). */
  lengths: number[];
  /** The immutable id of the workspace; at most 128 scalar values (INS-007). */
  workspace: string;
}

/** What is sent: a plain text, or an envelope with or without its text. */
export interface Send {
  /** The plain text; of an envelope, equal to its fallback; at most 20000 scalar values (MSG-002). */
  body?: string;
  /** The envelope (MSG-001). */
  protocol?: Envelope;
  /** The id of the message that it answers; at most 256 scalar values (DEL-004). */
  thread_id?: string;
}

/** What a send is decided against. */
export interface SendOptions {
  /** The channel that it was sent to; at most 256 scalar values (DEL-002). */
  channel: string;
  /** Whether it is a draft (SER-003). */
  draft?: boolean;
  /** The message that has the dedupe key already (DEL-001). */
  first?: FirstSend;
  /** What is there of the series; nothing, if it is absent (SER-001). */
  series?: SentSeries;
  /** The sources that the sender may speak as: `kind/id`, or the beginning of one and `*`; 0 to 1000 items (DEL-003). */
  sources: string[];
  /** Whether `thread_id` is the id of a message of the channel that answers no other (DEL-004). */
  thread?: boolean;
  /** The immutable id of the workspace; at most 128 scalar values (INS-007). */
  workspace: string;
}

/** The message that has a dedupe key. */
export interface FirstSend {
  /** Its channel; at most 256 scalar values (DEL-001). */
  channel: string;
  /** Digest of its envelope, or of the draft that it was (DEL-001). */
  content: string;
  /** Whether it was deleted (DEL-001). */
  deleted?: boolean;
  /** Whether the sender may read it (DEL-001). */
  readable: boolean;
  /** The message that it answers; at most 256 scalar values (DEL-001). */
  thread_id?: string;
}

/** What is there of the series of a send. */
export interface SentSeries {
  /** The channel of its revision 1; at most 256 scalar values (SER-002). */
  channel: string;
  /** Those of `known` that are gaps; 0 to 1000000 items (SER-004). */
  gaps?: string[];
  /** Its last revision, be it a gap (SER-001). */
  head: Head;
  /** Digests of its revisions and gaps: at least the revision's own and its predecessor's, if they are there; 0 to 1000000 items (SER-001). */
  known: string[];
  /** Whether the sender may read its channel (SER-002). */
  readable: boolean;
}

/** What a change to a message is decided against. */
export interface ChangeOptions {
  /** Whether its author deletes or edits it, or an administrator removes a revision (DEL-005). */
  change: Change;
  /** Whether it is a revision of a series (DEL-005). */
  indexed: boolean;
  /** Whether it has an envelope (DEL-005). */
  typed: boolean;
}

/** Which channels are asked about, and by whom. */
export interface ChannelOptions {
  /** Whether the caller runs the workspace (DEL-006). */
  administrator: boolean;
  /** The channels, which are there; 0 to 1000 items (DEL-006). */
  channels: Seat[];
  /** The channels that the credential names: ids, or `*`; 0 to 1000 items (DEL-006). */
  scopes: string[];
}

/** A channel, as an account has to do with it. */
export interface Seat {
  /** Its id; at most 256 scalar values (DEL-006). */
  id: string;
  /** Whether the account is a member of it (DEL-006). */
  member: boolean;
}

/** What a new credential shall say. */
export interface CredentialOptions {
  /** Whose it is; at most 256 scalar values (DEL-007). */
  account: string;
  /** The sources that it shall speak as; 0 to 1000 items (DEL-007). */
  sources: string[];
}

/** A `root`. */
export interface RootNode {
  type: 'root';
  /** The nodes inside. */
  children: (ParagraphNode | HeadingNode | CodeNode | ThematicBreakNode | BlockquoteNode | ListNode | TableNode | CalloutNode)[];
}

/** A `paragraph`. */
export interface ParagraphNode {
  type: 'paragraph';
  /** The nodes inside. */
  children: (TextNode | EmphasisNode | StrongNode | DeleteNode | InlineCodeNode | BreakNode | LinkNode | ImageNode)[];
}

/** A `heading`. */
export interface HeadingNode {
  type: 'heading';
  /** The nodes inside. */
  children: (TextNode | EmphasisNode | StrongNode | DeleteNode | InlineCodeNode | BreakNode | LinkNode | ImageNode)[];
  /** Level of a heading. */
  depth: number;
}

/** A `text`. */
export interface TextNode {
  type: 'text';
  /** The text. */
  value: string;
}

/** A `emphasis`. */
export interface EmphasisNode {
  type: 'emphasis';
  /** The nodes inside. */
  children: (TextNode | EmphasisNode | StrongNode | DeleteNode | InlineCodeNode | BreakNode | LinkNode | ImageNode)[];
}

/** A `strong`. */
export interface StrongNode {
  type: 'strong';
  /** The nodes inside. */
  children: (TextNode | EmphasisNode | StrongNode | DeleteNode | InlineCodeNode | BreakNode | LinkNode | ImageNode)[];
}

/** A `delete`. */
export interface DeleteNode {
  type: 'delete';
  /** The nodes inside. */
  children: (TextNode | EmphasisNode | StrongNode | DeleteNode | InlineCodeNode | BreakNode | LinkNode | ImageNode)[];
}

/** A `inlineCode`. */
export interface InlineCodeNode {
  type: 'inlineCode';
  /** The text. */
  value: string;
}

/** A `code`. */
export interface CodeNode {
  type: 'code';
  /** Language of the code. */
  lang?: string;
  /** The text. */
  value: string;
}

/** A `break`. */
export interface BreakNode {
  type: 'break';
}

/** A `thematicBreak`. */
export interface ThematicBreakNode {
  type: 'thematicBreak';
}

/** A `blockquote`. */
export interface BlockquoteNode {
  type: 'blockquote';
  /** The nodes inside. */
  children: (ParagraphNode | HeadingNode | CodeNode | ThematicBreakNode | BlockquoteNode | ListNode | TableNode | CalloutNode)[];
}

/** A `list`. */
export interface ListNode {
  type: 'list';
  /** The nodes inside. */
  children: ListItemNode[];
  /** Whether items are numbered. */
  ordered: boolean;
  /** Whether items are apart. */
  spread: boolean;
  /** First number, if not 1. */
  start?: number;
}

/** A `listItem`. */
export interface ListItemNode {
  type: 'listItem';
  /** Whether a task is done. */
  checked?: boolean;
  /** The nodes inside. */
  children: (ParagraphNode | HeadingNode | CodeNode | ThematicBreakNode | BlockquoteNode | ListNode | TableNode | CalloutNode)[];
  /** Whether items are apart. */
  spread: boolean;
}

/** A `table`. */
export interface TableNode {
  type: 'table';
  /** Alignment of each column. */
  align: ('left' | 'center' | 'right' | 'none')[];
  /** The nodes inside. */
  children: TableRowNode[];
}

/** A `tableRow`. */
export interface TableRowNode {
  type: 'tableRow';
  /** The nodes inside. */
  children: TableCellNode[];
}

/** A `tableCell`. */
export interface TableCellNode {
  type: 'tableCell';
  /** The nodes inside. */
  children: (TextNode | EmphasisNode | StrongNode | DeleteNode | InlineCodeNode | BreakNode | LinkNode | ImageNode)[];
}

/** A `link`. */
export interface LinkNode {
  type: 'link';
  /** The nodes inside. */
  children: (TextNode | EmphasisNode | StrongNode | DeleteNode | InlineCodeNode | BreakNode | ImageNode)[];
  /** Further words. */
  title?: string;
  /** Address in the strict form. */
  url: string;
}

/** A `image`. */
export interface ImageNode {
  type: 'image';
  /** Text in place of the image. */
  alt: string;
  /** Further words. */
  title?: string;
  /** Address in the strict form. */
  url: string;
}

/** A `callout`. */
export interface CalloutNode {
  type: 'callout';
  /** The nodes inside. */
  children: (ParagraphNode | HeadingNode | CodeNode | ThematicBreakNode | BlockquoteNode | ListNode | TableNode | CalloutNode)[];
  /** Tone of a callout. */
  tone: 'note' | 'tip' | 'important' | 'warning' | 'caution';
}

/** Any node of a PubMark tree. */
export type Node =
  | RootNode
  | ParagraphNode
  | HeadingNode
  | TextNode
  | EmphasisNode
  | StrongNode
  | DeleteNode
  | InlineCodeNode
  | CodeNode
  | BreakNode
  | ThematicBreakNode
  | BlockquoteNode
  | ListNode
  | ListItemNode
  | TableNode
  | TableRowNode
  | TableCellNode
  | LinkNode
  | ImageNode
  | CalloutNode;
