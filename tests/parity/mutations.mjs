// Owns: the mutants of the vectors, and the checksum over what the package says to them. The same mutants, in the same
// order, as core/tests/mutations.rs makes. Runs in Node and in a page.

import { inputOf, outcomeOf } from './outcome.mjs';
import { operationsOf } from './vectors.mjs';

const LARGEST_INPUT = 16 * 1024;
const LINK = 1000;

const TOKENS = [
  ...['"', '\\', '{', '}', '[', ']', ',', ':', '0', '-0', '1e999', '9007199254740993', 'null', 'true', '{}'],
  ...['[]', '""', '\\u0000', '\\ud800', '\\udc00', '\\ud83d\\ude00', '\ufeff', '\u202e', '\r\n', '\0', '\x7f'],
  ...['\u2028', '"body":', '"protocol":', '"__proto__":1,', '"kind":"event",', '"url":"javascript:x",', '😀'],
].map((token) => [...new TextEncoder().encode(token)]);

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

function mutate(input, other, random) {
  let bytes = [...input];
  for (let changes = random.below(3); changes >= 0; changes -= 1) bytes = change(bytes, other, random);
  return Uint8Array.from(bytes);
}

function change(bytes, other, random) {
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
    changed.splice(at, 0, ...TOKENS[random.below(TOKENS.length)]);
  }
  return changed;
}

/** An outcome as a line: everything that decides, and the place of everything that is wrong. */
function line(op, outcome) {
  const fields = [op];
  for (const name of ['ok', 'view']) if (outcome[name] !== undefined) fields.push(String(outcome[name]));
  for (const list of ['problems', 'reasons', 'advice']) {
    for (const { code, at, position } of outcome[list] ?? []) {
      const place = position !== undefined && list === 'problems' ? `@${position.line}:${position.column}` : '';
      fields.push(`${code}@${at}${place}`);
    }
  }
  if (outcome.more > 0) fields.push(`+${outcome.more}`);
  for (const name of ['digest', 'series', 'canonical', 'fallback'])
    if (outcome[name] !== undefined) fields.push(`${name}=${outcome[name]}`);
  return `${fields.join('\t')}\n`;
}

/** The chain of SHA-256 over the verdicts on `count` mutants, a thousand a link. */
export async function checksum(api, areas, seed, count) {
  const cases = operationsOf(areas)
    .flatMap((area) => areas[area].flatMap((file) => file.cases))
    .map((one) => ({ one, bytes: inputOf(one).bytes }))
    .filter(({ bytes }) => bytes.length <= LARGEST_INPUT);
  const random = new Random(seed);
  const encoder = new TextEncoder();
  let chain = new Uint8Array(32);
  let text = '';
  for (let done = 1; done <= count; done += 1) {
    const { one, bytes } = cases[random.below(cases.length)];
    const other = cases[random.below(cases.length)].bytes;
    text += line(one.op, outcomeOf(api, one, mutate(bytes, other, random)));
    if (done % LINK > 0) continue;
    const verdicts = encoder.encode(text);
    const link = new Uint8Array(chain.length + verdicts.length);
    link.set(chain);
    link.set(verdicts, chain.length);
    chain = new Uint8Array(await crypto.subtle.digest('SHA-256', link));
    text = '';
  }
  return Array.from(chain, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
