// Owns the checks of the corpus: the same bytes everywhere, the sizes it claims, and nothing invalid in it.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  DOCUMENT_BYTES,
  documentCorpus,
  lineCorpus,
  messageCorpus,
  SIZES,
  sealedCorpus,
} from '../corpus/corpora.mjs';
import { packItems, unpackItems } from '../corpus/files.mjs';
import { readBack } from './read-back.mjs';
import { brokenRules } from './rules.mjs';

// Numbers in a report are comparable only as long as this holds. Whoever changes the corpus on purpose
// changes it.
const FINGERPRINT = 'c2f89229b2823a3c1bb8eaa942776b970739e842b3f74c14f64a5d0bc9bdc91f';

// Mean bytes an item, and how far the corpus may be from it.
const MEAN_BYTES = { small: 570, medium: 4900, large: 62_000 };
const TOLERANCE = 0.05;

/** Checks the corpora. */
export function checkCorpus(tally) {
  const fingerprint = createHash('sha256');
  for (const size of SIZES) {
    const envelopes = sealedCorpus(size);
    const messages = messageCorpus(size);
    checkItems(tally, `sealed/${size}`, envelopes, (value) => value);
    checkItems(tally, `message/${size}`, messages, (value) => value.protocol);
    for (const { value } of messages) checkMessage(tally, size, value);
    for (const items of [envelopes, messages]) fingerprint.update(packItems(items.map(({ bytes }) => bytes)));
    if (size in MEAN_BYTES) checkMean(tally, size, envelopes);
  }
  for (const size of Object.keys(DOCUMENT_BYTES)) {
    const { source, tree } = documentCorpus(size);
    tally.holds(
      isDeepStrictEqual(readBack(source), tree),
      `document/${size}: the source reads back as the tree`,
    );
    tally.holds(Buffer.byteLength(source) <= 65_536, `document/${size}: the source keeps within its limit`);
    fingerprint.update(source);
  }
  for (const kind of ['short', 'long']) {
    const { bytes, lines } = lineCorpus(kind);
    const lengths = new TextDecoder()
      .decode(bytes)
      .split('\n')
      .map((line) => Buffer.byteLength(line));
    tally.holds(
      lengths.length === lines + 1 && Math.max(...lengths) <= 1 << 20,
      `lines/${kind}: keep to the cap`,
    );
    fingerprint.update(bytes);
  }
  const found = fingerprint.digest('hex');
  tally.holds(found === FINGERPRINT, `the corpus is the one that was fixed (it is now ${found})`);
}

function checkItems(tally, name, items, envelopeOf) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  items.forEach(({ bytes, value, style }, index) => {
    const what = `${name}[${index}] (${style})`;
    tally.holds(
      isDeepStrictEqual(JSON.parse(decoder.decode(bytes)), value),
      `${what}: the bytes say the value`,
    );
    const broken = brokenRules(envelopeOf(value));
    tally.holds(broken.length === 0, `${what}: valid, but ${broken.join('; ')}`);
  });
  const packed = unpackItems(packItems(items.map(({ bytes }) => bytes)));
  tally.holds(
    isDeepStrictEqual(
      packed,
      items.map(({ bytes }) => bytes),
    ),
    `${name}: items survive being packed`,
  );
}

function checkMessage(tally, size, { protocol, projection }) {
  const read = readBack(protocol.presentation.pubmark);
  tally.holds(isDeepStrictEqual(read, projection.tree), `message/${size}: the source reads back as the tree`);
  const broken = brokenRules({ ...protocol, tree: projection.tree });
  tally.holds(broken.length === 0, `message/${size}: valid, but ${broken.join('; ')}`);
}

function checkMean(tally, size, items) {
  const mean = items.reduce((sum, { bytes }) => sum + bytes.length, 0) / items.length;
  const off = Math.abs(mean / MEAN_BYTES[size] - 1);
  tally.holds(
    off <= TOLERANCE,
    `sealed/${size}: an item has about ${MEAN_BYTES[size]} bytes, not ${Math.round(mean)}`,
  );
}
