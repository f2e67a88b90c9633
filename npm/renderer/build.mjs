// Owns: what `npm run build` makes of this folder: the three entries, their declarations, and the style sheets for pages.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildPackage } from '../scripts/package.mjs';
import { main } from '../scripts/run.mjs';

const folder = import.meta.dirname;

/** What shows the text is bundled, unlike the verifier: it must be there where nothing else can be fetched. */
const PLAIN = '@chirp-protocol/protocol/plain';
const BUNDLED = { alias: { [PLAIN]: fileURLToPath(import.meta.resolve(PLAIN)) } };

await main(async () => {
  // Built together, so that a page which imports both has one element class, and so that the element alone imports
  // the verifier only when it needs it. Not minified: a stack trace should name a line, and an auditor should be able
  // to read what ships.
  await buildPackage(folder, [{ name: 'index' }, { name: 'element' }, { name: 'changes' }], BUNDLED);

  // An entry names every shared file that its own imports need, also one that it takes nothing from. A bundler warns of
  // such an import, since nothing happens in these files.
  for (const name of ['index', 'element', 'changes']) {
    const file = join(folder, `dist/${name}.js`);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/^import "\.\/shared-[^"]+";\n/gmu, ''));
  }

  // The style sheets are written by the same code that the element adopts, so the page and the element agree.
  const { TOKENS_CSS, TREE_CSS } = await sheets();
  writeFileSync(join(folder, 'dist/tokens.css'), TOKENS_CSS);
  writeFileSync(join(folder, 'dist/tree.css'), TREE_CSS);
});

async function sheets() {
  const built = await build({
    absWorkingDir: folder,
    entryPoints: ['src/style/sheets.ts'],
    bundle: true,
    format: 'esm',
    write: false,
  });
  return import(`data:text/javascript,${encodeURIComponent(built.outputFiles[0].text)}`);
}
