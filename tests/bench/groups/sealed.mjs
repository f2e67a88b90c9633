// Owns the groups on sealed envelopes without a projection: verify, verify-to-object, seal, seal-to-bytes,
// seal-bytes.
import { SIZES, sealedCorpus } from '../corpus/corpora.mjs';
import { without } from '../corpus/digests.mjs';
import { WIRE_STYLES } from '../corpus/wire.mjs';
import { STACK_C, STACKS } from '../stacks/index.mjs';
import { eachAwaited, eachItem, must, totalBytes } from './cases.mjs';

const encoder = new TextEncoder();
const VERIFY_BASELINES = { A: 'A', 'A+dup': 'A+dup', E: 'E' };
const SEAL_BASELINES = { A: 'A', E: 'E' };
const ENDS = ['A', 'D', 'E'];

/** Groups of this kind, for the package under test or without it. */
export const sealedGroups = (ours) =>
  SIZES.flatMap((size) => [
    { name: `verify/${size}`, baselines: VERIFY_BASELINES, cases: () => verifyCases(size, ours) },
    { name: `verify-to-object/${size}`, baselines: VERIFY_BASELINES, cases: () => openCases(size, ours) },
    { name: `seal/${size}`, baselines: SEAL_BASELINES, cases: () => sealCases(size, ours) },
    { name: `seal-to-bytes/${size}`, baselines: SEAL_BASELINES, cases: () => sealToBytesCases(size, ours) },
    { name: `seal-bytes/${size}`, baselines: SEAL_BASELINES, cases: () => sealBytesCases(size, ours) },
  ]);

const wire = (size) => sealedCorpus(size).map((item) => item.bytes);
const bareValues = (size) => sealedCorpus(size).map((item) => without(item.value, 'integrity'));

// Bytes to a verdict.
function verifyCases(size, ours) {
  const items = wire(size);
  const bytes = totalBytes(items);
  const stacks = ours === undefined ? STACKS : { ...STACKS, ours };
  return [
    ...Object.entries(stacks).map(([name, stack]) =>
      eachItem(name, items, bytes, (item) => must(stack.verify(item))),
    ),
    eachAwaited('C, one after another', items, bytes, STACK_C.verify),
    {
      name: 'C, all at once',
      items: items.length,
      bytes,
      awaits: true,
      run: async () => must((await Promise.all(items.map(STACK_C.verify))).every(Boolean)),
    },
  ];
}

// Bytes to the verified value. For a stack that parses first it is a by-product.
function openCases(size, ours) {
  const items = wire(size);
  const bytes = totalBytes(items);
  const stacks = Object.fromEntries(['A', 'A+dup', 'D', 'E'].map((name) => [name, STACKS[name]]));
  if (ours !== undefined) stacks.ours = ours;
  return Object.entries(stacks).map(([name, stack]) =>
    eachItem(name, items, bytes, (item) => must(stack.open(item))),
  );
}

// A value to the same value with its seal. A+dup is A here: nothing is parsed.
function sealCases(size, ours) {
  const items = bareValues(size);
  const bytes = totalBytes(wire(size));
  const { 'A+dup': _, ...stacks } = STACKS;
  if (ours !== undefined) stacks.ours = ours;
  return [
    ...Object.entries(stacks).map(([name, stack]) =>
      eachItem(name, items, bytes, (item) => must(stack.seal(item))),
    ),
    eachAwaited('C, one after another', items, bytes, STACK_C.seal),
  ];
}

// A value to bytes ready to send. The peers send `JSON.stringify` output, ours is the canonical form.
function sealToBytesCases(size, ours) {
  const items = bareValues(size);
  const bytes = totalBytes(wire(size));
  const cases = ENDS.map((name) =>
    eachItem(name, items, bytes, (item) => must(encoder.encode(JSON.stringify(STACKS[name].seal(item))))),
  );
  if (ours !== undefined) cases.push(eachItem('ours', items, bytes, (item) => must(ours.sealToBytes(item))));
  return cases;
}

// Bytes of an unsealed envelope to bytes ready to send.
function sealBytesCases(size, ours) {
  const items = sealedCorpus(size).map(({ value, style }) =>
    encoder.encode(WIRE_STYLES[style](without(value, 'integrity'))),
  );
  const bytes = totalBytes(items);
  const cases = ENDS.map((name) => {
    const { read, seal } = STACKS[name];
    return eachItem(name, items, bytes, (item) => must(encoder.encode(JSON.stringify(seal(read(item))))));
  });
  if (ours !== undefined) cases.push(eachItem('ours', items, bytes, (item) => must(ours.sealBytes(item))));
  return cases;
}
