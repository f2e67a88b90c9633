/** A client for programs that send to a hub: nothing is sent twice, and nothing is lost for want of a second try. */
import { type Envelope, type Head, PROTOCOL, type Problem } from '@chirp-protocol/protocol';
import type { Draft } from './drafted.js';
import { HubError, type StoredMessage } from './hub-error.js';
import { Outbox, type Queue, type Queued, type SentOrQueued } from './outbox.js';
import { ask, backoffMs, type Connection, pause } from './request.js';

/** How a client is made. */
export interface ClientOptions extends Connection {
  /** Where what cannot be sent now is kept: `openQueue(folder)` of `@chirp-protocol/webhook/queue`. */
  readonly queue?: Queue | undefined;
}

/** What is sent: a text, an envelope, or both. */
export interface Content {
  readonly body?: string | undefined;
  /** An envelope; with `draft`, a draft. Without a dedupe key it is given one, unless it is sealed. */
  readonly protocol?: Envelope | Draft | undefined;
  /** The id of the message that it answers. */
  readonly thread_id?: string | undefined;
}

/** How one call is made. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** The head of a series, for who makes the next revision of it. */
export interface SeriesHead extends Head {
  /** Absent when the revision was removed. */
  readonly message?: StoredMessage;
}

/** A report on what was not sent. */
export interface HubReport {
  readonly ok: boolean;
  readonly problems: readonly Problem[];
  readonly more: number;
  readonly advice: readonly Problem[];
  readonly digest?: string;
  readonly series?: string;
}

/** Whose series it is. */
export interface SeriesOf {
  readonly source: Envelope['source'];
  readonly subject: NonNullable<Envelope['subject']>;
}

/**
 * A client. Every method throws HubError for what the hub refuses and HubUnreachable for a hub that is away, after it was
 * tried again with growing waits. What has a dedupe key is repeated as often as it takes; a plain text has none, and is
 * sent again only when it certainly did not arrive.
 */
export interface Client<Sent = StoredMessage> {
  /** Sends to a channel. */
  send(channel: string, content: Content, options?: CallOptions): Promise<Sent>;
  /** Sends a draft, which becomes the next revision of its series. */
  revise(channel: string, draft: Draft, options?: CallOptions): Promise<Sent>;
  /**
   * Sends the next revision of a series, made from its head; made again when another one was first, at most 32 times. It is
   * never queued.
   */
  revise(
    channel: string,
    of: SeriesOf,
    next: (head: SeriesHead | undefined) => Draft,
    options?: CallOptions,
  ): Promise<StoredMessage>;
  /** Answers a message, in its thread. */
  reply(
    message: Pick<StoredMessage, 'id' | 'channel' | 'thread_id'>,
    content: Content,
    options?: CallOptions,
  ): Promise<Sent>;
  /** Says everything that is wrong with a message or an envelope. Nothing is sent. */
  validate(input: object, options?: CallOptions): Promise<HubReport>;
}

/** A client with a queue: what cannot be sent now is kept, and sent later, in order. */
export interface QueueingClient extends Client<SentOrQueued> {
  /** Sends what is kept. Says how many were sent, how many were refused, and how many are left. */
  flush(options?: CallOptions): Promise<{ sent: number; refused: number; left: number }>;
}

/** How often a revision is made again because another one was first. */
const RACES = 32;

/** Codes that say that another revision was first. */
const LOST = ['revision_fork', 'revision_skipped', 'stale_predecessor', 'unknown_predecessor'];

/** Makes a client. Nothing is asked yet. Throws TypeError for an address or a token that can be none. */
export function createClient(options: ClientOptions & { readonly queue: Queue }): QueueingClient;
export function createClient(options: ClientOptions): Client;
export function createClient(options: ClientOptions): Client<SentOrQueued> {
  const { url, token } = options;
  if (!/^https?:$/.test(new URL(url).protocol))
    throw new TypeError('the address of a hub is http:// or https://');
  if (!/^[\x21-\x7e]*$/.test(token))
    throw new TypeError('a token has neither white space nor letters beyond ASCII');
  return new HubClient(options);
}

class HubClient implements QueueingClient {
  readonly #connection: Connection;
  readonly #outbox: Outbox | undefined;

  constructor({ queue, ...connection }: ClientOptions) {
    this.#connection = connection;
    this.#outbox = queue === undefined ? undefined : new Outbox(queue, { attempts: 1, ...connection });
  }

  send(channel: string, content: Content, options: CallOptions = {}): Promise<SentOrQueued> {
    return this.#post(channel, '', content, options);
  }

