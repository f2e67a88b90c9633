// The README does what it says: its example runs as written, its table is the table.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { GITHUB_OUTCOMES } from '@chirp-protocol/webhook';

const folder = fileURLToPath(new URL('../', import.meta.url));
const readme = readFileSync(`${folder}README.md`, 'utf8');

test('the example runs as written', () => {
  const [, input] = /```js\n(.*?)```/s.exec(readme);
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-'], {
    cwd: folder,
    encoding: 'utf8',
    input,
  });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^CI #7: failed\n.*\nsha256:[0-9a-f]{64}\n$/s);
});

test('the table is the table', () => {
  const rows = readme
    .split('\n')
    .filter((line) => /^\| (run|check_suite|deployment|pull)_/.test(line))
    .map((line) => line.replace(/ +/g, ' '));
  const expected = Object.entries(GITHUB_OUTCOMES).flatMap(([place, outcomes]) =>
    Object.entries(outcomes).map(
      ([word, { words, state, severity }]) =>
        `| ${place} | ${word} | ${state ?? '—'} | ${severity} | ${words} |`,
    ),
  );
  assert.deepEqual(rows, expected);
});
