// Owns: delivering: takes from the outbox, signs, posts, and writes down what came of it, for as long as the hub is open.

import { Webhook } from '@chirp-protocol/webhook';
import { failureLine, type LogLine } from '../log.js';
import { newId } from '../secret.js';
import type { Driver } from '../store/sql.js';
import {
  type Claim,
  claim,
  countsOf,
  nextDue,
  type Owed,
  type RetryRules,
  release,
  settle,
  take,
} from './claims.js';
import { Line, type Outcome, type Posting } from './post.js';

/** How webhooks are delivered. */
export interface WebhookOptions {
  /** How often a delivery is attempted before it is given up: by default 12 times, over about a day. */
  readonly attempts?: number;
  /** The first wait after a failure is up to this long, each further one up to four times that: by default 5000 ms. */
  readonly baseMs?: number;
  /** How long a subscriber may take to answer: by default 10000 ms. */
  readonly timeoutMs?: number;
  /** How many subscribers are posted to at once, each with one delivery at a time: by default 32. */
  readonly concurrency?: number;
}

/** What a courier works with. */
export interface CourierOptions extends WebhookOptions {
  readonly driver: Driver;
  readonly allowLoopback: boolean;
  readonly log: (line: LogLine) => void;
}

const USUAL = { attempts: 12, baseMs: 5000, timeoutMs: 10_000, concurrency: 32 };

/** How long a process that is gone is waited for, in attempts that last as long as they may. */
const LEASE = 1.5;

/** How often the outbox is looked into if nobody tells, and how long it is not when much is told, in milliseconds. */
const LOOK_MS = 1000;
const REST_MS = 10;

/** Deliveries to one subscriber before another has its turn. */
const SLICE = 50;

const USER_AGENT = 'chirp-hub';

/** Delivers what the outbox holds, beside the couriers of other processes. */
export class Courier {
  readonly #driver: Driver;
  readonly #log: (line: LogLine) => void;
  readonly #rules: RetryRules & { timeoutMs: number; concurrency: number; allowLoopback: boolean };
  /** Under this name it takes webhooks. */
  readonly #name = newId();
  readonly #serving = new Set<Promise<void>>();
  readonly #outcomes = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #isAsked = false;
  #isResting = false;
  #isClosing = false;

  constructor({ driver, allowLoopback, log, ...options }: CourierOptions) {
    const rules = { ...USUAL, ...options };
    for (const [name, value] of Object.entries(rules))
      if (!Number.isInteger(value) || value < 1)
        throw new TypeError(`webhooks.${name} must be a whole number from 1`);
    this.#driver = driver;
    this.#log = log;
    this.#rules = { ...rules, allowLoopback, leaseMs: Math.ceil(LEASE * rules.timeoutMs) };
  }

