/** What a hub answers that is no success, as errors. */
import type { Envelope, Head, Problem, Projection } from '@chirp-protocol/protocol';

/** A message as a hub answers it. */
export interface StoredMessage {
  readonly id: string;
  readonly channel: string;
  /** The id of the message that it answers. */
  readonly thread_id?: string;
  readonly sender: string;
  readonly body: string;
  readonly created_at: string;
  readonly edited_at?: string;
  readonly protocol?: Envelope;
  readonly projection?: Projection;
  readonly instrument?: { readonly series: string; readonly revision: number; readonly head: Head };
}

/** The hub refused a request. Sent again as it is, it would be refused again. */
export class HubError extends Error {
  override readonly name = 'HubError';
  /** The status of HTTP. */
  readonly status: number;
  /** Why, as a stable code; `http_` and the status where the answer was none of a hub. */
  readonly code: string;
  /** Everything that is wrong, each with its place. */
  readonly problems: readonly Problem[];
  /** The head of the series, where the request conflicts with it. */
  readonly head?: Head;
  /** The first message of the dedupe key, where the request conflicts with it. */
  readonly message_?: StoredMessage;

  constructor(status: number, body: unknown) {
    const details = (typeof body === 'object' && body !== null ? body : {}) as {
      code?: unknown;
      detail?: unknown;
      problems?: unknown;
      head?: Head;
      message?: StoredMessage;
    };
    const code = typeof details.code === 'string' ? details.code : `http_${status}`;
    super(typeof details.detail === 'string' ? `${code}: ${details.detail}` : code);
    this.status = status;
    this.code = code;
    this.problems = Array.isArray(details.problems) ? (details.problems as Problem[]) : [];
    if (details.head !== undefined) this.head = details.head;
    if (details.message !== undefined) this.message_ = details.message;
  }
}

/** The hub could not be reached, or was not able to answer. What was sent may have arrived, or not. */
export class HubUnreachable extends Error {
  override readonly name = 'HubUnreachable';
  readonly code = 'unreachable';
}
