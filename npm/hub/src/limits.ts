// Owns: how often one may ask. Counts are of this process: of several hubs, each lets through as much.

import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Caller } from './caller.js';
import { Refusal, refuse } from './refusal.js';
import { hashOf } from './secret.js';

/** How often one may ask in a minute with one token, or as one person; and how much there may be at once. */
export interface LimitOptions {
  /** Requests: by default 240000. */
  readonly requests?: number;
  /** Messages that are sent or edited, and actions: by default 120000. */
  readonly sends?: number;
  /** Requests from one address with a token, a hook or a code that is none: by default 60. */
  readonly failures?: number;
  /** What arrives at one inbound hook: by default 6000. */
  readonly hooks?: number;
  /** Readers of the stream at once: by default 1000. */
  readonly readers?: number;
}

/** What is counted by the minute. */
export type Limited = Exclude<keyof LimitOptions, 'readers'>;

const USUAL = { requests: 240_000, sends: 120_000, failures: 60, hooks: 6000, readers: 1000 } as const;

/** When to try again for a place among the readers, in seconds. */
const READERS_RETRY_S = 5;

const MINUTE_S = 60;

/** Of an IPv6 address, what one subscriber has: its first 64 bits. */
const SUBSCRIBER_BITS = 64;

/** The most tokens that are remembered as valid. */
const KEPT = 10_000;

/** The limits of a hub. */
export class Limits {
  readonly #limiters: Readonly<Record<Limited, RateLimiterMemory>>;
  readonly #readers: number;
  /** Tokens that were valid lately, hashed: they are asked about also when their address is not. */
  readonly #valid = new Set<string>();

  /** Throws TypeError for a limit that is none, or no whole number from 1. */
  constructor(options: LimitOptions) {
    const unknown = Object.keys(options).find((name) => !Object.hasOwn(USUAL, name));
    if (unknown !== undefined) throw new TypeError(`there is no limit \`${unknown}\``);
    const most = (name: keyof LimitOptions) => {
      const points = options[name] ?? USUAL[name];
      if (!Number.isSafeInteger(points) || points < 1)
        throw new TypeError(`limits.${name} must be a whole number from 1`);
      return points;
    };
    const limiter = (name: Limited) =>
      new RateLimiterMemory({ points: most(name), duration: MINUTE_S, keyPrefix: name });
    this.#readers = most('readers');
    this.#limiters = {
      requests: limiter('requests'),
      sends: limiter('sends'),
      failures: limiter('failures'),
      hooks: limiter('hooks'),
    };
  }

  /** Counts one. Throws Refusal: `too_many_requests`, with when to try again. */
  async count(what: Limited, key: string): Promise<void> {
    try {
      await this.#limiters[what].consume(key);
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /** Asks whether one more reader may come, of whom there are so many. Throws Refusal: `too_many_requests`. */
  admitReader(readers: number): void {
    if (readers < this.#readers) return;
    const { status, code, details } = refuse('too_many_requests', 'too many readers of the stream at once');
    throw new Refusal(status, code, { ...details, retry_after: READERS_RETRY_S });
  }

  /**
   * Who a request with a credential comes from, as `known` finds out; undefined for nobody. Throws Refusal: what `known` throws,
   * and `too_many_requests` for an address that has shown too many credentials that are none.
   */
  async admitted<T>(
    address: string | undefined,
    credential: string | undefined,
    known: () => Promise<T>,
  ): Promise<T> {
    if (credential === undefined) return known();
    await this.#admit(address, credential);
    try {
      const caller = await known();
      await this.#judged(address, credential, caller !== undefined);
      return caller;
    } catch (error) {
      if (error instanceof Refusal && error.code === 'unauthorized')
        await this.#judged(address, credential, false);
      throw error;
    }
  }

  /** Refuses a token from an address that has shown too many that are none, unless it was valid lately. Throws Refusal. */
  async #admit(address: string | undefined, token: string): Promise<void> {
    if (address === undefined || this.#valid.has(hashOf(token))) return;
    const seen = await this.#limiters.failures.get(subscriber(address));
    if (seen !== null && seen.remainingPoints <= 0) throw refusalOf(seen);
  }

  /** Says whether a token was one. */
  async #judged(address: string | undefined, token: string, isValid: boolean): Promise<void> {
    const hash = hashOf(token);
    if (isValid) {
      this.#valid.add(hash);
      const [oldest] = this.#valid;
      if (this.#valid.size > KEPT && oldest !== undefined) this.#valid.delete(oldest);
      return;
    }
    this.#valid.delete(hash);
    if (address !== undefined) await this.count('failures', subscriber(address));
  }
}

/** Under what a caller is counted: a token by itself, and a person as one, however often they sign in. */
export function countedAs({ workspace, token, account, isSession }: Caller): string {
  return isSession ? JSON.stringify([workspace, account]) : token;
}

/** What a failed count of the library says. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof RateLimiterRes)) return error;
  const { status, code, details } = refuse('too_many_requests');
  const retry_after = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
  return new Refusal(status, code, { ...details, retry_after });
}

/** Who an address stands for. */
function subscriber(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${SUBSCRIBER_BITS}`).toString();
}
