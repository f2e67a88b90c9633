// Owns the groups on NDJSON: bytes to lines, each checked. Every reader has the same cap of 1 MiB a line.
import { isUtf8 } from 'node:buffer';
import canonicalize from 'canonicalize';
import split2 from 'split2';
import { lineCorpus } from '../corpus/corpora.mjs';
import { decodeText, parseWithoutDuplicates } from '../stacks/decode.mjs';
import { must } from './cases.mjs';

const LINE_CAP_BYTES = 1 << 20;
const CHUNK_BYTES = 1 << 16;
const LINE_FEED = 0x0a;

/** Groups of this kind, for the package under test or without it. */
export const lineGroups = (ours) =>
  ['short', 'long'].map((kind) => ({
    name: `ndjson/${kind}`,
    baselines: { split2: 'split2 + JSON.parse', strict: 'strict UTF-8 + JSON.parse' },
    cases: () => lineCases(lineCorpus(kind), ours),
  }));

function lineCases({ bytes, lines }, ours) {
  const readers = {
    'strict UTF-8 + JSON.parse': (text) => readLines(text, (line) => JSON.parse(strictText(line))),
    'decode all, split, JSON.parse': splitDecoded,
    'strict UTF-8 + lossless-json': (text) =>
      readLines(text, (line) => parseWithoutDuplicates(strictText(line))),
    'strict UTF-8 + JSON.parse + canonicalize': (text) =>
      readLines(text, (line) => canonicalize(JSON.parse(strictText(line)))),
  };
  // Both refuse more than any of the above; the second gives the canonical text of each line.
  if (ours !== undefined) {
    readers['ours: checkLines'] = ours.checkLines;
    readers['ours: canonicalize'] = (text) => readLines(text, ours.canonicalize);
  }

  const one = (name, run, more) => ({ name, items: lines, bytes: bytes.length, run, ...more });
  return [
    one('split2 + JSON.parse', async () => must((await streamLines(bytes)) === lines), { awaits: true }),
    ...Object.entries(readers).map(([name, read]) => one(name, () => must(read(bytes) === lines))),
  ];
}

function readLines(bytes, readLine) {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let count = 0;
  for (let start = 0; start < view.length; count++) {
    const found = view.indexOf(LINE_FEED, start);
    const end = found === -1 ? view.length : found;
    if (end - start > LINE_CAP_BYTES) throw new Error('a line is over the cap');
    readLine(view.subarray(start, end));
    start = end + 1;
  }
  return count;
}

function strictText(line) {
  if (!isUtf8(line)) throw new Error('not UTF-8');
  return line.utf8Slice();
}

function splitDecoded(bytes) {
  let count = 0;
  for (const line of decodeText(bytes).split('\n')) {
    if (line === '') continue;
    JSON.parse(line);
    count += 1;
  }
  return count;
}

function streamLines(bytes) {
  return new Promise((resolve, reject) => {
    let count = 0;
    const stream = split2(JSON.parse, { maxLength: LINE_CAP_BYTES });
    stream.on('data', () => (count += 1));
    stream.on('end', () => resolve(count));
    stream.on('error', reject);
    for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
      stream.write(Buffer.from(bytes.subarray(start, start + CHUNK_BYTES)));
    }
    stream.end();
  });
}
