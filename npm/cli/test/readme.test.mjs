// The README does what it says: its examples run as written.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { bin } from './chirp.mjs';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const [first, lens, hook, lines] = [...readme.matchAll(/```sh\n(.*?)```/gs)].map(([, script]) => script);

/** Runs a script in an empty folder, with `chirp` on the path as npm puts it there. */
function shell(script) {
  const folder = mkdtempSync(join(tmpdir(), 'chirp-readme-'));
  mkdirSync(join(folder, 'bin'));
  symlinkSync(bin, join(folder, 'bin/chirp'));
  const PATH = [join(folder, 'bin'), process.env.PATH].join(delimiter);
  const { NO_COLOR, FORCE_COLOR, ...env } = process.env;
  const options = { cwd: folder, encoding: 'utf8', input: script, env: { ...env, PATH } };
  const { status, stdout, stderr } = spawnSync('sh', ['-e'], options);
  assert.deepEqual([status, stderr], [0, '']);
  return stdout;
}

test('the first ten lines run', () => {
  assert.equal(first.trimEnd().split('\n').length, 10);
  assert.match(
    shell(first),
    /^✓ valid\n[\s\S]*\n✓ verified, shown as PubMark\n[\s\S]*\n✗ not verified, shown as plain text\n[\s\S]*digest_mismatch[\s\S]*Build 43 failed\nchanged, so shown as plain text\n$/,
  );
});

test('the hooks are added to a file, once', () => {
  assert.match(shell(hook), /the hooks are in settings\.json\n$/);
});

test('the example of lines runs', () => {
  const [one, two, three, last, end] = shell(lines).split('\n');
  assert.deepEqual([one, three, last, end], ['{"a":2,"b":1}', '[1]', 'not all of them', '']);
  assert.equal(JSON.parse(two).line, 2);
});

test('every command of the package is in the table', () => {
  for (const command of ['validate', 'seal', 'verify', 'canonicalize', 'digest', 'pubmark compile']) {
    assert.match(readme, new RegExp(`^\\| \`chirp ${command}\` +\\|`, 'm'));
  }
});

test('the board runs, and shows what needs a person', () => {
  assert.match(shell(lens), /^needs_me for ana at .*: 1\n(.*\n)*.*Release 4\.2\n(.*\n)*.*✓ approve\n/);
});
