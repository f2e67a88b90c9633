// Owns: how a package of TypeScript becomes its `dist`. A package that needs nothing special has the script
//   "build": "node ../scripts/package.mjs index element --cjs"
// and gets src/index.ts and src/element.ts as dist/index.js and dist/element.js, with --cjs also as .cjs, and
// their declarations. What a package imports by name stays an import; what it imports by path is bundled.

import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { isMain, main, must, root, Stop } from './run.mjs';

const LICENCES = ['LICENSE-MIT', 'LICENSE-APACHE'];

/**
 * The two module formats, and the suffix by which Node tells them apart in a package of `"type": "module"`.
 */
const FORMATS = { esm: '.js', cjs: '.cjs' };

/**
 * Empties `dist` of the package in `folder` and fills it: the licences, one bundle for each entry and format,
 * and the declarations. An entry is `{ name, source?, formats?, options? }`: `source` is the file in src (by
 * default that of the name), `formats` some of 'esm' and 'cjs' (by default `esm`), `options` more for
 * esbuild; `shared` is more for every entry. ES modules without options of their own are bundled together: what several of them import is in a
 * file `shared-*.js`, so that it exists once in a program that loads more than one of them.
 */
export async function buildPackage(folder, entries, shared = {}) {
  const dist = join(folder, 'dist');
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  for (const file of LICENCES) copyFileSync(join(root, file), join(dist, file));

  const bundles = entries.flatMap((entry) =>
    (entry.formats ?? ['esm']).map((format) => ({ ...entry, format })),
  );
  const together = bundles.filter(({ format, options }) => format === 'esm' && options === undefined);
  const alone = bundles.filter((entry) => !together.includes(entry));
  if (together.length > 0) {
    await bundle(folder, 'esm', together, { ...shared, splitting: true, chunkNames: 'shared-[hash]' });
  }
  for (const entry of alone) await bundle(folder, entry.format, [entry], { ...shared, ...entry.options });
  await declare(folder);
  if (bundles.some(({ format }) => format === 'cjs')) declareForRequire(dist);
}

async function bundle(folder, format, entries, options) {
  const started = build({
    absWorkingDir: folder,
    entryPoints: entries.map(({ name, source = name }) => ({ in: `src/${source}.ts`, out: name })),
    outdir: 'dist',
    outExtension: { '.js': FORMATS[format] },
    format,
    bundle: true,
    // Neither Node nor a browser is assumed: a package that needs one imports it by name.
    platform: 'neutral',
    packages: 'external',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    ...options,
  });
  // esbuild has said what is wrong by then.
  await started.catch(() => {
    throw new Stop(`esbuild could not bundle ${entries.map(({ name }) => name).join(', ')} of ${folder}`);
  });
}

/** Writes the declarations of all of src; this is the type check of the package too. */
async function declare(folder) {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const output = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', 'dist'];
  await must(process.execPath, [tsc, '--project', 'tsconfig.json', '--rootDir', 'src', ...output], {
    cwd: folder,
  });
}

/**
 * Writes each declaration a second time for `require`. TypeScript reads a `.d.ts` of this package as that of
 * an ES module, so a CommonJS consumer needs `.d.cts` files that import each other.
 */
function declareForRequire(dist) {
  for (const path of readdirSync(dist, { recursive: true }).filter((path) => path.endsWith('.d.ts'))) {
    const text = readFileSync(join(dist, path), 'utf8');
    const required = text.replace(/((?:from|import)\s*\(?\s*['"]\.{1,2}\/[^'"]+)\.js(['"])/g, '$1.cjs$2');
    writeFileSync(join(dist, path.replace(/\.d\.ts$/, '.d.cts')), required);
  }
}

if (isMain(import.meta.url)) {
  await main(async () => {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { cjs: { type: 'boolean' } },
    });
    if (positionals.length === 0) throw new Stop('usage: node package.mjs <entry>... [--cjs]');
    const formats = values.cjs ? ['esm', 'cjs'] : ['esm'];
    await buildPackage(
      process.cwd(),
      positionals.map((name) => ({ name, formats })),
    );
  });
}
