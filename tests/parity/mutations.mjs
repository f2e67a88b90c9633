// Owns: the mutants of the vectors, and the checksum over what the package says to them. The same mutants, in the same
// order, as core/tests/mutations.rs makes. Runs in Node and in a page.

import { inputOf, outcomeOf } from './outcome.mjs';
import { operationsOf } from './vectors.mjs';

const LINK = 1000;

const encoder = new TextEncoder();

/** The generator sfc32. */
class Random {
  #a;
  #b = 0x243f6a88;
  #c = 0xb7e15162 | 0;
  #count = 1;

  constructor(seed) {
    this.#a = seed | 0;
    for (let step = 0; step < 12; step += 1) this.#next();
  }

  #next() {
    const result = (this.#a + this.#b + this.#count) | 0;
    const next = (((this.#c << 21) | (this.#c >>> 11)) + result) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = next;
    this.#count = (this.#count + 1) | 0;
    return result >>> 0;
  }

  /** A number below `limit`; 0 where that is 0. */
  below(limit) {
    return Math.floor((this.#next() * limit) / 2 ** 32);
  }
}

/** One to three changes at random places. */
function mutate(input, other, random, tokens) {
  let bytes = [...input];
  for (let changes = random.below(3); changes >= 0; changes -= 1)
    bytes = change(bytes, other, random, tokens);
  return Uint8Array.from(bytes);
}

function change(bytes, other, random, tokens) {
  const kind = random.below(6);
  const at = random.below(bytes.length);
  const changed = bytes;
  if (kind === 0 && bytes.length > 0) {
    changed[at] ^= 1 << random.below(8);
  } else if (kind === 1 && bytes.length > 0) {
    changed[at] = random.below(256);
  } else if (kind === 2) {
    changed.splice(at, 1 + random.below(8));
  } else if (kind === 3) {
    changed.splice(at, 0, ...bytes.slice(at, at + 1 + random.below(32)));
  } else if (kind === 4) {
    return [...bytes.slice(0, at), ...other.subarray(random.below(other.length))];
  } else {
    changed.splice(at, 0, ...tokens[random.below(tokens.length)]);
  }
  return changed;
}

/** An outcome as a line: everything that decides, and the place of everything that is wrong. */
function line(op, outcome) {
  const fields = [op];
  for (const name of ['ok', 'view']) if (outcome[name] !== undefined) fields.push(String(outcome[name]));
  for (const list of ['problems', 'reasons', 'advice']) {
    for (const { code, at, position } of outcome[list] ?? []) {
      const placed = position !== undefined && list === 'problems';
      fields.push(`${code}@${at}${placed ? `@${position.line}:${position.column}` : ''}`);
    }
  }
  if (outcome.more > 0) fields.push(`+${outcome.more}`);
  for (const name of ['digest', 'series', 'canonical', 'fallback'])
    if (outcome[name] !== undefined) fields.push(`${name}=${outcome[name]}`);
  return `${fields.join('\t')}\n`;
}

/**
 * The chain of SHA-256 over the verdicts on `count` mutants, a thousand a link. `seed`, `tokens` and `largest_input` are
 * those of tests/vectors/mutations.json.
 */
export async function checksum(api, areas, { seed, tokens, largest_input: largest }, count) {
  const cases = operationsOf(areas)
    .flatMap((area) => areas[area].flatMap((file) => file.cases))
    .map((one) => ({ one, bytes: inputOf(one).bytes }))
    .filter(({ bytes }) => bytes.length <= largest);
  const insertions = tokens.map((token) => [...encoder.encode(token)]);
  const random = new Random(seed);
  let chain = new Uint8Array(32);
  let text = '';
  for (let done = 1; done <= count; done += 1) {
    const { one, bytes } = cases[random.below(cases.length)];
    const other = cases[random.below(cases.length)].bytes;
    text += line(one.op, outcomeOf(api, one, mutate(bytes, other, random, insertions)));
    if (done % LINK > 0) continue;
    chain = await link(chain, encoder.encode(text));
    text = '';
  }
  return Array.from(chain, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function link(chain, verdicts) {
  const bytes = new Uint8Array(chain.length + verdicts.length);
  bytes.set(chain);
  bytes.set(verdicts, chain.length);
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}
