// Generated from the schema of the Rust core by `npm run generate`. Do not edit.

/** The number by which each question is asked. */
export const QUESTION = {
  createThread: 0,
  useThread: 1,
  postMessage: 2,
  replyToDelivery: 3,
  answerRequest: 4,
  admissionState: 5,
  createRoom: 6,
  joinRoom: 7,
  postToRoom: 8,
  registerAgent: 9,
  changeAgent: 10,
  removeAgent: 11,
  installListing: 12,
  planNotice: 13,
  giveGrant: 14,
  endGrant: 15,
} as const;

export type PigeonMessageKind = 'chat_message' | 'task_request' | 'task_response' | 'status_update';

export type PigeonSide = 'human' | 'agent';

export type PigeonAccess = 'read' | 'post';

export type PigeonCallerKind = 'person' | 'token' | 'app' | 'agent';

export type PigeonUse = 'read' | 'archive' | 'restore';

export type PigeonAdmissionState = 'pending' | 'approved' | 'declined' | 'expired';

export type RequestAnswer = 'approve' | 'decline';

/** What makes a thread. */
export interface NewThread {
  /** Chosen by the client; the same again is the same thread; at most 256 scalar values (PIG-003). */
  client_thread_id?: string;
  /** The contact that it is with; at most 256 scalar values (PIG-004). */
  contact_id: string;
  /** What it is about: cut, and `New chat` where nothing is left (PIG-002). */
  topic?: string;
}

/** What is posted in a thread. */
export interface NewPigeonMessage {
  /** Its text; of an envelope, that of the envelope (PIG-005). */
  body?: string;
  /** Chosen by the client; the same again is the same message; at most 256 scalar values (PIG-003). */
  client_message_id?: string;
  /** What kind of message it is; absent is `chat_message` (PIG-005). */
  kind?: PigeonMessageKind;
  /** What goes with the text; 1 to 64 items (PIG-005). */
  parts?: unknown[];
  /** An envelope (PIG-005). */
  protocol?: unknown;
}

/** What an agent replies to a delivery. */
export interface NewReply {
  /** Its text; of an envelope, that of the envelope (PIG-005). */
  body?: string;
  /** Chosen by the agent; the same again is the same reply; at most 256 scalar values (PIG-003). */
  client_message_id?: string;
  /** What goes with the text; 1 to 64 items (PIG-005). */
  parts?: unknown[];
  /** An envelope (PIG-005). */
  protocol?: unknown;
  /** Files that it refers to; nobody opens them; 1 to 64 items (PIG-008). */
  references?: FileReference[];
}

/** A file that a reply refers to. */
export interface FileReference {
  /** Its name; at most 200 scalar values (PIG-008). */
  filename?: string;
  /** Its media type; at most 255 scalar values (PIG-008). */
  mime_type?: string;
  /** Its size (PIG-008). */
  size_bytes?: number;
  /** Where it is (PIG-008). */
  url: string;
}

/** What makes a room. */
export interface NewRoom {
  /** Its roster, with the caller and at least one agent; 1 to 1000 items (PIG-011). */
  participants: Participant[];
  /** What it is about: cut, and `New chat` where nothing is left (PIG-002). */
  topic?: string;
}

/** Somebody on the roster of a room. */
export interface Participant {
  /** What the others see; at most 120 scalar values (PIG-011). */
  display_name: string;
  /** Whether it is a person or an agent (PIG-011). */
  kind: PigeonSide;
  /** The account of a person, or the id of an agent; at most 256 scalar values (PIG-011). */
  uid: string;
}

/** What is posted to a room. */
export interface NewRoomPost {
  /** Its text; of an envelope, that of the envelope (PIG-005). */
  body?: string;
  /** Chosen by the client; the same again is the same post; at most 256 scalar values (PIG-003). */
  client_message_id?: string;
  /** What kind of message it is; absent is `chat_message` (PIG-005). */
  kind?: PigeonMessageKind;
  /** What goes with the text; 1 to 64 items (PIG-005). */
  parts?: unknown[];
  /** An envelope (PIG-005). */
  protocol?: unknown;
  /** Who gets a copy, beside its sender; absent is everyone who has joined; 1 to 1000 items (PIG-012). */
  visible_to?: string[];
}

/** What registers an agent. */
export interface NewAgent {
  /** Its name; at most 120 scalar values (PIG-006). */
  display_name: string;
  /** What it costs; absent is nothing (PIG-006). */
  price?: Price;
  /** What its notices are signed with; at most 256 scalar values (PIG-007). */
  secret?: string;
  /** Where its notices go: `https://` only (PIG-006). */
  webhook_url?: string;
}

/** What an agent costs. */
export interface Price {
  /** In the smallest unit of the currency (PIG-006). */
  amount: number;
  /** Three letters, as in ISO 4217; at most 3 scalar values (PIG-006). */
  currency: string;
}

