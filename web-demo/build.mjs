// Builds `dist`: one page with one script and one style sheet, everything in it, so that it works without a
// network once it is loaded. Run it as `npm run build` in this folder.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { build } from 'esbuild';
import { must, root } from '../npm/scripts/run.mjs';

const STATIC = ['index.html', 'icon.svg'];

process.chdir(import.meta.dirname);
rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
for (const file of STATIC) copyFileSync(`src/${file}`, `dist/${file}`);

await build({
  entryPoints: { main: 'src/main.ts', style: 'src/style/page.css' },
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  target: ['chrome123', 'firefox120', 'safari17.5'],
  charset: 'utf8',
  minify: true,
  sourcemap: true,
  legalComments: 'none',
  logLevel: 'warning',
});
await must(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '--project', 'tsconfig.json'], {
  cwd: import.meta.dirname,
});
