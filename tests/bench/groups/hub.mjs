// Owns the groups of the hub: durable sends beside the bare database, and how long readers of the stream wait. Wall time,
// over loopback; the sender shares the machine with the hub.
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import WebSocket from 'ws';
import { findPostgres } from '../../../npm/scripts/postgres.mjs';
import { postgres, sqlite } from '../hub/databases.mjs';
import { startHub } from '../hub/process.mjs';
import { median } from '../timing.mjs';

/** How many wait for an answer at once. */
const SENDERS = [1, 16];

const READERS = 200;
const SENDS_A_SECOND = 200;

const SEND_GROUPS = { 'hub/send-sqlite': sqlite, 'hub/send-postgres': postgres };
const FAN_OUT = 'hub/fan-out';

/** Names of the groups that `hubRows` can measure here. */
export const HUB_GROUPS = [...Object.keys(SEND_GROUPS), FAN_OUT].filter(
  (name) => name !== 'hub/send-postgres' || findPostgres() !== undefined,
);

/**
 * The rows of a group. Of sends: how many a second, beside transactions of one message on the bare database in the same
 * rounds. Of the stream: from before a send to a reader's having it, in milliseconds.
 */
export function hubRows(group, quick) {
  return group === FAN_OUT ? fanOutRows(quick) : sendRows(SEND_GROUPS[group], quick);
}

async function sendRows(open, quick) {
  const [rounds, sends] = quick ? [2, 200] : [7, 2000];
  const database = await open();
  const hub = await startHub(database.hub, Math.max(...SENDERS));
  const rows = [];
  try {
    let index = 0;
    const byHub = () => hub.send(JSON.stringify({ protocol: draft(index++) }));
    const bare = () => database.store(index++, stored);
    const stored = await one(hub, draft(index++));
    for (const senders of SENDERS) {
      await Promise.all([load(byHub, senders, sends), load(bare, senders, sends)]);
      const samples = [];
      for (let round = 0; round < rounds; round += 1)
        samples.push({ hub: await load(byHub, senders, sends), bare: await load(bare, senders, sends) });
      const of = (value) => median(samples.map(value));
      rows.push({
        senders,
        'vs bare': of(({ hub, bare }) => hub.rate / bare.rate).toFixed(2),
        sends_s: Math.round(of(({ hub }) => hub.rate)),
        bare_s: Math.round(of(({ bare }) => bare.rate)),
        p50_ms: of(({ hub }) => hub.p50).toFixed(2),
        p99_ms: of(({ hub }) => hub.p99).toFixed(2),
      });
    }
  } finally {
    await hub.stop();
    await database.close();
  }
  return rows;
}

/** What the hub stores of a message, for the bare database to store the same. */
async function one(hub, protocol) {
  const { body, protocol: sealed } = JSON.parse(await hub.send(JSON.stringify({ protocol })));
  return { body, envelope: Buffer.from(JSON.stringify(sealed)) };
}

function draft(index) {
  return {
    protocol: 'org.renkara.chirp.message/0.1',
    kind: 'status',
    source: { kind: 'agent', id: 'builder', display_name: 'Builder' },
    presentation: { fallback: `Build ${index} of the service has passed its checks and waits for review` },
    delivery: { dedupe_key: `build-${index}` },
  };
}

/** Does something a number of times, by so many at once: how often a second, and how long one took in milliseconds. */
async function load(work, senders, times) {
  const took = [];
  let left = times;
  const begun = performance.now();
  const sender = async () => {
    while (left > 0) {
      left -= 1;
      const start = performance.now();
      await work();
      took.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: senders }, sender));
  const rate = (times / (performance.now() - begun)) * 1000;
  return { rate, ...quantiles(took) };
}

function quantiles(values) {
  const sorted = Float64Array.from(values).sort();
  const at = (share) => sorted[Math.floor((sorted.length - 1) * share)];
  return { p50: at(0.5), p99: at(0.99), most: at(1) };
}

async function fanOutRows(quick) {
  const seconds = quick ? 2 : 15;
  const database = await sqlite();
  const hub = await startHub(database.hub, 16);
  const readers = [];
  try {
    const waits = [];
    for (let index = 0; index < READERS; index += 1) readers.push(await reader(hub, waits));
    const sends = seconds * SENDS_A_SECOND;
    const begun = performance.now();
    const answers = [];
    for (let index = 0; index < sends; index += 1) {
      const early = begun + (index * 1000) / SENDS_A_SECOND - performance.now();
      if (early > 1) await wait(early);
      answers.push(hub.send(JSON.stringify({ body: `${performance.now()}` })));
    }
    await Promise.all(answers);
    while (waits.length < sends * READERS) await wait(10);
    const { p50, p99, most } = quantiles(waits);
    return [
      {
        readers: READERS,
        sends_s: Math.round((sends / (performance.now() - begun)) * 1000),
        frames: waits.length,
        p50_ms: p50.toFixed(1),
        p99_ms: p99.toFixed(1),
        most_ms: most.toFixed(1),
      },
    ];
  } finally {
    for (const socket of readers) socket.terminate();
    await hub.stop();
    await database.close();
  }
}

/** A reader of the stream that has begun, and adds how long each message was on its way. */
async function reader({ url, token }, waits) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/stream`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.on('message', (data) => {
      const frame = JSON.parse(data);
      if (frame.type === 'message') waits.push(performance.now() - Number(frame.message.body));
      else if (frame.type === 'ready') resolve();
    });
  });
  return socket;
}
