// Owns: one attempt to deliver: a POST to addresses that were checked, bounded in time and size.

import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { AddressRefused, type Checked, checkAddress } from './address.js';

/** Why an attempt may fail. */
export const FAILURES = ['address', 'connection', 'redirect', 'status', 'time', 'too_large'] as const;

/** What came of an attempt. */
export type Outcome =
  | { readonly ok: true; readonly status: number }
  | { readonly ok: false; readonly reason: (typeof FAILURES)[number]; readonly status?: number };

/** What is posted. */
export interface Posting {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What holds of every attempt. */
export interface PostingRules {
  readonly allowLoopback: boolean;
  /** How long an attempt may take, from the name to the end of the answer, in milliseconds. */
  readonly timeoutMs: number;
}

/** The most of an answer that is read, in bytes. Nothing in it is looked at. */
const ANSWER_BYTES = 64 * 1024;

/**
 * Posts once. Success is a status of 2xx with an answer that ends in time. A redirect is not followed and a proxy is not
 * asked. The address is checked again, and the connection goes to what was checked. Never rejects.
 */
export async function post(posting: Posting, { allowLoopback, timeoutMs }: PostingRules): Promise<Outcome> {
  let request: ClientRequest | undefined;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Outcome>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, { ok: false, reason: 'time' });
  });
  const attempt = async (): Promise<Outcome> => {
    const checked = await checkAddress(posting.url, allowLoopback);
    if (isOver) return { ok: false, reason: 'time' };
    request = requestTo(checked, posting);
    return outcomeOf(request, posting.body);
  };
  let isOver = false;
  try {
    return await Promise.race([attempt(), late]);
  } catch (error) {
    return { ok: false, reason: error instanceof AddressRefused ? 'address' : 'connection' };
  } finally {
    isOver = true;
    clearTimeout(timer);
    request?.destroy();
  }
}

/** A request on a connection of its own, which is made to one of the checked addresses. */
function requestTo({ url, addresses }: Checked, { headers }: Posting): ClientRequest {
  const lookup: LookupFunction = (_hostname, options, done) => {
    if (options.all) return done(null, [...addresses]);
    const [{ address, family } = { address: '', family: 4 }] = addresses;
    done(null, address, family);
  };
  const options = { method: 'POST', headers, lookup, autoSelectFamily: true };
  // An agent of its own: it is not the global one, which a variable of the environment may send through a proxy.
  if (url.protocol === 'http:') return requestHttp(url, { ...options, agent: new HttpAgent() });
  const name = url.hostname.replace(/\.$/, '');
  const isLiteral = name.startsWith('[') || isIP(name) !== 0;
  const agent = new HttpsAgent({ maxCachedSessions: 0 });
  // The certificate is checked against the name of the URL; a literal is checked as one, and has no name to send.
  return requestHttps(url, { ...options, agent, ...(isLiteral ? {} : { servername: name }) });
}

function outcomeOf(request: ClientRequest, body: string): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    request.once('response', (response) => resolve(answerOf(response)));
    request.on('error', reject);
    // A connection that is closed without an answer or an error, as after a switch of protocols.
    request.once('close', () => reject(new Error('closed')));
    request.end(body);
  });
}

async function answerOf(response: IncomingMessage): Promise<Outcome> {
  const { statusCode: status = 0 } = response;
  if (status >= 300 && status < 400) return { ok: false, reason: 'redirect', status };
  if (status < 200 || status >= 300) return { ok: false, reason: 'status', status };
  let size = 0;
  for await (const part of response) {
    size += (part as Buffer).length;
    if (size > ANSWER_BYTES) return { ok: false, reason: 'too_large', status };
  }
  return { ok: true, status };
}