/** What is to change of an agent; null takes a price, a secret or an address away. */
export interface AgentChange {
  /** Its name; at most 120 scalar values (PIG-006). */
  display_name?: string;
  /** Whether everybody finds it (PIG-006). */
  listed?: boolean;
  /** A `Price`, or null (PIG-006). */
  price?: unknown;
  /** What its notices are signed with, or null (PIG-007). */
  secret?: unknown;
  /** Where its notices go, or null (PIG-006). */
  webhook_url?: unknown;
}

/** What gives an app a part of one thread. */
export interface NewGrant {
  /** Whether it reads, or also posts (PIG-013). */
  access: PigeonAccess;
  /** The machine identity of the app; at most 256 scalar values (PIG-013). */
  app: string;
}

/** What a new thread is decided against. */
export interface NewThreadOptions {
  /** Who asks (PIG-001). */
  caller: PigeonCaller;
  /** The contact, if it is there and of this account (PIG-004). */
  contact?: PigeonContact;
  /** What has the client id of this account already (PIG-003). */
  first?: PigeonFirst;
}

/** Who asks. */
export interface PigeonCaller {
  /** The account that it belongs to, or acts for; at most 256 scalar values (PIG-001). */
  account: string;
  /** Of an app: what this account gave it of the thread asked about (PIG-013). */
  grant?: PigeonAccess;
  /** A person signed in, another credential of the account, an app acting for it, or an agent (PIG-001). */
  kind: PigeonCallerKind;
  /** The account; of an agent its id, or that of its token before it has one; at most 256 scalar values (PIG-001). */
  uid: string;
}

/** A contact that is there. */
export interface PigeonContact {
  /** Its name (PIG-004). */
  name: string;
}

/** What has the client id already. */
export interface PigeonFirst {
  /** The `content` of its decision (PIG-003). */
  content: string;
  /** Whether it was held, and answered with 202 (PIG-009). */
  held: boolean;
}

/** What the use of a thread is decided against. */
export interface ThreadUseOptions {
  /** Who asks (PIG-001). */
  caller: PigeonCaller;
  /** The thread, if it is there (PIG-001). */
  thread?: PigeonThread;
  /** What is to be done (PIG-004). */
  use: PigeonUse;
}

/** A thread that is there. */
export interface PigeonThread {
  /** Whether it is archived (PIG-004). */
  archived: boolean;
  /** Its id; at most 256 scalar values (PIG-003). */
  id: string;
  /** Whose it is: `owner_uid`; at most 256 scalar values (PIG-001). */
  owner: string;
  /** Whether it is the copy of a room (PIG-011). */
  room: boolean;
}

/** What a message is decided against. */
export interface NewMessageOptions {
  /** The contact request, if it is there (PIG-009). */
  admission?: PigeonAdmission;
  /** The agent, if it is there (PIG-006). */
  agent?: PigeonAgent;
  /** Who asks (PIG-001). */
  caller: PigeonCaller;
  /** What has the client id of this account already (PIG-003). */
  first?: PigeonFirst;
  /** How many messages are held in the thread; absent is none (PIG-009). */
  held?: number;
  /** The time (PIG-010). */
  now: string;
  /** The thread, if it is there (PIG-001). */
  thread?: PigeonThread;
  /** What was decided of `protocol`, where it is given (PIG-005). */
  typed?: PigeonTyped;
}

/** A contact request that is there. */
export interface PigeonAdmission {
  /** When it was made (PIG-010). */
  asked_at: string;
  /** The account that may answer it; at most 256 scalar values (PIG-009). */
  publisher: string;
  /** What is recorded of it (PIG-010). */
  state: PigeonAdmissionState;
}

/** An agent that is there. */
export interface PigeonAgent {
  /** The account that registered it; at most 256 scalar values (PIG-006). */
  account: string;
  /** Its id; at most 256 scalar values (PIG-006). */
  id: string;
  /** Whether everybody finds it (PIG-006). */
  listed: boolean;
  /** Whether it costs something (PIG-006). */
  priced: boolean;
}

/** What was decided of an envelope. */
export interface PigeonTyped {
  /** Its digest (PIG-005). */
  digest: string;
  /** Its text (PIG-005). */
  text: string;
}

/** What a reply is decided against. */
export interface ReplyOptions {
  /** Who asks (PIG-001). */
  caller: PigeonCaller;
  /** The delivery, if it is there (PIG-008). */
  delivery?: PigeonDelivery;
  /** What has the client id of this account already (PIG-003). */
  first?: PigeonFirst;
  /** What was decided of `protocol`, where it is given (PIG-005). */
  typed?: PigeonTyped;
}

