// The entry to which the program brings the wasm, in Node.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as slim from '@chirp-protocol/protocol/slim';

const file = createRequire(join(process.cwd(), 'here.js')).resolve('@chirp-protocol/protocol/core.wasm');

readFile(file).then(async (bytes) => {
  slim.initSync(bytes satisfies slim.WasmSource);
  await slim.init(bytes);
  console.log(slim.canonicalize('{"b": 1.50, "a": [1e3]}'));
});
