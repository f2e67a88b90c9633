// Owns: how large the packages may be. Prints the size of each file a browser would load, and fails over
// budget. Sizes are those of the files as they are published, not minified; 1 kB is 1000 bytes.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { isMain, main, root, Stop } from './run.mjs';

/** What is measured: the files that are loaded together, and the kilobytes they may have after gzip. */
const ENTRIES = [
  {
    name: 'protocol: core.wasm and its glue',
    files: ['npm/protocol/dist/core.wasm', 'npm/protocol/dist-wasm/verify/core.js'],
    budget: 85,
  },
  {
    name: 'protocol: index.js',
    files: ['npm/protocol/dist/index.js', 'npm/protocol/dist/identity.js'],
    budget: 120,
  },
  { name: 'protocol: slim.js', files: ['npm/protocol/dist/slim.js', 'npm/protocol/dist/identity.js'] },
  { name: 'protocol: compile.wasm', files: ['npm/protocol/dist/compile.wasm'] },
  {
    name: 'protocol: compile.js',
    files: ['npm/protocol/dist/compile.js', 'npm/protocol/dist/identity.js'],
    budget: 290,
  },
  { name: 'renderer: index.js', files: ['npm/renderer/dist/index.js'] },
];

/** The bytes of some files, as they are and compressed one by one, as a server sends them. */
export function measure(files) {
  const contents = files.map((file) => readFileSync(file));
  const total = (size) => contents.reduce((sum, bytes) => sum + size(bytes), 0);
  return {
    raw: total((bytes) => bytes.length),
    gzip: total((bytes) => gzipSync(bytes, { level: 9 }).length),
    brotli: total((bytes) => brotliCompressSync(bytes).length),
  };
}

async function sizes() {
  const over = [];
  console.log(row(['', 'raw', 'gzip', 'brotli', 'budget']));
  for (const { name, files, budget } of ENTRIES) {
    const paths = files.map((file) => join(root, file));
    const missing = files.filter((_, index) => !existsSync(paths[index]));
    if (missing.length > 0) throw new Stop(`${missing.join(', ')} is not there; run \`npm run build\``);
    const { raw, gzip, brotli } = measure(paths);
    console.log(
      row([name, ...[raw, gzip, brotli].map(kilobytes), budget === undefined ? '' : `${budget} kB`]),
    );
    if (budget !== undefined && gzip > budget * 1000) over.push(name);
  }
  if (over.length > 0) throw new Stop(`over budget after gzip: ${over.join('; ')}`);
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

function row([name, ...cells]) {
  return [name.padEnd(36), ...cells.map((cell) => cell.padStart(10))].join('');
}

if (isMain(import.meta.url)) await main(sizes);
