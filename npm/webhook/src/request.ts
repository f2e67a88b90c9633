/** One request to a hub, repeated while that can help and does no harm. */
import { HubError, HubUnreachable } from './hub-error.js';

/** How a hub is reached. */
export interface Connection {
  /** The address, such as `https://hub.example`. */
  readonly url: string;
  readonly token: string;
  /** What sends requests; by default the `fetch` of the platform. */
  readonly fetch?: typeof fetch | undefined;
  /** How long an answer may take, in milliseconds; by default 10,000. */
  readonly timeoutMs?: number | undefined;
  /** How often a request is made at most; by default 5 times. */
  readonly attempts?: number | undefined;
}

/** What is asked. */
export interface Asking {
  readonly method: 'GET' | 'POST';
  /** The path, from `/api/v1/`. */
  readonly path: string;
  /** JSON text. */
  readonly body?: string | undefined;
  /** Whether the same request twice is as good as once. */
  readonly isRepeatable: boolean;
  readonly signal?: AbortSignal | undefined;
}

const TIMEOUT_MS = 10_000;
const ATTEMPTS = 5;

/** How long to wait before the second request, and the longest wait, in milliseconds. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;

/** The longest that a hub may ask to be waited for, in milliseconds. */
const RETRY_AFTER_MS = 60_000;

/** Statuses of a hub, or of what stands before it, that cannot answer now. */
const PASSING = [408, 425, 429, 500, 502, 503, 504];

/** Of these, the ones that say that nothing was done. */
const NOTHING_DONE = [425, 429];

/** Codes of a connection that was never made. */
const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];

/**
 * The answer, parsed. Throws HubError when the hub refuses, HubUnreachable when it cannot be reached or cannot answer, as
 * often as it was tried, and the reason of the signal when that aborts.
 */
export async function ask(connection: Connection, asking: Asking): Promise<unknown> {
  const { attempts = ATTEMPTS } = connection;
  for (let attempt = 1; ; attempt += 1) {
    const tried = await attemptAt(connection, asking);
    if ('answer' in tried) return tried.answer;
    const mayRepeat = asking.isRepeatable || tried.isUndone;
    if (!mayRepeat || attempt >= attempts) throw tried.error;
    await pause(tried.retryAfterMs ?? backoffMs(attempt), asking.signal);
  }
}

/** A wait that grows with each attempt, of which any part is taken, so that many clients do not come back at once. */
export function backoffMs(attempt: number): number {
  return Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
}

/** Waits. Rejects with the reason of the signal when that aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

type Tried =
  | { readonly answer: unknown }
  | {
      readonly error: HubUnreachable;
      /** Whether it is certain that nothing was done. */
      readonly isUndone: boolean;
      readonly retryAfterMs?: number | undefined;
    };

async function attemptAt(connection: Connection, asking: Asking): Promise<Tried> {
  const { url, token, timeoutMs = TIMEOUT_MS } = connection;
  const { method, path, body, signal } = asking;
  signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutMs);
  let response: Response;
  let text: string;
  try {
    response = await (connection.fetch ?? fetch)(`${url.replace(/\/+$/, '')}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      // A token goes where it was meant to go, and nowhere else.
      redirect: 'manual',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      ...(body === undefined ? {} : { body }),
    });
    text = await response.text();
  } catch (cause) {
    signal?.throwIfAborted();
    const isUndone = NEVER_SENT.includes(codeOf(cause));
    return { error: new HubUnreachable('the hub cannot be reached', { cause }), isUndone };
  }
  const { status } = response;
  if (PASSING.includes(status)) {
    const error = new HubUnreachable(`the hub cannot answer now (${status})`);
    const isUndone = NOTHING_DONE.includes(status);
    return { error, isUndone, retryAfterMs: retryAfterMs(response.headers.get('retry-after')) };
  }
  const answer = parsed(text);
  if (!response.ok) throw new HubError(status, answer);
  if (answer === undefined) {
    const error = new HubUnreachable('what answers there is no hub');
    return { error, isUndone: false };
  }
  return { answer };
}

function codeOf(error: unknown): string {
  const cause = (error as { cause?: { code?: unknown; errors?: { code?: unknown }[] } }).cause;
  const code = cause?.code ?? cause?.errors?.[0]?.code;
  return typeof code === 'string' ? code : '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Seconds, or a date (RFC 9110, 10.2.3). */
function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.min(RETRY_AFTER_MS, Math.max(0, ms));
}
