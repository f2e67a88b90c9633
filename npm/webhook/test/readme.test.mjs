// The README does what it says: its examples run as written, its tables are the tables.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CLAUDE_CODE_OUTCOMES, GITHUB_OUTCOMES } from '@chirp-protocol/webhook';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

const folder = mkdtempSync(join(tmpdir(), 'chirp-readme-'));
after(() => rmSync(folder, { recursive: true }));
symlinkSync(fileURLToPath(new URL('../../../node_modules', import.meta.url)), join(folder, 'node_modules'));

for (const [index, [, code]] of [...readme.matchAll(/```js\n(.*?)```/gs)].entries()) {
  test(`example ${index + 1} runs as written`, () => {
    const options = { cwd: folder, encoding: 'utf8', input: code };
    const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-'], options);
    assert.equal(status, 0, stderr);
    const expected = [...code.matchAll(/\/\/ → (.*)/g)].map(([, line]) => line);
    const printed = stdout.trimEnd().split('\n');
    assert.equal(printed.length, expected.length, stdout);
    for (const [at, line] of expected.entries())
      assert.ok(
        line.endsWith('…') ? printed[at].startsWith(line.slice(0, -1)) : printed[at] === line,
        stdout,
      );
  });
}

test('the tables are the tables', () => {
  const cells = readme
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  for (const table of [GITHUB_OUTCOMES, CLAUDE_CODE_OUTCOMES]) {
    const rows = cells.filter(([place, , , , words]) => Object.hasOwn(table, place) && words !== undefined);
    const expected = Object.entries(table).flatMap(([place, outcomes]) =>
      Object.entries(outcomes).map(([word, { words, state, severity, asks }]) => [
        ...[place, word, state ?? '—', severity],
        asks ? `${words} (asks)` : words,
      ]),
    );
    assert.deepEqual(rows, expected);
  }
});
