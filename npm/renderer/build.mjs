// Owns: what `npm run build` makes of this folder: the two entries, their declarations, the style sheets for pages, and
// the licences.
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { must, root } from '../scripts/run.mjs';

process.chdir(import.meta.dirname);
rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
for (const file of ['LICENSE-MIT', 'LICENSE-APACHE']) copyFileSync(join(root, file), join('dist', file));

const shared = { bundle: true, format: 'esm', target: 'es2022', legalComments: 'none', logLevel: 'warning' };

// Both entries share one chunk, so that a page which imports both has one element class, and so that the element alone
// imports the verifier only when it needs it. Not minified: a stack trace should name a line, and an auditor should be
// able to read what ships.
await build({
  ...shared,
  entryPoints: ['src/index.ts', 'src/element.ts'],
  outdir: 'dist',
  splitting: true,
  chunkNames: 'shared-[hash]',
  external: ['@chirp-protocol/protocol'],
});

// The style sheets are written by the same code that the element adopts, so the page and the element agree.
const sheets = await build({ ...shared, entryPoints: ['src/style/sheets.ts'], write: false });
const code = sheets.outputFiles[0].text;
const { TOKENS_CSS, TREE_CSS } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
writeFileSync('dist/tokens.css', TOKENS_CSS);
writeFileSync('dist/tree.css', TREE_CSS);

const tsc = join(root, 'node_modules/typescript/bin/tsc');
const output = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', 'dist'];
await must(process.execPath, [tsc, '--project', 'tsconfig.json', '--rootDir', 'src', ...output], {
  cwd: import.meta.dirname,
});
