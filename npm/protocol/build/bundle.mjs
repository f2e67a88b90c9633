// Owns: how the package carries its wasm. The sources import three things that only the build can give them:
//   'wasm:glue'     the JavaScript that wasm-bindgen wrote for the artefact of this entry
//   'wasm:source'   where its bytes are: base64 text, a WebAssembly.Module, or null: the caller brings them
//   './identity.js' what must exist once however many entries a program loads, so it is bundled into none

import { copyFileSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildPackage } from '../../scripts/package.mjs';
import { main } from '../../scripts/run.mjs';

const folder = fileURLToPath(new URL('../', import.meta.url));

/** Each artefact's folder in dist-wasm, and the name under which dist has its wasm as a file. */
const ARTEFACTS = { verify: 'core.wasm', compile: 'compile.wasm', instruments: 'instruments.wasm' };

const BOTH = ['esm', 'cjs'];

const ENTRIES = [
  { name: 'identity', formats: BOTH },
  { name: 'plain', formats: BOTH },
  { name: 'index', formats: BOTH, artefact: 'verify', carried: 'inline' },
  { name: 'slim', formats: BOTH, artefact: 'verify', carried: 'apart' },
  { name: 'compile', formats: BOTH, artefact: 'compile', carried: 'inline' },
  { name: 'instruments', formats: BOTH, artefact: 'instruments', carried: 'inline' },
  // workerd compiles no wasm at run time; it takes a module that was imported.
  { name: 'workerd', source: 'index', artefact: 'verify', carried: 'module' },
  { name: 'compile-workerd', source: 'compile', artefact: 'compile', carried: 'module' },
  { name: 'instruments-workerd', source: 'instruments', artefact: 'instruments', carried: 'module' },
];

/** Resolves the imports named above for one entry. */
function wasm({ artefact, carried }) {
  const file = ARTEFACTS[artefact];
  const bytes = `${folder}dist-wasm/${artefact}/core_bg.wasm`;
  return {
    name: 'wasm',
    setup(build) {
      build.onResolve({ filter: /^wasm:glue$/ }, () => ({ path: `${folder}dist-wasm/${artefact}/core.js` }));
      build.onResolve({ filter: /^wasm:source$/ }, () => {
        if (carried === 'module') return { path: `./${file}`, external: true };
        return { path: carried, namespace: 'wasm-source' };
      });
      build.onLoad({ filter: /^inline$/, namespace: 'wasm-source' }, () => ({
        contents: readFileSync(bytes).toString('base64'),
        loader: 'text',
      }));
      build.onLoad({ filter: /^apart$/, namespace: 'wasm-source' }, () => ({
        contents: 'export default null;',
      }));
    },
  };
}

/** Leaves the import of './identity.js' as it is, named as the module format needs it. */
const identity = {
  name: 'identity',
  setup(build) {
    const suffix = build.initialOptions.format === 'cjs' ? '.cjs' : '.js';
    build.onResolve({ filter: /^\.\/identity\.js$/ }, () => ({
      path: `./identity${suffix}`,
      external: true,
    }));
  },
};

function options(entry) {
  const inject = ['build/text-coding.js'];
  return entry.artefact === undefined ? { inject } : { inject, plugins: [wasm(entry), identity] };
}

await main(async () => {
  await buildPackage(
    folder,
    ENTRIES.map((entry) => ({ ...entry, options: options(entry) })),
  );
  for (const [artefact, file] of Object.entries(ARTEFACTS)) {
    copyFileSync(`${folder}dist-wasm/${artefact}/core_bg.wasm`, `${folder}dist/${file}`);
  }
});
