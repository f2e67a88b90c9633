// Owns: the sequence of doubles that RFC 8785 appendix B points to.

import { createHash } from 'node:crypto';

/** The doubles, without end: those listed, a series, and a chain of SHA-256. */
export function* doubles({ listed, serial }) {
  const view = new DataView(new ArrayBuffer(8));
  const double = (bits) => {
    view.setBigUint64(0, bits);
    return view.getFloat64(0);
  };
  for (const bits of listed) yield double(BigInt(`0x${bits}`));
  const first = BigInt(`0x${serial.first}`);
  for (let step = 0n; step < serial.count; step += 1n) yield double(first + step);
  let block = Buffer.alloc(32);
  for (;;) {
    block = createHash('sha256').update(block).digest();
    for (let at = 0; at < 32; at += 8) {
      const value = block.readDoubleLE(at);
      if (value !== 0 && Number.isFinite(value)) yield value;
    }
  }
}

/** The bits of a double in hexadecimal, without leading zeros. */
export function bitsOf(double) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, double);
  return view.getBigUint64(0).toString(16);
}
