// Owns the proof that the bench is right: that what it times is the same work on valid input, and that a
// stack which answers wrongly would be seen. Prints `N passed, N failed`.
import { checkCorpus } from './check/corpus.mjs';
import { checkOurs } from './check/ours.mjs';
import { checkAgreement, checkDuplicates, checkRefusals, checkTrees } from './check/stacks.mjs';
import { newTally } from './check/tally.mjs';
import { loadOurs } from './ours.mjs';

const tally = newTally();
checkCorpus(tally);
await checkAgreement(tally);
await checkRefusals(tally);
await checkDuplicates(tally);
checkTrees(tally);
const ours = await loadOurs();
if (ours !== undefined) await checkOurs(tally, ours);
process.exitCode = tally.finish() ? 0 : 1;
