// Owns the modules under test: the parts of the page that need no page, bundled as the page's script is, with
// the real packages in them.
import { build } from 'esbuild';

const ENTRY = `
  export * from './board/model/board.ts';
  export * from './board/model/place.ts';
  export * from './board/sample/clock.ts';
  export * from './board/sample/hub.ts';
  export * from './board/sample/script.ts';
  export * from './hub/raw.ts';
  export * from './model/history.ts';
  export * from './model/playground.ts';
  export * from './model/pointer.ts';
  export * from './model/preimage.ts';
  export { offsetAt, spanOf } from './model/span.ts';
  export * from './model/tamper.ts';
  export * from './samples/samples.ts';
  export * as protocol from '@chirp-protocol/protocol/compile';
`;

const { outputFiles } = await build({
  stdin: { contents: ENTRY, resolveDir: `${import.meta.dirname}/../src`, loader: 'ts' },
  bundle: true,
  format: 'esm',
  write: false,
  logLevel: 'error',
});

/** All of them, as one module. */
export const model = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
);

/** A sample by its id. */
export function sample(id) {
  return model.SAMPLES.find((sample) => sample.id === id);
}

/** The samples that a hub accepts. */
export const ACCEPTED = model.SAMPLES.filter(({ refusedAs }) => refusedAs === undefined);

/** The samples that a hub refuses. */
export const REFUSED = model.SAMPLES.filter(({ refusedAs }) => refusedAs !== undefined);
