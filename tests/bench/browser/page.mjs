// Owns what is measured inside the page: the stacks that a browser can run, beside the package, in shuffled rounds by
// wall time. Bundled by run.mjs.
import { seal, verify } from '@chirp-protocol/protocol';
import { compile } from '@chirp-protocol/protocol/compile';
import DOMPurify from 'dompurify';
import { marked } from 'marked';
import { numberStream } from '../corpus/random.mjs';
import { commonmarkTree, markdownItTree } from '../markup/by-hand.mjs';
import { CANONICALIZERS } from '../stacks/canonical.mjs';
import { decodeText, parseWithoutDuplicates } from '../stacks/decode.mjs';
import { DIGESTS } from '../stacks/hashing.mjs';
import { syncStack } from '../stacks/stack.mjs';
import { VALIDATORS } from '../stacks/validators.mjs';

const A = {
  decode: decodeText,
  parse: JSON.parse,
  valid: VALIDATORS.ajv,
  canonical: CANONICALIZERS.canonicalize,
  digest: DIGESTS.noble,
};
const STACKS = {
  A: syncStack(A),
  'A+dup': syncStack({ ...A, parse: parseWithoutDuplicates }),
  'B-zod': syncStack({ ...A, valid: VALIDATORS.zod, canonical: CANONICALIZERS.jsonCanonicalize }),
  'B-valibot': syncStack({ ...A, valid: VALIDATORS.valibot, canonical: CANONICALIZERS.jsonCanonicalize }),
  'E-browser': syncStack({ ...A, canonical: CANONICALIZERS.compiled, digest: DIGESTS.hashWasm }),
};

const OURS = {
  verify: (bytes) => verify(bytes).ok,
  verifyMessage(bytes) {
    const { ok, tree } = verify(bytes);
    return ok && tree !== undefined;
  },
  open: (bytes) => verify(bytes).envelope,
  sealBytes: (bytes) => seal(bytes).bytes,
};

const encoder = new TextEncoder();

function sealBytes(stack) {
  return (bytes) => encoder.encode(JSON.stringify(stack.seal(stack.read(bytes))));
}

/** The cases of a group by name: each takes one item. */
function casesOf(operation) {
  if (operation === 'compile') {
    return {
      'html: marked + DOMPurify': (source) => DOMPurify.sanitize(marked.parse(source)),
      'tree: markdown-it, by hand': markdownItTree,
      'tree: commonmark.js, by hand': commonmarkTree,
      ours: (source) => compile(source).tree,
    };
  }
  const peers = Object.entries(STACKS).map(([name, stack]) => [
    name,
    operation === 'sealBytes' ? sealBytes(stack) : stack[operation],
  ]);
  return { ...Object.fromEntries(peers), ours: OURS[operation] };
}

/** Nanoseconds an item, one sample a round, of each case. Throws if an answer is wrong. */
globalThis.measure = ({ operation, items, rounds, sampleMs }) => {
  const inputs = items.map((item) => (operation === 'compile' ? item : bytesOf(item)));
  const random = numberStream(rounds);
  const runners = Object.entries(casesOf(operation)).map(([name, run]) =>
    warmedUp(name, run, inputs, sampleMs),
  );
  for (let round = 0; round < rounds; round++) {
    for (const runner of random.shuffled(runners)) {
      const start = performance.now();
      for (let i = 0; i < runner.repeats; i++) runAll(runner.run, inputs);
      runner.samples.push(((performance.now() - start) * 1e6) / runner.repeats / inputs.length);
    }
  }
  return runners.map(({ name, samples }) => ({ name, samples }));
};

function runAll(run, inputs) {
  for (let i = 0; i < inputs.length; i++) if (!run(inputs[i])) throw new Error('a wrong answer');
}

function warmedUp(name, run, inputs, sampleMs) {
  const start = performance.now();
  let runs = 0;
  while (performance.now() - start < 3 * sampleMs || runs < 3) {
    runAll(run, inputs);
    runs += 1;
  }
  const each = (performance.now() - start) / runs;
  return { name, run, repeats: Math.max(1, Math.round(sampleMs / each)), samples: [] };
}

function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
