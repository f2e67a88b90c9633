// Owns: what a hub counts, in the text format of Prometheus.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Upper bounds of the buckets of how long requests take, in seconds. */
const BUCKETS = [0.005, 0.025, 0.1, 0.5, 2.5, 10];

/** A number that another part of the hub keeps, or several of a kind. */
export interface Shown {
  readonly kind: 'counter' | 'gauge';
  readonly name: string;
  readonly help: string;
  /** What tells several numbers apart. */
  readonly label?: string;
  /** The number; of several, each by its label. */
  read(): Promise<number | Readonly<Record<string, number>>>;
}

/** The metrics of one hub. Labels are routes, which are a fixed few, and never what was asked. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Counter({
    name: 'chirp_hub_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['route', 'status'],
    registers: [this.#registry],
  });
  readonly #seconds = new Histogram({
    name: 'chirp_hub_request_seconds',
    help: 'How long requests took.',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers: [this.#registry],
  });
  #hasProcess = false;

  /** The media type of the text. */
  get type(): string {
    return this.#registry.contentType;
  }

  /** Counts one request. */
  add(route: string, status: number, seconds: number): void {
    this.#requests.inc({ route, status });
    this.#seconds.observe({ route }, seconds);
  }

  /** Shows a number, which is read whenever it is asked for. */
  show({ kind, name, help, label, read }: Shown): void {
    const labelNames = label === undefined ? [] : [label];
    const add = async (to: Counter | Gauge) => {
      const value = await read();
      to.reset();
      if (typeof value === 'number') to.inc(value);
      else for (const [of, one] of Object.entries(value)) to.inc({ [label ?? '']: of }, one);
    };
    const Metric = kind === 'counter' ? Counter : Gauge;
    const collect = function (this: Counter | Gauge) {
      return add(this);
    };
    new Metric({ name, help, labelNames, registers: [this.#registry], collect });
  }

  /** Everything that was counted, and the state of the process, which is watched from the first time that this is asked. */
  async text(): Promise<string> {
    if (!this.#hasProcess) collectDefaultMetrics({ register: this.#registry });
    this.#hasProcess = true;
    return this.#registry.metrics();
  }
}
