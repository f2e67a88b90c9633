// Owns the checks of the peers: each accepts the whole corpus, all agree with the referee's canonical form
// and digests, and each refuses every mutant.
import { documentCorpus, messageCorpus, SIZES, sealedCorpus } from '../corpus/corpora.mjs';
import { canonicalText, sealDigest, without } from '../corpus/digests.mjs';
import { walkTree } from '../markup/walk.mjs';
import { CANONICALIZERS } from '../stacks/canonical.mjs';
import { STACK_C, STACKS } from '../stacks/index.mjs';
import { VALIDATORS } from '../stacks/validators.mjs';
import { byteMutants, duplicateName, envelopeMutants, messageMutants, treeMutants } from './mutants.mjs';

const ALL = { ...STACKS, C: STACK_C };

/** Checks that every stack says yes, and that all say the same digest. */
export async function checkAgreement(tally) {
  for (const size of SIZES) {
    for (const [index, { bytes, value }] of sealedCorpus(size).entries()) {
      const bare = without(value, 'integrity');
      for (const [name, stack] of Object.entries(ALL)) {
        const what = `${name} sealed/${size}[${index}]`;
        tally.holds(await stack.verify(bytes), `${what}: verified`);
        tally.holds((await stack.seal(bare)).integrity.digest === sealDigest(value), `${what}: sealed alike`);
      }
      for (const [name, canonical] of Object.entries(CANONICALIZERS)) {
        const what = `${name} sealed/${size}[${index}]: the same canonical form`;
        tally.holds(canonical.envelope(value) === canonicalText(bare), what);
      }
    }
    for (const [index, { bytes, value }] of messageCorpus(size).entries()) {
      for (const [name, stack] of Object.entries(ALL)) {
        tally.holds(await stack.verifyMessage(bytes), `${name} message/${size}[${index}]: verified`);
      }
      const source = value.protocol.presentation.pubmark;
      const bare = without(value.projection, 'digest');
      for (const [name, canonical] of Object.entries(CANONICALIZERS)) {
        const what = `${name} message/${size}[${index}]: the same canonical form`;
        tally.holds(
          canonical.projection(value.projection) === canonicalText(bare),
          `${what} of the projection`,
        );
        tally.holds(canonical.string(source) === canonicalText(source), `${what} of the source`);
      }
    }
  }
}

/** Checks that every stack says no. `stacks` may hold the package under test. */
export async function checkRefusals(tally, stacks = ALL) {
  const { value: envelope, bytes } = sealedCorpus('medium').find(
    ({ value }) => value.instrument.revision > 1,
  );
  const { value: message } = messageCorpus('medium')[0];
  const envelopes = [...envelopeMutants(envelope), ...byteMutants(bytes)];
  for (const [name, stack] of Object.entries(stacks)) {
    for (const [mutant, wire] of envelopes) {
      tally.holds(!(await stack.verify(wire)), `${name} refuses an envelope with: ${mutant}`);
    }
    for (const [mutant, wire] of messageMutants(message)) {
      tally.holds(!(await stack.verifyMessage(wire)), `${name} refuses a message with: ${mutant}`);
    }
  }
}

/** Checks every checker of trees that are already values. `checkers` may hold the package under test. */
export function checkTrees(tally, checkers = treeCheckers()) {
  for (const [name, check] of Object.entries(checkers)) {
    for (const size of ['4k', '64k'])
      tally.holds(check(documentCorpus(size).tree), `${name} takes the ${size} tree`);
    for (const { value } of messageCorpus('medium')) {
      tally.holds(check(value.projection.tree), `${name} takes the tree of a message`);
    }
    for (const [mutant, tree] of treeMutants(documentCorpus('4k').tree)) {
      tally.holds(!check(tree), `${name} refuses a tree with: ${mutant}`);
    }
  }
}

const treeCheckers = () => ({
  ...Object.fromEntries(Object.entries(VALIDATORS).map(([name, validator]) => [name, validator.tree])),
  'by hand': walkTree,
});

/** Checks what is known about duplicate names: one peer refuses them, the others take the last. */
export async function checkDuplicates(tally) {
  const item = sealedCorpus('small').find(({ style }) => style === 'compact');
  const wire = duplicateName(item.bytes);
  const lenient = [];
  for (const [name, stack] of Object.entries(ALL)) if (await stack.verify(wire)) lenient.push(name);
  tally.holds(!lenient.includes('A+dup'), 'A+dup refuses a duplicate name');
  console.log(`stacks that accept a duplicate name: ${lenient.join(', ')}`);
}
