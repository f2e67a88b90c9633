// When node_modules counts as installed, and when the lock counts as made for the manifests.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isInstalled, lockCovers } from '../install.mjs';

const lock = {
  packages: {
    '': { devDependencies: { esbuild: '0.28.2' } },
    'npm/cli': { dependencies: {} },
    'node_modules/@chirp-protocol/cli': { resolved: 'npm/cli', link: true },
    'node_modules/esbuild': { version: '0.28.2', integrity: 'sha512-e' },
    'node_modules/@esbuild/aix-ppc64': { version: '0.28.2', integrity: 'sha512-a', optional: true },
  },
};

const record = (change) => {
  const packages = structuredClone(lock.packages);
  delete packages[''];
  delete packages['node_modules/@esbuild/aix-ppc64'];
  change?.(packages);
  return { packages };
};

describe('isInstalled', () => {
  it('holds when all that is not optional is there', () => {
    assert.equal(isInstalled(lock, record()), true);
  });

  it('fails on a fresh clone', () => {
    assert.equal(isInstalled(lock, undefined), false);
  });

  const changes = {
    'a package is missing': (packages) => delete packages['node_modules/esbuild'],
    'a version differs': (packages) => {
      packages['node_modules/esbuild'].version = '0.28.1';
    },
    'the content differs': (packages) => {
      packages['node_modules/esbuild'].integrity = 'sha512-x';
    },
    'a workspace is not linked': (packages) => delete packages['node_modules/@chirp-protocol/cli'],
    'an optional package has another version': (packages) => {
      packages['node_modules/@esbuild/aix-ppc64'] = {
        version: '0.1.0',
        integrity: 'sha512-a',
        optional: true,
      };
    },
  };
  for (const [name, change] of Object.entries(changes)) {
    it(`fails when ${name}`, () => assert.equal(isInstalled(lock, record(change)), false));
  }
});

describe('lockCovers', () => {
  const manifests = { '': { devDependencies: { esbuild: '0.28.2' } }, 'npm/cli': {} };

  it('holds for the manifests it was made for', () => {
    assert.equal(lockCovers(lock, manifests), true);
  });

  it('fails when a manifest asks for more, less or another version', () => {
    const asked = [{}, { esbuild: '0.28.3' }, { esbuild: '0.28.2', typescript: '5.9.3' }];
    for (const devDependencies of asked)
      assert.equal(lockCovers(lock, { ...manifests, '': { devDependencies } }), false);
  });

  it('fails for a workspace it has not seen', () => {
    assert.equal(lockCovers(lock, { ...manifests, 'npm/new': {} }), false);
  });
});
