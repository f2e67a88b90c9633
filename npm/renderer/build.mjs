// Builds `dist`: the two entries as ES modules, their declarations, and the two style sheets for pages.
// Run it as `npm run build` in this folder; it reads nothing outside `src`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { build } from 'esbuild';

process.chdir(import.meta.dirname);
rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');

const shared = { bundle: true, format: 'esm', target: 'es2022', legalComments: 'none', logLevel: 'warning' };

// Both entries share one chunk, so that a page which imports both has one element class. Not minified: a
// stack trace should name a line, and an auditor should be able to read what ships.
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

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.json'], { stdio: 'inherit' });
process.exitCode = status ?? 1;
