// Owns: what a hub counts, in the text format of Prometheus.

import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** Upper bounds of the buckets of how long requests take, in seconds. */
const BUCKETS = [0.005, 0.025, 0.1, 0.5, 2.5, 10];

/** The metrics of one hub. Labels are routes, which are a fixed few, and never what was asked. */
export class Metrics {
  /** Where other parts of the hub put theirs. */
  readonly registry = new Registry();
  readonly #requests = new Counter({
    name: 'chirp_hub_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['route', 'status'],
    registers: [this.registry],
  });
  readonly #seconds = new Histogram({
    name: 'chirp_hub_request_seconds',
    help: 'How long requests took.',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers: [this.registry],
  });
  #hasProcess = false;

  /** The media type of the text. */
  get type(): string {
    return this.registry.contentType;
  }

  /** Counts one request. */
  add(route: string, status: number, seconds: number): void {
    this.#requests.inc({ route, status });
    this.#seconds.observe({ route }, seconds);
  }

  /** Everything that was counted, and the state of the process, which is watched from the first time that this is asked. */
  async text(): Promise<string> {
    if (!this.#hasProcess) collectDefaultMetrics({ register: this.registry });
    this.#hasProcess = true;
    return this.registry.metrics();
  }
}
