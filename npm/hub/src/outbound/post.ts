// Owns: one attempt to deliver: a POST to addresses that were checked, bounded in time and size.

import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { within } from '../within.js';
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

/** A line to one subscriber, which keeps its connection from one attempt to the next, until it is closed. */
export class Line {
  readonly #rules: PostingRules;
  // Agents of its own: the global ones may be sent through a proxy by a variable of the environment.
  readonly #http = new HttpAgent({ keepAlive: true, maxSockets: 1 });
  readonly #https = new HttpsAgent({ keepAlive: true, maxSockets: 1 });

  constructor(rules: PostingRules) {
    this.#rules = rules;
  }

  /**
   * Posts once. Success is a status of 2xx with an answer that ends in time. A redirect is not followed and a proxy is not
   * asked. The address is checked again, and a connection is made to what was checked, now or earlier. Never rejects.
   */
  async post(posting: Posting): Promise<Outcome> {
    const ending = new AbortController();
    const attempt = this.#attempt(posting, ending.signal).catch(
      (error: unknown): Outcome => ({
        ok: false,
        reason: error instanceof AddressRefused ? 'address' : 'connection',
      }),
    );
    const late: Outcome = { ok: false, reason: 'time' };
    const outcome = await within(this.#rules.timeoutMs, attempt, late);
    // A connection that failed is not kept.
    if (!outcome.ok) ending.abort();
    return outcome;
  }

  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }

  async #attempt(posting: Posting, signal: AbortSignal): Promise<Outcome> {
    const checked = await checkAddress(posting.url, this.#rules.allowLoopback);
    // A name may have resolved after the attempt was over.
    signal.throwIfAborted();
    for (;;) {
      const request = this.#request(checked, posting, signal);
      try {
        return await outcomeOf(request, posting.body);
      } catch (error) {
        // The subscriber closed a connection that was kept: that is no failure of its own.
        if (!request.reusedSocket || signal.aborted) throw error;
      }
    }
  }

  /** A request on a connection to one of the checked addresses, of which the signal ends what is not at its end. */
  #request({ url, addresses }: Checked, { headers }: Posting, signal: AbortSignal): ClientRequest {
    const lookup: LookupFunction = (_hostname, options, done) => {
      if (options.all) return done(null, [...addresses]);
      const [{ address, family } = { address: '', family: 4 }] = addresses;
      done(null, address, family);
    };
    const options = { method: 'POST', headers, lookup, autoSelectFamily: true, signal };
    if (url.protocol === 'http:') return requestHttp(url, { ...options, agent: this.#http });
    const name = url.hostname.replace(/\.$/, '');
    const isLiteral = name.startsWith('[') || isIP(name) !== 0;
    // The certificate is checked against the name of the URL; a literal is checked as one, and has no name to send.
    return requestHttps(url, { ...options, agent: this.#https, ...(isLiteral ? {} : { servername: name }) });
  }
}

function outcomeOf(request: ClientRequest, body: string): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    // A connection that is closed without an answer or an error, as after a switch of protocols.
    const closed = () => reject(new Error('closed'));
    request.once('close', closed);
    request.on('error', reject);
    request.once('response', (response) => {
      request.off('close', closed);
      answerOf(response).then((outcome) => {
        // The rest of such an answer is not waited for.
        if (!outcome.ok) request.destroy();
        resolve(outcome);
      }, reject);
    });
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
