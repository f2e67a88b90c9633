// Owns: `npm run bench`. Builds what is stale, then measures; arguments go to the benchmark.

import { build } from './build.mjs';
import { main, must } from './run.mjs';

await main(async () => {
  await build();
  // The benchmark collects garbage between its samples, so that no peer pays for another's.
  await must(process.execPath, ['--expose-gc', 'tests/bench/bench.mjs', ...process.argv.slice(2)]);
});
