// Owns: what must be true of every package.json and of the lock: nothing is depended on without a reason, a version or
// a checksum.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { workspaces } from '../../npm/scripts/build.mjs';
import { root } from '../../npm/scripts/run.mjs';

const FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

for (const folder of ['.', ...workspaces()]) {
  const manifest = read(join(folder, 'package.json'));
  const wanted = Object.fromEntries(FIELDS.flatMap((field) => Object.entries(manifest[field] ?? {})));

  test(`each dependency of ${manifest.name} has its reason beside it, and no reason is left over`, () => {
    const reasons = Object.fromEntries(
      FIELDS.flatMap((field) => Object.entries(manifest[`//${field}`] ?? {})),
    );
    assert.deepEqual(Object.keys(reasons).sort(), Object.keys(wanted).sort());
  });

  test(`each dependency of ${manifest.name} is one version`, () => {
    // A package of this repository that is a peer of a private one is whatever is here.
    const ranges = Object.entries(wanted).filter(([name]) => !name.startsWith('@chirp-protocol/'));
    assert.deepEqual(
      ranges.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version)),
      [],
    );
  });
}

test('each package of the lock has a checksum', () => {
  const packages = Object.entries(read('package-lock.json').packages);
  const foreign = packages.filter(([path, { link }]) => path.includes('node_modules/') && !link);
  assert.deepEqual(
    foreign.filter(([, { integrity }]) => integrity === undefined),
    [],
  );
});
