// Owns: how the package carries its wasm. The sources import three things that only the build can give them:
//   'wasm:glue'     the JavaScript that wasm-bindgen wrote for the artefact of this entry
//   'wasm:source'   a function that gives its bytes or a WebAssembly.Module, or null: the caller brings them
//   './identity.js' what must exist once however many entries a program loads, so it is bundled into none

import { copyFileSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildPackage } from '../../scripts/package.mjs';
import { main } from '../../scripts/run.mjs';
import { pack, patchOf, ranking } from './pack.mjs';

const folder = fileURLToPath(new URL('../', import.meta.url));

/** Each artefact's folder in dist-wasm, and the names under which dist has its builds as files. */
const ARTEFACTS = {
  verify: { plain: 'core.wasm', simd: 'core.simd.wasm' },
  compile: { plain: 'compile.wasm', simd: 'compile.simd.wasm' },
  instruments: { plain: 'instruments.wasm', simd: 'instruments.simd.wasm' },
  hub: { plain: 'hub.wasm', simd: 'hub.simd.wasm' },
};

const BOTH = ['esm', 'cjs'];

const ENTRIES = [
  { name: 'identity', formats: BOTH },
  { name: 'plain', formats: BOTH },
  { name: 'index', formats: BOTH, artefact: 'verify', carried: 'inline' },
  { name: 'slim', formats: BOTH, artefact: 'verify', carried: 'apart' },
  { name: 'compile', formats: BOTH, artefact: 'compile', carried: 'inline' },
  { name: 'instruments', formats: BOTH, artefact: 'instruments', carried: 'inline' },
  { name: 'hub', formats: BOTH, artefact: 'hub', carried: 'inline' },
  // workerd compiles no wasm at run time; it takes a module that was imported.
  { name: 'workerd', source: 'index', artefact: 'verify', carried: 'module' },
  { name: 'compile-workerd', source: 'compile', artefact: 'compile', carried: 'module' },
  { name: 'instruments-workerd', source: 'instruments', artefact: 'instruments', carried: 'module' },
];

/** Resolves the imports named above for one entry. */
function wasm({ artefact, carried }) {
  return {
    name: 'wasm',
    setup(build) {
      build.onResolve({ filter: /^wasm:glue$/ }, () => ({
        path: `${folder}dist-wasm/${artefact}/plain/core.js`,
      }));
      build.onResolve({ filter: /^wasm:source$/ }, () => ({ path: carried, namespace: 'wasm-source' }));
      build.onResolve({ filter: /\.wasm$/ }, ({ path }) => ({ path, external: true }));
      build.onLoad({ filter: /^/, namespace: 'wasm-source' }, () => ({
        contents: SOURCES[carried](artefact),
        resolveDir: `${folder}build`,
      }));
    },
  };
}

/** The module 'wasm:source', by how an entry carries its artefact. */
const SOURCES = {
  apart: () => 'export default null;',
  // Hosts that import wasm have vectors.
  module: (artefact) => `import module from './${ARTEFACTS[artefact].simd}'; export default () => module;`,
  inline(artefact) {
    const simd = readBuild(artefact, 'simd');
    const ranked = ranking(simd);
    const patch = patchOf(simd, readBuild(artefact, 'plain'));
    const texts = [ranked, pack(ranked, simd), pack(ranked, patch)].map((text) => JSON.stringify(text));
    return `import { chosen } from './carried.js'; export default () => chosen(${texts.join()});`;
  },
};

function readBuild(artefact, build) {
  return readFileSync(`${folder}dist-wasm/${artefact}/${build}/core_bg.wasm`);
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
  for (const [artefact, files] of Object.entries(ARTEFACTS)) {
    for (const [build, file] of Object.entries(files)) {
      copyFileSync(`${folder}dist-wasm/${artefact}/${build}/core_bg.wasm`, `${folder}dist/${file}`);
    }
  }
});
