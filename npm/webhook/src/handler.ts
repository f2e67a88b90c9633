/** Receives signed requests: as a function of a Request first, and as a listener of Node's server around it. */
import { headerOf, Webhook, WebhookVerificationError } from './webhook.js';

/** A payload that says what it is. */
export interface WebhookPayload {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** What is known of a request beside its payload. */
export interface WebhookContext {
  /** The header `webhook-id`. */
  readonly id: string;
  readonly request: Request;
}

/** Takes a payload. When it throws, the sender is told to try again. */
export type WebhookListener = (payload: WebhookPayload, context: WebhookContext) => unknown;

/** How requests are received. */
export interface WebhookHandlerOptions {
  /** The secret; several while it is changed. */
  readonly secret: string | readonly string[];
  /** Who takes payloads, by their `type`; `*` takes those that nobody else does. */
  readonly on: Readonly<Record<string, WebhookListener>>;
  /** Hears of requests that are not signed as they must be. */
  readonly onInvalidSignature?: (error: WebhookVerificationError, request: Request) => void;
  /** Hears what listeners throw. */
  readonly onError?: (error: unknown, context: WebhookContext) => void;
  /** The largest body, in bytes; by default 1 MiB. */
  readonly maxBytes?: number;
}

const MAX_BYTES = 1024 * 1024;

/** How long an id is remembered, in milliseconds, which is longer than a signature holds; and how many are. */
const REMEMBERED_MS = 10 * 60 * 1000;
const MAX_REMEMBERED = 10_000;

/**
 * A function that answers signed requests: 204 when the payload was taken, also when it was before or nobody wants it; 401
 * for a signature that is not right or too old, 400 for a payload that does not say its type, 405, 413, and 500 when a
 * listener throws. Rejects when the body breaks off, and with what `onInvalidSignature` and `onError` throw. What was taken is
 * remembered in this process only.
 */
export function webhookHandler(options: WebhookHandlerOptions): (request: Request) => Promise<Response> {
  const { secret, on, onInvalidSignature, onError, maxBytes = MAX_BYTES } = options;
  const webhooks = (typeof secret === 'string' ? [secret] : secret).map((one) => new Webhook(one));
  if (webhooks.length === 0) throw new TypeError('a secret is needed');
  const seen = new Remembered();
  return async (request) => {
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } });
    const raw = await bodyOf(request, maxBytes);
    if (raw === undefined) return new Response(null, { status: 413 });
    let payload: unknown;
    try {
      payload = verified(webhooks, raw, request.headers);
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      onInvalidSignature?.(error, request);
      return new Response(null, { status: 401 });
    }
    if (!saysItsType(payload)) return new Response(null, { status: 400 });
    const listener = Object.hasOwn(on, payload.type) ? on[payload.type] : on['*'];
    const context = { id: headerOf(request.headers, 'webhook-id') ?? '', request };
    try {
      await seen.once(context.id, async () => listener?.(payload, context));
      return new Response(null, { status: 204 });
    } catch (error) {
      onError?.(error, context);
      return new Response(null, { status: 500 });
    }
  };
}

/** The payload, by the first of the secrets that it is signed with. */
function verified(webhooks: readonly Webhook[], raw: Uint8Array, headers: Headers): unknown {
  let last: unknown;
  for (const webhook of webhooks) {
    try {
      return webhook.verify(raw, headers);
    } catch (error) {
      last = error;
    }
  }
  throw last;
}

function saysItsType(payload: unknown): payload is WebhookPayload {
  return (
    typeof payload === 'object' && payload !== null && 'type' in payload && typeof payload.type === 'string'
  );
}

/** The body; undefined if it is larger than the cap. */
async function bodyOf(request: Request, cap: number): Promise<Uint8Array | undefined> {
  const reader = request.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    size += step.value.length;
    if (size > cap) {
      reader.cancel().catch(() => {});
      return undefined;
    }
    parts.push(step.value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Requests by their ids: what was taken is not taken again, and what comes twice at once is taken once. */
class Remembered {
  readonly #taken = new Map<string, { readonly until: number; readonly done: Promise<unknown> }>();

  async once(id: string, work: () => Promise<unknown>): Promise<void> {
    const now = Date.now();
    // The oldest ones are first.
    for (const [known, { until }] of this.#taken) {
      if (until > now && this.#taken.size < MAX_REMEMBERED) break;
      this.#taken.delete(known);
    }
    const known = this.#taken.get(id);
    if (known !== undefined) return void (await known.done);
    const done = work();
    this.#taken.set(id, { until: now + REMEMBERED_MS, done });
    try {
      await done;
    } catch (error) {
      // It was not taken: the sender tries again.
      this.#taken.delete(id);
      throw error;
    }
  }
}

/** What is used of a request of Node's server. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** What is used of an answer of Node's server. */
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body?: Uint8Array): unknown;
}

/**
 * A listener for the server of Node, Express and the like around a function of a Request. What parses bodies must not have
 * read the request before. Never rejects.
 */
export function nodeHandler(
  handler: (request: Request) => Promise<Response>,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (incoming, outgoing) => {
    try {
      const response = await handler(requestOf(incoming));
      const body = new Uint8Array(await response.arrayBuffer());
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(body);
    } catch {
      outgoing.writeHead(500, {});
      outgoing.end();
    }
  };
}

function requestOf(incoming: NodeRequest): Request {
  const { method = 'GET', url = '/', headers } = incoming;
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, typeof value === 'string' ? value : value.join(', ')]],
  );
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const iterator = incoming[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const step = await iterator.next();
      if (step.done) controller.close();
      else controller.enqueue(step.value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
  // The host says nothing here that anything is decided by.
  const address = new URL(url, 'http://localhost');
  if (!hasBody) return new Request(address, { method, headers: given });
  // Needed for a body that streams, and not in the types of the DOM.
  const streaming = { duplex: 'half' };
  return new Request(address, { method, headers: given, body, ...streaming });
}
