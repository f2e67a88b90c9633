// Owns: what a hub counts of its requests, in the text format of Prometheus.

/** Upper bounds of the buckets of how long requests take, in seconds. */
const BUCKETS = [0.005, 0.025, 0.1, 0.5, 2.5, 10];

interface Count {
  requests: Map<number, number>;
  /** Requests at or below each bound. */
  buckets: number[];
  seconds: number;
}

/** Counts requests by route, which are a fixed few, and status. */
export class Metrics {
  readonly #routes = new Map<string, Count>();
  readonly #others: readonly (() => Promise<string>)[];

  /** `others` say what is counted elsewhere, in the same format. */
  constructor(...others: (() => Promise<string>)[]) {
    this.#others = others;
  }

  /** Counts one request. */
  add(route: string, status: number, seconds: number): void {
    const count = this.#routes.get(route) ?? {
      requests: new Map(),
      buckets: BUCKETS.map(() => 0),
      seconds: 0,
    };
    this.#routes.set(route, count);
    count.requests.set(status, (count.requests.get(status) ?? 0) + 1);
    count.buckets = count.buckets.map((sum, index) => sum + (seconds <= (BUCKETS[index] ?? 0) ? 1 : 0));
    count.seconds += seconds;
  }

  /** Everything that was counted, here and elsewhere. */
  async text(): Promise<string> {
    const others = await Promise.all(this.#others.map((counted) => counted()));
    return [this.#text(), ...others].join('');
  }

  #text(): string {
    const requests = ['# TYPE chirp_hub_requests_total counter'];
    const times = ['# TYPE chirp_hub_request_seconds histogram'];
    for (const [route, { requests: statuses, buckets, seconds }] of this.#routes) {
      let total = 0;
      for (const [status, sum] of statuses) {
        requests.push(`chirp_hub_requests_total{route="${route}",status="${status}"} ${sum}`);
        total += sum;
      }
      for (const [index, sum] of buckets.entries())
        times.push(`chirp_hub_request_seconds_bucket{route="${route}",le="${BUCKETS[index]}"} ${sum}`);
      times.push(
        `chirp_hub_request_seconds_bucket{route="${route}",le="+Inf"} ${total}`,
        `chirp_hub_request_seconds_sum{route="${route}"} ${seconds}`,
        `chirp_hub_request_seconds_count{route="${route}"} ${total}`,
      );
    }
    return `${[...requests, ...times].join('\n')}\n`;
  }
}
