// Owns: what `npm run build` makes of this folder: the two entries, their declarations, and the style sheets for pages.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildPackage } from '../scripts/package.mjs';

const folder = import.meta.dirname;

// The second entry imports the first, so that a page which has both has one element class. Not minified: a stack
// trace should name a line, and an auditor should be able to read what ships.
await buildPackage(folder, [
  { name: 'index' },
  { name: 'element', options: { external: ['./index.js'] } },
]);

// The style sheets are written by the same code that the element adopts, so the page and the element agree.
const sheets = await build({
  absWorkingDir: folder,
  entryPoints: ['src/style/sheets.ts'],
  bundle: true,
  format: 'esm',
  write: false,
});
const code = sheets.outputFiles[0].text;
const { TOKENS_CSS, TREE_CSS } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
writeFileSync(join(folder, 'dist/tokens.css'), TOKENS_CSS);
writeFileSync(join(folder, 'dist/tree.css'), TREE_CSS);
