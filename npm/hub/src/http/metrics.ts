// Owns: what a hub counts of its requests and of the readers of its stream, in the text format of Prometheus.

import type { StreamCounts } from '../stream/streams.js';

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
  readonly #streams: () => StreamCounts;

  /** `streams` gives what was counted of the readers. */
  constructor(streams: () => StreamCounts) {
    this.#streams = streams;
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

  /** Everything that was counted. */
  text(): string {
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
    const { readers, frames, slow } = this.#streams();
    const streams = [
      '# TYPE chirp_hub_stream_readers gauge',
      `chirp_hub_stream_readers ${readers}`,
      '# TYPE chirp_hub_stream_frames_total counter',
      `chirp_hub_stream_frames_total ${frames}`,
      '# TYPE chirp_hub_stream_slow_readers_total counter',
      `chirp_hub_stream_slow_readers_total ${slow}`,
    ];
    return `${[...requests, ...times, ...streams].join('\n')}\n`;
  }
}
