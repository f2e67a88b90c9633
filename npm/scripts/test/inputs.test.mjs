// What makes a build stale, and what does not.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { inputDigest, isCurrent, markCurrent, markStale } from '../inputs.mjs';

describe('inputs', () => {
  let base;
  const digest = (more) => inputDigest(base, ['src', 'one.toml', 'absent.toml'], more);

  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'chirp-inputs-'));
    mkdirSync(join(base, 'src/deep'), { recursive: true });
    writeFileSync(join(base, 'src/deep/a.ts'), 'a');
    writeFileSync(join(base, 'one.toml'), 'one');
  });

  afterEach(() => rmSync(base, { recursive: true }));

  const changes = {
    'a byte': () => writeFileSync(join(base, 'src/deep/a.ts'), 'b'),
    'a name': () => renameSync(join(base, 'src/deep/a.ts'), join(base, 'src/deep/b.ts')),
    'a new file': () => writeFileSync(join(base, 'src/b.ts'), ''),
    'a file that was absent': () => writeFileSync(join(base, 'absent.toml'), ''),
    'a lost file': () => rmSync(join(base, 'one.toml')),
  };
  for (const [name, change] of Object.entries(changes)) {
    it(`change with ${name}`, () => {
      const before = digest();
      change();
      assert.notEqual(digest(), before);
    });
  }

  it('change with what else is named', () => {
    assert.notEqual(digest(['x']), digest());
  });

  it('do not change with times, results and tests', () => {
    const before = digest();
    utimesSync(join(base, 'one.toml'), 1, 1);
    for (const folder of ['dist', 'node_modules', 'test']) {
      mkdirSync(join(base, 'src', folder));
      writeFileSync(join(base, 'src', folder, 'x'), 'x');
    }
    markCurrent(join(base, 'src'), before);
    assert.equal(digest(), before);
  });

  it('make a build current only with its result, and until it is begun again', () => {
    markCurrent(base, digest());
    assert.equal(isCurrent(base, 'dist', digest()), false);
    mkdirSync(join(base, 'dist'));
    assert.equal(isCurrent(base, 'dist', digest()), true);
    assert.equal(isCurrent(base, 'dist', digest(['x'])), false);
    markStale(base);
    assert.equal(isCurrent(base, 'dist', digest()), false);
  });
});
