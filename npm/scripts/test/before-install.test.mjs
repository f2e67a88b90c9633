// Owns: that a fresh clone can begin: what its commands load before they install is Node's own or a file beside them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const COMMANDS = ['start', 'test', 'build', 'bench', 'fuzz', 'generate'];

/** The files that a script loads before it runs, and what else it names. */
function loaded(file, files = new Map()) {
  if (files.has(file.href)) return files;
  const names = [
    ...readFileSync(file, 'utf8').matchAll(/^(?:(?:import|export) [^;']*|\} )from '([^']+)';$/gm),
  ].map(([, name]) => name);
  files.set(file.href, names);
  for (const name of names) if (name.startsWith('.')) loaded(new URL(name, file), files);
  return files;
}

for (const command of COMMANDS) {
  test(`npm run ${command} needs nothing that is not in a fresh clone to begin`, () => {
    const files = loaded(new URL(`../${command}.mjs`, import.meta.url));
    assert.ok(files.size > 1);
    const packages = [...files.values()].flat().filter((name) => !/^(\.|node:)/.test(name));
    assert.deepEqual(packages, []);
  });
}
