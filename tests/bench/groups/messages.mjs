// Owns the groups on messages with a projection: the seal, the source digest, the projection digest and the
// tree, in one verdict.
import { messageCorpus, SIZES } from '../corpus/corpora.mjs';
import { STACK_C, STACKS } from '../stacks/index.mjs';
import { eachAwaited, eachItem, must, totalBytes } from './cases.mjs';

/** Groups of this kind, for the package under test or without it. */
export const messageGroups = (ours) =>
  SIZES.map((size) => ({
    name: `verify-message/${size}`,
    baselines: { A: 'A', 'A+dup': 'A+dup', E: 'E' },
    cases: () => verifyMessageCases(size, ours),
  }));

function verifyMessageCases(size, ours) {
  const items = messageCorpus(size).map((item) => item.bytes);
  const bytes = totalBytes(items);
  const cases = Object.entries(STACKS).map(([name, stack]) =>
    eachItem(name, items, bytes, (item) => must(stack.verifyMessage(item))),
  );
  cases.push(eachAwaited('C, one after another', items, bytes, STACK_C.verifyMessage));
  if (ours !== undefined) {
    cases.push(
      eachItem('ours', items, bytes, (item) => must(ours.verifyMessage(item))),
      // What peers have parsed anyway.
      eachItem('ours, with its objects', items, bytes, (item) => must(ours.openMessage(item))),
      // More than any peer does: the source is compiled again and must give the same tree.
      eachItem('ours, recompiling', items, bytes, (item) => must(ours.verifyRecompiling(item))),
    );
  }
  return cases;
}
