// Owns: `npm run generate`. Writes the files that come from the schema in core; with --check says which
// differ.

import { chirpBuild } from './build.mjs';
import { preflight } from './preflight.mjs';
import { main } from './run.mjs';

await main(async () => {
  await preflight();
  await chirpBuild(['generate', ...process.argv.slice(2)]);
});