/** A delivery that is there. */
export interface PigeonDelivery {
  /** The agent that it is for; at most 256 scalar values (PIG-008). */
  agent: string;
  /** Whether its thread is archived (PIG-004). */
  archived: boolean;
  /** The message that was delivered; at most 256 scalar values (PIG-008). */
  message: string;
  /** The thread of that message; at most 256 scalar values (PIG-008). */
  thread: string;
}

/** What the answer to a contact request is decided against. */
export interface RequestOptions {
  /** The contact request, if it is there (PIG-009). */
  admission?: PigeonAdmission;
  /** The answer (PIG-010). */
  answer: RequestAnswer;
  /** Who asks (PIG-001). */
  caller: PigeonCaller;
  /** The messages held in its thread; 0 to 100000 items (PIG-010). */
  held: HeldMessage[];
  /** The time (PIG-010). */
  now: string;
}

/** A message that is held. */
export interface HeldMessage {
  /** Its id; at most 256 scalar values (PIG-010). */
  message: string;
  /** Its place in the thread (PIG-010). */
  sequence: number;
}

/** What the state of a contact request is asked with. */
export interface AdmissionOptions {
  /** The contact request (PIG-009). */
  admission: PigeonAdmission;
  /** The time (PIG-010). */
  now: string;
}

/** Who asks. */
export interface CallerOptions {
  /** Who asks (PIG-001). */
  caller: PigeonCaller;
}

/** What joining a room is decided against. */
export interface JoinOptions {
  /** Who asks (PIG-001). */
  caller: PigeonCaller;
  /** The roster of the room, if it is there; 0 to 1000 items (PIG-011). */
  roster?: RosterSeat[];
}

/** Somebody on the roster of a room that is there. */
export interface RosterSeat {
  /** Whether it has joined (PIG-011). */
  joined: boolean;
  /** Whether it is a person or an agent (PIG-011). */
  kind: PigeonSide;
  /** The account of a person, or the id of an agent; at most 256 scalar values (PIG-011). */
  uid: string;
}

/** What a post to a room is decided against. */
export interface PostOptions {
  /** Who asks (PIG-001). */
  caller: PigeonCaller;
  /** What has the client id of this account already (PIG-003). */
  first?: PigeonFirst;
  /** The id of the room; at most 256 scalar values (PIG-003). */
  room: string;
  /** The roster of the room, if it is there; 0 to 1000 items (PIG-011). */
  roster?: RosterSeat[];
  /** The sender's own copy of the room, if it has joined (PIG-012). */
  thread?: PigeonThread;
  /** What was decided of `protocol`, where it is given (PIG-005). */
  typed?: PigeonTyped;
}

/** What the registration of an agent is decided against. */
export interface NewAgentOptions {
  /** The agent that this token has registered, if there is one (PIG-006). */
  agent?: PigeonAgent;
  /** Whether an agent may come without an address, to attach by itself (PIG-006). */
  bridge: boolean;
  /** Who asks (PIG-001). */
  caller: PigeonCaller;
  /** Whether the operator allows addresses of the machine itself (PIG-006). */
  loopback: boolean;
}

/** What a change of an agent is decided against. */
export interface AgentChangeOptions {
  /** The agent, if it is there (PIG-006). */
  agent?: PigeonAgent;
  /** Who asks (PIG-001). */
  caller: PigeonCaller;
  /** Whether the operator allows addresses of the machine itself (PIG-006). */
  loopback: boolean;
}

/** What the removal of an agent is decided against. */
export interface AgentOptions {
  /** The agent, if it is there (PIG-006). */
  agent?: PigeonAgent;
  /** Who asks (PIG-001). */
  caller: PigeonCaller;
}

/** What the installation of a listing is decided against. */
export interface InstallOptions {
  /** The agent, if it is there (PIG-006). */
  agent?: PigeonAgent;
  /** Who asks (PIG-001). */
  caller: PigeonCaller;
  /** Whether the agent is a contact of this account already (PIG-006). */
  installed: boolean;
}

/** What a notice is planned with. */
export interface NoticeOptions {
  /** Whether the agent is attached by itself (PIG-007). */
  attached: boolean;
  /** How often it was sent (PIG-007). */
  attempts: number;
  /** What the last was answered with, if it was answered in time (PIG-007). */
  status?: number;
  /** Whether the agent has an address (PIG-007). */
  webhook: boolean;
}

/** What a grant is decided against. */
export interface GrantOptions {
  /** Who asks (PIG-001). */
  caller: PigeonCaller;
  /** The thread, if it is there (PIG-001). */
  thread?: PigeonThread;
}

/** What the end of a grant is decided against. */
export interface RevokeOptions {
  /** Who asks (PIG-001). */
  caller: PigeonCaller;
  /** Whether the grant is there (PIG-013). */
  granted: boolean;
  /** The thread, if it is there (PIG-001). */
  thread?: PigeonThread;
}
