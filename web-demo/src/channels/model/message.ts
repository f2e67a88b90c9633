// Owns what the channels know of a message; what is shown of a typed one is verified from the text that came.

/** A message of a channel. */
export interface Message {
  readonly id: string;
  readonly channel: string;
  readonly thread_id?: string;
  /** The account that sent it. */
  readonly sender: string;
  readonly body: string;
  readonly created_at: string;
  readonly edited_at?: string;
  readonly instrument?: { readonly series: string; readonly revision: number };
  /** Whether it is typed; then `text` is what is verified and shown. */
  readonly isTyped: boolean;
  /** As it came. */
  readonly text: string;
}

/** Reads a message that the hub gave. */
export function messageOf(text: string): Message {
  const {
    protocol,
    projection: _,
    ...plain
  } = JSON.parse(text) as Omit<Message, 'isTyped' | 'text'> & {
    protocol?: unknown;
    projection?: unknown;
  };
  return { ...plain, isTyped: protocol !== undefined, text };
}

/** What was written here and is not yet known to be on the hub. */
export interface Pending {
  /** Names it in this browser. */
  readonly key: string;
  readonly channel: string;
  readonly thread_id?: string;
  readonly body: string;
  /** The last message that was there when it was written: the hub has it behind that one, if at all. */
  readonly behind?: string;
  readonly state: 'sending' | 'unanswered' | 'refused';
  /** Why it was refused. */
  readonly why?: string;
}
