// Owns the calls to the hub that serves this page: what came back as text, and refusals as what they are.
import type { Problem } from '@chirp-protocol/protocol/instruments';

/** How long an answer may take (ms). */
const ANSWER_MS = 15_000;

/** Who is signed in. */
export interface Me {
  readonly workspace: string;
  readonly account: string;
  readonly roles: readonly string[];
}

/** A success. */
export interface Answered {
  readonly status: number;
  readonly text: string;
}

/** The hub did not answer, or could not work just now: the same may be asked again. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** The hub refused, and said why. */
export class Refused extends Error {
  override readonly name = 'Refused';

  constructor(
    readonly status: number,
    readonly code: string,
    /** One sentence of the hub's. */
    readonly detail: string,
    readonly problems: readonly Problem[],
    /** How many problems there are beyond those. */
    readonly more: number,
    /** The whole answer. */
    readonly text: string,
  ) {
    super(detail);
  }
}

/**
 * Asks the hub. The page's session goes with it by itself. Rejects with {@link Refused} or {@link NoAnswer}, and with
 * nothing else.
 */
export async function ask(method: string, path: string, body?: string | Uint8Array): Promise<Answered> {
  let status: number;
  let text: string;
  try {
    const response = await fetch(path, {
      method,
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body === undefined ? {} : { body: body as BodyInit }),
    });
    status = response.status;
    text = await response.text();
  } catch {
    throw new NoAnswer('the hub did not answer');
  }
  if (status < 400) return { status, text };
  const refused = refusalOf(status, text);
  if (status >= 500 || refused === undefined) throw new NoAnswer('the hub cannot answer just now');
  throw refused;
}

/** The same, for JSON that needs no verification. */
export async function read<Answer>(path: string): Promise<Answer> {
  return JSON.parse((await ask('GET', path)).text) as Answer;
}

/** What stands between this page and the hub: undefined where none serves it, `signed_out` where it knows nobody. */
export async function findHub(): Promise<Me | 'signed_out' | undefined> {
  if (!(await isServedByHub())) return undefined;
  try {
    return await read<Me>('/api/v1/me');
  } catch (error) {
    if (error instanceof Refused && error.status === 401) return 'signed_out';
    throw error;
  }
}

/** A hub says in the headers of its pages where its API is described; a folder of files does not. */
async function isServedByHub(): Promise<boolean> {
  try {
    const { headers } = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' });
    return /rel="service-desc"/u.test(headers.get('link') ?? '');
  } catch {
    return false;
  }
}

function refusalOf(status: number, text: string): Refused | undefined {
  try {
    const { code, detail, problems = [], more = 0 } = JSON.parse(text) as Partial<Refused>;
    if (typeof code !== 'string') return undefined;
    return new Refused(status, code, detail ?? code, problems, more, text);
  } catch {
    return undefined;
  }
}
