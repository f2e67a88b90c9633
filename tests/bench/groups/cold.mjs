// Owns the cold-start groups: a fresh process imports a stack, gets it ready, verifies one envelope and then
// 100 more. The peers are bundled and minified, which is how they start fastest.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { sealedCorpus } from '../corpus/corpora.mjs';
import { packItems } from '../corpus/files.mjs';
import { median } from '../timing.mjs';

const FOLDER = fileURLToPath(new URL('../cold/', import.meta.url));
const BUNDLED = { 'A, bundled': 'stack-a.mjs', 'B-zod, bundled': 'stack-b-zod.mjs' };
const ITEMS = 101;
// CommonJS packages in an ES module bundle still look for `require`.
const REQUIRE =
  "import { createRequire as __make } from 'node:module'; const require = __make(import.meta.url);";

/** Names of the groups that `coldRows` can measure. */
export const COLD_GROUPS = ['cold/small', 'cold/medium'];

/**
 * Medians over fresh processes, in milliseconds.
 * @param {'cold/small' | 'cold/medium'} group
 * @param {boolean} withOurs whether the package under test takes part
 * @param {number} runs processes for each stack
 */
export async function coldRows(group, withOurs, runs) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'chirp-cold-'));
  try {
    const items = path.join(folder, 'items.bin');
    const corpus = sealedCorpus(group.split('/')[1]).slice(0, ITEMS);
    await writeFile(items, packItems(corpus.map((item) => item.bytes)));
    const modules = await programs(folder, withOurs);
    const samples = new Map(modules.map(({ name }) => [name, []]));
    for (let run = 0; run < runs; run++) {
      for (const { name, file } of modules) samples.get(name).push(oneStart(file, items));
    }
    return modules.map(({ name }) => row(name, samples.get(name), samples.get(modules[0].name)));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function programs(folder, withOurs) {
  const modules = [];
  for (const [name, entry] of Object.entries(BUNDLED)) {
    const file = path.join(folder, entry);
    await build({
      entryPoints: [path.join(FOLDER, entry)],
      outfile: file,
      bundle: true,
      minify: true,
      platform: 'node',
      format: 'esm',
      banner: { js: REQUIRE },
      logLevel: 'error',
    });
    modules.push({ name, file });
  }
  if (withOurs) modules.push({ name: 'ours, as installed', file: path.join(FOLDER, 'ours.mjs') });
  return modules;
}

function oneStart(module, items) {
  const printed = execFileSync(process.execPath, [path.join(FOLDER, 'child.mjs'), module, items], {
    encoding: 'utf8',
  });
  const [start, first, next] = JSON.parse(printed);
  return { start, first, next, total: start + first + next };
}

function row(name, samples, base) {
  const of = (part) => Number(median(samples.map((sample) => sample[part])).toFixed(2));
  const ratio = median(samples.map((sample, run) => base[run].total / sample.total));
  return {
    stack: name,
    'vs A': Number(ratio.toFixed(2)),
    start_ms: of('start'),
    first_ms: of('first'),
    next_100_ms: of('next'),
    total_ms: of('total'),
  };
}
