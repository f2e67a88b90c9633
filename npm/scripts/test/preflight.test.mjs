// Which Node is refused, and that the refusal says what to do.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkNode } from '../preflight.mjs';
import { Stop } from '../run.mjs';

describe('checkNode', () => {
  for (const version of ['20.19.0', '20.20.2', '22.0.0', '100.1.0']) {
    it(`accepts ${version}`, () => checkNode(version));
  }
  for (const version of ['20.18.9', '18.20.0', '9.99.0']) {
    it(`refuses ${version} and names a cure`, () => {
      assert.throws(
        () => checkNode(version),
        (error) => error instanceof Stop && /nvm install 20/.test(error.message),
      );
    });
  }
});
