// Owns the clock and the sampling discipline. Ratios between cases are what this bench is for, so everything
// here serves their fairness:
//   - every case is sampled once a round, in an order shuffled anew, so that drift meets all alike
//   - each sample follows a full collection and an untimed run, which settles young memory and the caches
//   - synchronous cases are timed by what the kernel accounts to this thread (Linux), which a busy neighbour
//     cannot stretch; asynchronous cases, and other systems, by wall time
//   - two cases are compared round by round, and the median of those ratios is reported
import fs from 'node:fs';
import v8 from 'node:v8';
import vm from 'node:vm';
import { numberStream } from './corpus/random.mjs';

v8.setFlagsFromString('--expose-gc');
const collectGarbage = vm.runInNewContext('gc');

const wallNs = () => Number(process.hrtime.bigint());

function openSchedstat() {
  try {
    return fs.openSync('/proc/self/schedstat', 'r');
  } catch {
    return undefined;
  }
}

const schedstat = openSchedstat();
const schedstatText = Buffer.alloc(64);
const neverSignalled = new Int32Array(new SharedArrayBuffer(4));
const SHORTEST_WAIT_MS = 0.02;

// The kernel brings its count up to date at a context switch, which the short wait forces.
function threadCpuNs() {
  if (schedstat === undefined) return wallNs();
  Atomics.wait(neverSignalled, 0, 0, SHORTEST_WAIT_MS);
  const length = fs.readSync(schedstat, schedstatText, 0, schedstatText.length, 0);
  return Number.parseInt(schedstatText.latin1Slice(0, length), 10);
}

/** The middle value; of an even count, the mean of the two in the middle. */
export function median(values) {
  const sorted = values.slice().sort((x, y) => x - y);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {number} items how many items one run handles
 * @property {number} bytes how many bytes one run handles
 * @property {() => unknown} run handles all items once; throws if an answer is wrong
 * @property {true} [awaits] `run` gives a promise
 */

/** How thorough a measurement is: rounds, and milliseconds a sample. */
export const EFFORTS = { full: { rounds: 11, sampleMs: 60 }, quick: { rounds: 3, sampleMs: 12 } };

const MOST_ASYNC_WARM_UPS = 50;
const SETTLING_SHARE = 0.3;

/**
 * Measures the cases of one group beside each other.
 * @param {Case[]} cases
 * @param {{ rounds: number, sampleMs: number }} effort
 * @returns {Promise<(Case & { clock: 'cpu' | 'wall', samples: number[] })[]>} `samples` are nanoseconds
 *   an item, one a round, in the same rounds for all cases
 */
export async function measure(cases, { rounds, sampleMs }) {
  const runners = [];
  for (const one of cases) runners.push(await warmedUp(one, sampleMs));
  const random = numberStream(rounds);
  for (let round = 0; round < rounds; round++) {
    for (const runner of random.shuffled(runners)) {
      collectGarbage();
      await repeat(runner, Math.ceil(runner.repeats * SETTLING_SHARE));
      const start = runner.now();
      await repeat(runner, runner.repeats);
      runner.samples.push((runner.now() - start) / runner.repeats / runner.items);
    }
  }
  return runners.map(({ name, items, bytes, clock, samples }) => ({ name, items, bytes, clock, samples }));
}

// Runs a case until the engine has compiled it, and learns how many runs make a sample.
async function warmedUp(one, sampleMs) {
  const clock = one.awaits || schedstat === undefined ? 'wall' : 'cpu';
  const runner = { ...one, clock, now: clock === 'cpu' ? threadCpuNs : wallNs, repeats: 1, samples: [] };
  const enoughNs = 1e6 * Math.max(2.5 * sampleMs, 60);
  const start = wallNs();
  let runs = 0;
  let spentNs = 0;
  while (spentNs < enoughNs && !(one.awaits && runs > MOST_ASYNC_WARM_UPS)) {
    await repeat(runner, 1);
    runs += 1;
    spentNs = wallNs() - start;
  }
  runner.repeats = Math.max(1, Math.round((sampleMs * 1e6 * runs) / spentNs));
  return runner;
}

// A plain loop for synchronous cases: one `await` a run would be timed with them.
async function repeat({ run, awaits }, times) {
  if (awaits) for (let i = 0; i < times; i++) await run();
  else for (let i = 0; i < times; i++) run();
}

/** How many times faster `result` is than `base`: the median over rounds of the ratio within the round. */
export const speedup = (result, base) => median(result.samples.map((ns, round) => base.samples[round] / ns));
