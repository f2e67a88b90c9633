// What is published: the built hub and the migrations that it reads.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { npm } from '../../scripts/run.mjs';

const folder = fileURLToPath(new URL('../', import.meta.url));

test('the package holds the hub and every migration', () => {
  const [program, ...args] = npm();
  const out = execFileSync(program, [...args, 'pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ files }] = JSON.parse(out);
  const paths = files.map(({ path }) => path);
  for (const path of ['dist/index.js', 'dist/index.d.ts', 'README.md']) assert.ok(paths.includes(path), path);
  for (const dialect of ['sqlite', 'postgres']) {
    const migrations = readdirSync(`${folder}migrations/${dialect}`);
    assert.ok(migrations.length > 0);
    for (const name of migrations) assert.ok(paths.includes(`migrations/${dialect}/${name}`), name);
  }
});

test('both databases have the same migrations', () => {
  const [sqlite, postgres] = ['sqlite', 'postgres'].map((dialect) =>
    readdirSync(`${folder}migrations/${dialect}`),
  );
  assert.deepEqual(sqlite, postgres);
});
