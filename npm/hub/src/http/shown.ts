// Owns: what of the parts of a hub is shown among its metrics.

import type { Courier } from '../outbound/courier.js';
import type { Streams } from '../stream/streams.js';
import type { Metrics } from './metrics.js';

/** Shows whether the hub is about to close, its readers, and its deliveries. */
export function show(metrics: Metrics, isClosing: () => boolean, streams: Streams, courier: Courier): void {
  metrics.show({
    kind: 'gauge',
    name: 'chirp_hub_closing',
    help: 'Whether the hub is about to close.',
    read: async () => Number(isClosing()),
  });
  const readers = [
    { kind: 'gauge', name: 'readers', help: 'Readers of the stream.', of: 'readers' },
    { kind: 'counter', name: 'frames_total', help: 'Frames that readers were sent.', of: 'frames' },
    { kind: 'counter', name: 'slow_readers_total', help: 'Readers that were too slow.', of: 'slow' },
  ] as const;
  for (const { kind, name, help, of } of readers)
    metrics.show({ kind, name: `chirp_hub_stream_${name}`, help, read: async () => streams.counts[of] });
  metrics.show({
    kind: 'gauge',
    name: 'chirp_hub_webhook_deliveries',
    help: 'Deliveries that are owed, and those that were given up.',
    label: 'state',
    read: () => courier.deliveries(),
  });
  metrics.show({
    kind: 'counter',
    name: 'chirp_hub_webhook_attempts_total',
    help: 'Attempts to deliver.',
    label: 'outcome',
    read: async () => courier.outcomes,
  });
}
