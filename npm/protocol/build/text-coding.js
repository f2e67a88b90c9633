// Owns: TextDecoder and TextEncoder where a host has neither. Jest's jsdom environment is such a host: it has
// Node's Buffer and not these two. esbuild puts this module in place of the globals in every bundle; where
// the host has them, they are what it exports. (The Encoding standard, sections 7.2 and 7.4, for UTF-8 and
// whole inputs.)

const BYTE_ORDER_MARK = '\uFEFF';

class BufferDecoder {
  #fatal;
  #ignoreBOM;

  constructor(_label, { fatal = false, ignoreBOM = false } = {}) {
    this.#fatal = fatal;
    this.#ignoreBOM = ignoreBOM;
  }

  decode(bytes = new Uint8Array()) {
    const buffer = view(bytes);
    const text = buffer.toString('utf8');
    // Buffer replaces what is not UTF-8, so text that does not come back as the same bytes was not.
    if (this.#fatal && !globalThis.Buffer.from(text, 'utf8').equals(buffer)) {
      throw new TypeError('The encoded data was not valid for encoding utf-8');
    }
    return !this.#ignoreBOM && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  }
}

class BufferEncoder {
  encode(text = '') {
    return new Uint8Array(globalThis.Buffer.from(text, 'utf8'));
  }

  encodeInto(text, target) {
    const buffer = view(target);
    const written = buffer.write(text, 'utf8');
    return { read: buffer.toString('utf8', 0, written).length, written };
  }
}

function view(bytes) {
  return globalThis.Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export const TextDecoder = globalThis.TextDecoder ?? BufferDecoder;
export const TextEncoder = globalThis.TextEncoder ?? BufferEncoder;