  /** Says that there may be something to deliver. */
  wake(): void {
    this.#isAsked = true;
    if (this.#isClosing || this.#looking !== undefined || this.#isResting) return;
    clearTimeout(this.#timer);
    this.#looking = this.#look().then((wait) => {
      this.#looking = undefined;
      if (!this.#isClosing) this.#rest(wait);
    });
  }

  /** Begins no more deliveries, and waits for those that are under way. What is still owed stays in the outbox. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#looking;
    clearTimeout(this.#timer);
    await Promise.allSettled(this.#serving);
  }

  /** How many deliveries the database holds, by what is to become of them. While it is away that is not known. */
  deliveries(): Promise<Readonly<Record<string, number>>> {
    return this.#driver.read(countsOf).catch(() => ({}));
  }

  /** How many attempts of this hub ended how. */
  get outcomes(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#outcomes);
  }

  /** Does not look for a moment, however often it is told to, and then when it was told to or after a wait. */
  #rest(wait: number): void {
    this.#isResting = true;
    this.#timer = setTimeout(() => {
      this.#isResting = false;
      if (this.#isAsked) this.wake();
      else this.#timer = setTimeout(() => this.wake(), wait).unref();
    }, REST_MS).unref();
  }

  /** Takes what is due. How long until there is more, in milliseconds, unless it is told before. */
  async #look(): Promise<number> {
    this.#isAsked = false;
    let wait = LOOK_MS;
    try {
      const free = this.#rules.concurrency - this.#serving.size;
      const due = free > 0 ? await this.#driver.read(nextDue) : undefined;
      const now = Date.now();
      if (due !== undefined && due <= now) {
        const claims = await this.#driver.write((sql) => claim(sql, this.#name, free, this.#rules, now));
        for (const claimed of claims) this.#begin(claimed);
      } else if (due !== undefined) wait = Math.min(wait, due - now);
    } catch (error) {
      this.#failed(error);
    }
    return wait;
  }

  #begin(claimed: Claim): void {
    const serving = this.#serve(claimed).catch((error: unknown) => this.#failed(error));
    this.#serving.add(serving);
    serving.finally(() => {
      this.#serving.delete(serving);
      this.wake();
    });
  }

  /** Delivers to one subscriber, one after the other, until one fails, nothing is due, or others have their turn. */
  async #serve(claimed: Claim): Promise<void> {
    const line = new Line(this.#rules);
    try {
      await this.#serveOn(line, claimed);
    } finally {
      line.close();
    }
  }

  async #serveOn(line: Line, claimed: Claim): Promise<void> {
    let owed = await this.#driver.write((sql) => this.#next(sql, claimed, !this.#isClosing));
    for (let count = 1; owed !== undefined; count += 1) {
      const current: Owed = owed;
      const outcome = await line.post(postingOf(current));
      const settled = await this.#driver.write(async (sql) => {
        const now = Date.now();
        const result = await settle(sql, claimed, current, outcome, this.#rules, now);
        const goesOn = outcome.ok && result.isKept && count < SLICE && !this.#isClosing;
        return { ...result, owed: await this.#next(sql, claimed, goesOn) };
      });
      this.#count(claimed, current, outcome, settled);
      owed = settled.owed;
    }
  }

  /** What is delivered next; without that, the webhook is let go. */
  async #next(sql: Parameters<typeof take>[0], claimed: Claim, goesOn: boolean): Promise<Owed | undefined> {
    const owed = goesOn ? await take(sql, claimed, Date.now()) : undefined;
    if (owed === undefined) await release(sql, claimed);
    return owed;
  }

  #count(
    { webhook }: Claim,
    { delivery }: Owed,
    outcome: Outcome,
    { isDead, isDisabled }: { isDead: boolean; isDisabled: boolean },
  ): void {
    const name = outcome.ok ? 'delivered' : outcome.reason;
    this.#outcomes.set(name, (this.#outcomes.get(name) ?? 0) + 1);
    if (outcome.ok) return;
    const { reason, status = 0 } = outcome;
    const event = isDisabled ? 'webhook_disabled' : isDead ? 'delivery_given_up' : 'delivery_failed';
    const more = { webhook, delivery: delivery.id, attempt: delivery.attempts + 1, reason, status };
    this.#log({ time: new Date().toISOString(), level: 'warn', event, ...more });
  }

  /** The database is away, or the hub is wrong: what was taken is taken again when its lease ends. */
  #failed(error: unknown): void {
    this.#log({ ...failureLine(new Date(), error), event: 'courier_failed' });
  }
}

/** A delivery with its headers, signed at this moment by each secret. */
function postingOf({ delivery, url, secrets, body }: Owed): Posting {
  const now = new Date();
  const headers = {
    'content-type': 'application/json',
    'content-length': `${Buffer.byteLength(body)}`,
    'user-agent': USER_AGENT,
    'webhook-id': delivery.id,
    'webhook-timestamp': `${Math.floor(now.getTime() / 1000)}`,
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(delivery.id, now, body)).join(' '),
  };
  return { url, headers, body };
}