  async revise(
    channel: string,
    what: Draft | SeriesOf,
    next?: CallOptions | ((head: SeriesHead | undefined) => Draft),
    options: CallOptions = {},
  ): Promise<StoredMessage & Queued> {
    const revised =
      typeof next === 'function'
        ? this.#reviseFrom(channel, what as SeriesOf, next, options)
        : this.#post(channel, '?draft=1', { protocol: what as Draft }, next ?? {});
    // Which of the two it is, the overloads say.
    return revised as Promise<StoredMessage & Queued>;
  }

  reply(
    message: Pick<StoredMessage, 'id' | 'channel' | 'thread_id'>,
    content: Content,
    options: CallOptions = {},
  ): Promise<SentOrQueued> {
    return this.send(message.channel, { ...content, thread_id: message.thread_id ?? message.id }, options);
  }

  async validate(input: object, { signal }: CallOptions = {}): Promise<HubReport> {
    const body = JSON.stringify(input);
    const path = '/api/v1/protocol/validate';
    return (await ask(this.#connection, {
      method: 'POST',
      path,
      body,
      isRepeatable: true,
      signal,
    })) as HubReport;
  }

  async flush({ signal }: CallOptions = {}): Promise<{ sent: number; refused: number; left: number }> {
    if (this.#outbox === undefined) throw new TypeError('this client has no queue');
    return this.#outbox.flush(signal);
  }

  async #post(
    channel: string,
    query: string,
    content: Content,
    { signal }: CallOptions,
  ): Promise<SentOrQueued> {
    const { key, isRepeatable, send } = keyed(content);
    const path = `${pathOf(channel)}${query}`;
    const body = JSON.stringify(send);
    if (this.#outbox !== undefined && isRepeatable) return this.#outbox.send({ path, body }, key, signal);
    return (await ask(this.#connection, {
      method: 'POST',
      path,
      body,
      isRepeatable,
      signal,
    })) as StoredMessage;
  }

  async #reviseFrom(
    channel: string,
    of: SeriesOf,
    next: (head: SeriesHead | undefined) => Draft,
    { signal }: CallOptions,
  ): Promise<StoredMessage> {
    const series = await this.#seriesOf(of, signal);
    const key = crypto.randomUUID();
    for (let race = 1; ; race += 1) {
      const head = await this.#headOf(series, signal);
      const draft = next(head);
      const place =
        head === undefined ? { revision: 1 } : { revision: head.revision + 1, predecessor: head.digest };
      const protocol = {
        ...draft,
        delivery: { dedupe_key: key, ...draft.delivery },
        instrument: { ...draft.instrument, ...place },
      };
      const asking = {
        path: pathOf(channel),
        body: JSON.stringify({ protocol }),
        isRepeatable: true,
        signal,
      };
      try {
        return (await ask(this.#connection, { method: 'POST', ...asking })) as StoredMessage;
      } catch (error) {
        if (!(error instanceof HubError) || !LOST.includes(error.code) || race >= RACES) throw error;
        await pause(backoffMs(Math.min(race, 3)) / 4, signal);
      }
    }
  }

  /** The series, as the hub makes it of its workspace, the source and the subject. */
  async #seriesOf({ source, subject }: SeriesOf, signal: AbortSignal | undefined): Promise<string> {
    const instrument = { category: 'run', layout: 'status', revision: 1 };
    const presentation = { fallback: '-' };
    const report = await this.validate(
      { protocol: PROTOCOL, kind: 'status', source, subject, presentation, instrument },
      { signal },
    );
    if (report.series === undefined)
      throw new HubError(422, { code: report.problems[0]?.code, problems: report.problems });
    return report.series;
  }

  async #headOf(series: string, signal: AbortSignal | undefined): Promise<SeriesHead | undefined> {
    try {
      const path = `/api/v1/instruments/${series}`;
      const found = await ask(this.#connection, { method: 'GET', path, isRepeatable: true, signal });
      const { head, message } = found as { head: Head; message?: StoredMessage };
      return { ...head, ...(message === undefined ? {} : { message }) };
    } catch (error) {
      if (error instanceof HubError && error.status === 404) return undefined;
      throw error;
    }
  }
}

function pathOf(channel: string): string {
  return `/api/v1/channels/${encodeURIComponent(channel)}/messages`;
}

/** A send that may be repeated, where it can be one: with a key of its own, unless a seal forbids to add one. */
function keyed(content: Content): { key?: string; isRepeatable: boolean; send: Content } {
  const { protocol } = content;
  if (protocol === undefined) return { isRepeatable: false, send: content };
  const known = protocol.delivery?.dedupe_key;
  if (known !== undefined) return { key: known, isRepeatable: true, send: content };
  // A sealed revision is recognised by its digest.
  if ('integrity' in protocol && protocol.integrity !== undefined)
    return { isRepeatable: protocol.instrument !== undefined, send: content };
  const key = crypto.randomUUID();
  const delivery = { ...protocol.delivery, dedupe_key: key };
  return { key, isRepeatable: true, send: { ...content, protocol: { ...protocol, delivery } } };
}
