// What is refused before anything is built, that each refusal says what to do, and that rustup is not asked for where
// a Rust from elsewhere will do. Programs are missing here because PATH leads only to those that are named.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkNode, checkRust } from '../preflight.mjs';
import { ask, Stop } from '../run.mjs';

const PREFLIGHT = new URL('../preflight.mjs', import.meta.url);

const VERSIONS = {
  checkNode: {
    check: checkNode,
    accepted: ['20.19.0', '20.20.2', '22.0.0', '100.1.0'],
    refused: ['20.18.9', '18.20.0', '9.99.0'],
    cure: /nvm install 20/,
  },
  checkRust: {
    check: checkRust,
    accepted: ['1.90.0', '1.95.0', '1.100.0-nightly', '2.0.0'],
    refused: ['1.89.1', '1.9.0', '0.90.0'],
    cure: /Install rustup/,
  },
};

for (const [name, { check, accepted, refused, cure }] of Object.entries(VERSIONS)) {
  describe(name, () => {
    for (const version of accepted) it(`accepts ${version}`, () => check(version));
    for (const version of refused) {
      it(`refuses ${version} and names a cure`, () => {
        assert.throws(
          () => check(version),
          (error) => error instanceof Stop && cure.test(error.message),
        );
      });
    }
  });
}

describe('preflight', () => {
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'chirp-preflight-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Runs a function of the module with nothing on PATH but these, given by name or as a path. */
  function withOnly(programs, call = 'preflight') {
    for (const program of programs) {
      const path = program.includes('/') ? program : find(program);
      symlinkSync(path, join(folder, path.split('/').at(-1)));
    }
    const env = { ...process.env, PATH: folder, CXX: undefined };
    const code = `import { ${call} } from '${PREFLIGHT}'; import { main } from './run.mjs'; await main(${call});`;
    const cwd = fileURLToPath(new URL('..', import.meta.url));
    return spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
      cwd,
      env,
      encoding: 'utf8',
    });
  }

  const ofRust = (name) => join(ask('rustc', ['--print', 'sysroot']), 'bin', name);

  it('is content with cargo and rustc that no rustup manages, if they have the target', () => {
    const { status, stdout } = withOnly([ofRust('cargo'), ofRust('rustc'), 'cc']);
    assert.match(stdout, /target wasm32-unknown-unknown/);
    assert.equal(status, 0);
  });

  const missing = {
    'Rust altogether': [[], 'preflight', /rustup/],
    'a linker': [[ofRust('cargo'), ofRust('rustc')], 'preflight', /no cc here[\s\S]*install/],
    'a C++ compiler': [[], 'cxx', /no c\+\+ here[\s\S]*install/],
  };
  for (const [name, [programs, call, cure]] of Object.entries(missing)) {
    it(`names what to run where there is no trace of ${name}`, () => {
      const { status, stderr } = withOnly(programs, call);
      assert.match(stderr, cure);
      assert.equal(status, 1);
    });
  }
});

function find(program) {
  const paths = process.env.PATH.split(delimiter).map((directory) => join(directory, program));
  return paths.find(existsSync);
}
