// Owns: `npm start`. From a fresh clone to two pages on printed URLs: installs, builds what is stale, serves
// the pages.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { main, root, Stop, say } from './run.mjs';
import { serve } from './serve.mjs';

const USUAL_PORT = 4747;

await main(async () => {
  const { values } = parseArgs({ options: { port: { type: 'string' } } });
  const port = Number(values.port ?? USUAL_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Stop('--port takes a number up to 65535');

  await build();
  const folder = join(root, 'web-demo/dist');
  if (!existsSync(join(folder, 'index.html')))
    throw new Stop('the build of web-demo left no dist/index.html');
  const server = await listen(folder, port, values.port === undefined);
  say(`The playground is at ${server.url}`);
  say(`The board is at ${server.url}board.html`);
  say('Ctrl+C stops it');
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close());
});

async function listen(folder, port, next) {
  try {
    return await serve(folder, { port, next });
  } catch (error) {
    throw new Stop(`port ${port} cannot be used: ${error.message}`);
  }
}
