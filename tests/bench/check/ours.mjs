// Owns the checks of the package under test on the corpus: it says what the peers say, and refuses what they
// refuse.
import { isDeepStrictEqual } from 'node:util';
import { documentCorpus, lineCorpus, messageCorpus, SIZES, sealedCorpus } from '../corpus/corpora.mjs';
import { canonicalText, sealDigest, without } from '../corpus/digests.mjs';
import { STACKS } from '../stacks/index.mjs';
import { duplicateName } from './mutants.mjs';
import { checkRefusals, checkTrees } from './stacks.mjs';

const encoder = new TextEncoder();

/** Checks `ours`, as `loadOurs` gives it. */
export async function checkOurs(tally, ours) {
  for (const size of SIZES) {
    for (const [index, item] of sealedCorpus(size).entries()) {
      checkEnvelope(tally, ours, `ours sealed/${size}[${index}]`, item);
    }
    for (const [index, item] of messageCorpus(size).entries()) {
      checkMessage(tally, ours, `ours message/${size}[${index}]`, item);
    }
  }
  for (const size of ['4k', '64k']) {
    const { source, tree } = documentCorpus(size);
    tally.holds(
      isDeepStrictEqual(ours.compile(source).tree, tree),
      `ours document/${size}: compiled as generated`,
    );
  }
  const [line] = new TextDecoder().decode(lineCorpus('long').bytes).split('\n');
  const canonical = ours.canonicalize(encoder.encode(line));
  tally.holds(canonical === canonicalText(JSON.parse(line)), 'ours: the same canonical form of a long line');
  tally.holds(!ours.verify(duplicateName(sealedCorpus('small')[0].bytes)), 'ours refuses a duplicate name');
  await checkRefusals(tally, { ours });
  checkTrees(tally, { ours: ours.checkTree });
}

function checkEnvelope(tally, ours, what, { bytes, value }) {
  const report = ours.validate(bytes);
  tally.holds(report.ok, `${what}: valid, but ${JSON.stringify(report.problems)}`);
  tally.holds(ours.verify(bytes), `${what}: verified`);
  tally.holds(isDeepStrictEqual(ours.open(bytes), value), `${what}: the same value`);
  const bare = without(value, 'integrity');
  tally.holds(ours.seal(bare).integrity.digest === sealDigest(value), `${what}: sealed alike`);
  tally.holds(STACKS.A.verify(ours.sealToBytes(bare)), `${what}: a peer verifies what was sealed`);
  const sealedBytes = ours.sealBytes(encoder.encode(JSON.stringify(bare)));
  tally.holds(STACKS.A.verify(sealedBytes), `${what}: a peer verifies what was sealed from bytes`);
}

function checkMessage(tally, ours, what, { bytes, value }) {
  const report = ours.validate(bytes);
  tally.holds(report.ok, `${what}: valid, but ${JSON.stringify(report.problems)}`);
  tally.holds(ours.verifyMessage(bytes), `${what}: verified`);
  tally.holds(ours.openMessage(bytes), `${what}: envelope and tree are there`);
  tally.holds(ours.verifyRecompiling(bytes), `${what}: verified after compiling again`);
  const { projection } = ours.compile(value.protocol.presentation.pubmark);
  tally.holds(projection.digest === value.projection.digest, `${what}: the same projection`);
}
