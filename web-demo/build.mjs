// Owns: what `npm run build` makes of this folder: `dist`, three pages with their scripts and style sheets, everything in
// them, so that they work without a network once they are loaded.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { build } from 'esbuild';
import { must, root } from '../npm/scripts/run.mjs';

const STATIC = ['board.html', 'channels.html', 'playground.html', 'icon.svg'];

/**
 * The renderer verifies with the main entry; here it is given the one for instruments, which has all of it: so the pages
 * carry one verifier, and a tree that it has checked is known to everyone on the page.
 */
const ONE_VERIFIER = {
  name: 'one verifier',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^@chirp-protocol\/protocol$/ }, ({ kind, resolveDir }) =>
      resolve('@chirp-protocol/protocol/instruments', { kind, resolveDir }),
    );
  },
};

process.chdir(import.meta.dirname);
rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
for (const file of STATIC) copyFileSync(`src/${file}`, `dist/${file}`);
// Who asks for no page sees the board.
copyFileSync('src/board.html', 'dist/index.html');

for (const [entryPoints, more] of [
  [
    { main: 'src/main.ts', board: 'src/board/board.ts', channels: 'src/channels/channels.ts' },
    { splitting: true, plugins: [ONE_VERIFIER] },
  ],
  [{ style: 'src/style/page.css', board: 'src/style/board.css', channels: 'src/style/channels.css' }, {}],
]) {
  await build({
    entryPoints,
    outdir: 'dist',
    bundle: true,
    format: 'esm',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    charset: 'utf8',
    minify: true,
    sourcemap: true,
    legalComments: 'none',
    logLevel: 'warning',
    ...more,
  });
}
await must(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '--project', 'tsconfig.json'], {
  cwd: import.meta.dirname,
});
