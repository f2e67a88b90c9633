// Owns: how large the packages may be. Prints the size of each file a browser would load, and fails over
// budget. Sizes are those of the files as they are published, not minified; 1 kB is 1000 bytes.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { main, root, Stop } from './run.mjs';

/**
 * What is measured: files, with what they import at once, and the kilobytes they may have together after gzip. The
 * budgets are ceilings, set to what is there so that growth is noticed. They are to be lowered, and no targets.
 */
const ENTRIES = [
  {
    name: 'protocol: core.wasm and its glue',
    files: ['npm/protocol/dist/core.wasm', 'npm/protocol/dist-wasm/verify/plain/core.js'],
    budget: 92,
  },
  { name: 'protocol: index.js', files: ['npm/protocol/dist/index.js'], budget: 118 },
  { name: 'protocol: core.simd.wasm', files: ['npm/protocol/dist/core.simd.wasm'], budget: 86 },
  { name: 'protocol: slim.js', files: ['npm/protocol/dist/slim.js'], budget: 14 },
  { name: 'protocol: compile.wasm', files: ['npm/protocol/dist/compile.wasm'], budget: 234 },
  { name: 'protocol: compile.js', files: ['npm/protocol/dist/compile.js'], budget: 310 },
  { name: 'protocol: instruments.js', files: ['npm/protocol/dist/instruments.js'], budget: 209 },
  { name: 'protocol: hub.js', files: ['npm/protocol/dist/hub.js'], budget: 430 },
  { name: 'renderer: index.js', files: ['npm/renderer/dist/index.js'], budget: 24 },
  { name: 'renderer: element.js', files: ['npm/renderer/dist/element.js'], budget: 24 },
  { name: 'renderer: changes.js', files: ['npm/renderer/dist/changes.js'], budget: 17 },
];

function sizes() {
  const over = [];
  console.log(row(['', 'raw', 'gzip', 'brotli', 'budget']));
  for (const { name, files, budget } of ENTRIES) {
    const { raw, gzip, brotli } = measure(withImports(files.map((file) => join(root, file))));
    console.log(row([name, ...[raw, gzip, brotli].map(kilobytes), `${budget} kB`]));
    if (gzip > budget * 1000) over.push(name);
  }
  if (over.length > 0) throw new Stop(`over budget after gzip: ${over.join('; ')}`);
}

/**
 * The files, and those of the same package that the modules among them import before they run. What is imported by
 * name is another package's, and what `import()` names is loaded when it is needed.
 */
function withImports(files) {
  const found = new Set(files);
  for (const file of found) {
    if (!existsSync(file)) throw new Stop(`${relative(root, file)} is not there; run \`npm run build\``);
    if (!file.endsWith('.js')) continue;
    const imports = readFileSync(file, 'utf8').matchAll(
      /^(?:import|export|\}) [^;]*?["'](\.\/[^"']+)["'];$/gm,
    );
    for (const [, path] of imports) found.add(join(dirname(file), path));
  }
  return [...found];
}

/** The bytes of some files, as they are and compressed one by one, as a server sends them. */
function measure(files) {
  const contents = files.map((file) => readFileSync(file));
  const total = (size) => contents.reduce((sum, bytes) => sum + size(bytes), 0);
  return {
    raw: total((bytes) => bytes.length),
    gzip: total((bytes) => gzipSync(bytes, { level: 9 }).length),
    brotli: total((bytes) => brotliCompressSync(bytes).length),
  };
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

function row([name, ...cells]) {
  return [name.padEnd(36), ...cells.map((cell) => cell.padStart(10))].join('');
}

await main(async () => sizes());
