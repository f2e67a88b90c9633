// Owns the corpora as files, for benches in other languages.
//   node corpus/files.mjs DIRECTORY
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  DOCUMENT_BYTES,
  documentCorpus,
  lineCorpus,
  messageCorpus,
  SIZES,
  sealedCorpus,
} from './corpora.mjs';

/** Items one after another, each as its length (u32, little-endian) and its bytes. */
export function packItems(items) {
  const parts = items.flatMap((bytes) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    return [length, bytes];
  });
  return Buffer.concat(parts);
}

/** The items of `packItems`. */
export function unpackItems(packed) {
  const items = [];
  for (let at = 0; at < packed.length; ) {
    const length = packed.readUInt32LE(at);
    items.push(new Uint8Array(packed.subarray(at + 4, at + 4 + length)));
    at += 4 + length;
  }
  return items;
}

/**
 * Writes every corpus into a directory, which is made if it is not there:
 * `sealed-SIZE.bin` and `message-SIZE.bin` as packed items, `document-SIZE.md` and `lines-KIND.ndjson` as
 * they are.
 * @returns {Promise<{ file: string, bytes: number, items: number }[]>}
 */
export async function corpusFiles(directory) {
  await mkdir(directory, { recursive: true });
  const written = [];
  const put = async (name, content, items) => {
    const file = path.join(directory, name);
    await writeFile(file, content);
    written.push({ file, bytes: Buffer.byteLength(content), items });
  };
  for (const size of SIZES) {
    for (const [kind, items] of [
      ['sealed', sealedCorpus(size)],
      ['message', messageCorpus(size)],
    ]) {
      await put(`${kind}-${size}.bin`, packItems(items.map((item) => item.bytes)), items.length);
    }
  }
  for (const size of Object.keys(DOCUMENT_BYTES))
    await put(`document-${size}.md`, documentCorpus(size).source, 1);
  for (const kind of ['short', 'long']) {
    const { bytes, lines } = lineCorpus(kind);
    await put(`lines-${kind}.ndjson`, bytes, lines);
  }
  return written;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const directory = process.argv[2];
  if (directory === undefined) throw new Error('usage: node corpus/files.mjs DIRECTORY');
  for (const { file, bytes, items } of await corpusFiles(directory))
    console.log(`${file}\t${items} items\t${bytes} bytes`);
}
