// Owns: how often one may ask. Counts are of this process: of several hubs, each lets through as much.

import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal, refuse } from './refusal.js';
import { hashOf } from './secret.js';

/** How often one may ask, in a minute. */
export interface LimitOptions {
  /** Requests with one token: by default 240000. */
  readonly requests?: number;
  /** Messages and actions sent with one token: by default 120000. */
  readonly sends?: number;
  /** Requests from one address with a token that is none: by default 60. */
  readonly failures?: number;
  /** What arrives at one inbound hook: by default 6000. */
  readonly hooks?: number;
}

/** What is counted. */
export type Limited = keyof LimitOptions;

const USUAL = { requests: 240_000, sends: 120_000, failures: 60, hooks: 6000 } as const;

const MINUTE_S = 60;

/** Of an IPv6 address, what one subscriber has: its first 64 bits. */
const SUBSCRIBER_BITS = 64;

/** The most tokens that are remembered as valid. */
const KEPT = 10_000;

/** The limits of a hub. */
export class Limits {
  readonly #limiters: Readonly<Record<Limited, RateLimiterMemory>>;
  /** Tokens that were valid lately, hashed: they are asked about also when their address is not. */
  readonly #valid = new Set<string>();

  /** Throws TypeError for a limit that is none, or no whole number from 1. */
  constructor(options: LimitOptions) {
    const unknown = Object.keys(options).find((name) => !Object.hasOwn(USUAL, name));
    if (unknown !== undefined) throw new TypeError(`there is no limit \`${unknown}\``);
    const limiter = (name: Limited) => {
      const points = options[name] ?? USUAL[name];
      if (!Number.isSafeInteger(points) || points < 1)
        throw new TypeError(`limits.${name} must be a whole number from 1`);
      return new RateLimiterMemory({ points, duration: MINUTE_S, keyPrefix: name });
    };
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

  /**
   * Who a request with a credential comes from, as `known` finds out. Throws Refusal: what `known` throws, and
   * `too_many_requests` for an address that has shown too many credentials that are none.
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
      await this.#judged(address, credential, true);
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
