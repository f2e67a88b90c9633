// The stand-ins for hosts without TextDecoder and TextEncoder, held against the ones Node has.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

const REAL = { TextDecoder: globalThis.TextDecoder, TextEncoder: globalThis.TextEncoder };

const TEXTS = ['', 'plain', 'é€😀', '\uFEFFmarked', 'a\0b', '\uD800 alone', 'x'.repeat(5000)];

const INVALID = [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82], [0xf4, 0x90, 0x80, 0x80]];

describe('text coding without a host’s own', () => {
  let standIn;

  before(async () => {
    delete globalThis.TextDecoder;
    delete globalThis.TextEncoder;
    standIn = await import('../build/text-coding.js');
    Object.assign(globalThis, REAL);
  });

  it('is the host’s own where there is one', async () => {
    const here = await import('../build/text-coding.js?here');
    assert.equal(here.TextDecoder, REAL.TextDecoder);
    assert.equal(here.TextEncoder, REAL.TextEncoder);
    assert.notEqual(standIn.TextDecoder, REAL.TextDecoder);
  });

  for (const options of [{}, { ignoreBOM: true }, { fatal: true }, { fatal: true, ignoreBOM: true }]) {
    it(`decodes as the host does with ${JSON.stringify(options)}`, () => {
      const ours = new standIn.TextDecoder('utf-8', options);
      const theirs = new REAL.TextDecoder('utf-8', options);
      assert.equal(ours.decode(), '');
      for (const text of TEXTS) {
        const bytes = new REAL.TextEncoder().encode(`>${text}<`).subarray(1, -1);
        assert.equal(ours.decode(bytes), theirs.decode(bytes));
      }
      for (const bytes of INVALID.map((list) => Uint8Array.from(list))) {
        if (options.fatal) assert.throws(() => ours.decode(bytes), TypeError);
        else assert.equal(ours.decode(bytes), theirs.decode(bytes));
      }
    });
  }

  it('encodes as the host does', () => {
    for (const text of TEXTS) {
      assert.deepEqual(new standIn.TextEncoder().encode(text), new REAL.TextEncoder().encode(text));
    }
  });

  it('encodes into what room there is, never half a character', () => {
    for (const text of TEXTS) {
      for (let room = 0; room <= 16; room += 1) {
        const [ours, theirs] = [new Uint8Array(room), new Uint8Array(room)];
        const outcome = new standIn.TextEncoder().encodeInto(text, ours);
        assert.deepEqual(outcome, new REAL.TextEncoder().encodeInto(text, theirs));
        assert.deepEqual(ours.subarray(0, outcome.written), theirs.subarray(0, outcome.written));
      }
    }
  });
});
