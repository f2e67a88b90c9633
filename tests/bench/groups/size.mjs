// Owns the size group: what each choice weighs in a browser, bundled and minified by esbuild, then
// compressed.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';
import { Ajv } from 'ajv';
import { build } from 'esbuild';
import { ENVELOPE, MESSAGE } from '../contract/envelope.mjs';
import { jsonSchema } from '../contract/json-schema.mjs';
import { AJV_OPTIONS } from '../stacks/validators.mjs';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));
const standalone = createRequire(import.meta.url)('ajv/dist/standalone').default;

const AJV = `import { Ajv } from 'ajv'; keep(Ajv);`;
const CANONICALIZE = `import canonicalize from 'canonicalize'; keep(canonicalize);`;
const JSON_CANONICALIZE = `import { canonicalize as jcs } from 'json-canonicalize'; keep(jcs);`;
const NOBLE = `import { sha256 } from '@noble/hashes/sha2.js'; keep(sha256);`;
const MARKDOWN_IT = `import MarkdownIt from 'markdown-it'; keep(MarkdownIt);`;
const DOMPURIFY = `import createPurifier from 'dompurify'; keep(createPurifier);`;
const contractWith = (dialect) =>
  `import { ENVELOPE, MESSAGE } from './contract/envelope.mjs';
   import { ${dialect}Schema } from './contract/${dialect}.mjs';
   keep(${dialect}Schema(ENVELOPE), ${dialect}Schema(MESSAGE));`;
const ZOD = contractWith('zod');
const VALIBOT = `${contractWith('valibot')} import { is } from 'valibot'; keep(is);`;

// The schema compiled ahead of time: what a page that forbids eval ships. The message refers to the envelope,
// so that its code is there once.
function precompiled() {
  const ajv = new Ajv({ ...AJV_OPTIONS, code: { source: true, esm: true } });
  const message = jsonSchema(MESSAGE);
  const properties = { ...message.properties, protocol: { $ref: 'envelope' } };
  ajv.addSchema({ $id: 'envelope', ...jsonSchema(ENVELOPE) });
  ajv.addSchema({ $id: 'message', ...message, properties });
  return standalone(ajv, { envelope: 'envelope', message: 'message' });
}

const peers = () => ({
  'verify: ajv + canonicalize + noble (A in a browser)': AJV + CANONICALIZE + NOBLE,
  'verify: ajv compiled ahead + canonicalize + noble': `${precompiled()}\n${CANONICALIZE}${NOBLE}`,
  'verify: zod + json-canonicalize + noble (B)': ZOD + JSON_CANONICALIZE + NOBLE,
  'verify: valibot + json-canonicalize + noble (B)': VALIBOT + JSON_CANONICALIZE + NOBLE,
  'part: ajv': AJV,
  'part: zod with the contract': ZOD,
  'part: valibot with the contract': VALIBOT,
  'part: cfworker': `import { Validator } from '@cfworker/json-schema'; keep(Validator);`,
  'part: canonicalize': CANONICALIZE,
  'part: json-canonicalize': JSON_CANONICALIZE,
  'part: noble sha256': NOBLE,
  'part: hash-wasm sha256': `import { createSHA256 } from 'hash-wasm'; keep(createSHA256);`,
  'part: lossless-json': `import { parse } from 'lossless-json'; keep(parse);`,
  'markup: markdown-it + DOMPurify': MARKDOWN_IT + DOMPURIFY,
  'markup: marked + DOMPurify': `import { marked } from 'marked'; keep(marked);${DOMPURIFY}`,
  'markup: commonmark.js': `import { Parser, HtmlRenderer } from 'commonmark'; keep(Parser, HtmlRenderer);`,
  'markup: micromark': `import { micromark } from 'micromark'; keep(micromark);`,
  'markup: mdast + hast-util-sanitize': `import { fromMarkdown } from 'mdast-util-from-markdown';
    import { toHast } from 'mdast-util-to-hast'; import { sanitize, defaultSchema } from 'hast-util-sanitize';
    keep(fromMarkdown, toHast, sanitize, defaultSchema);`,
  'both: A in a browser + markdown-it + DOMPurify': AJV + CANONICALIZE + NOBLE + MARKDOWN_IT + DOMPURIFY,
});

const OURS = {
  'verify: ours': `import { verify } from '@chirp-protocol/protocol'; keep(verify);`,
  'both: ours with the compiler': `import { compile, verify } from '@chirp-protocol/protocol/compile';
    keep(compile, verify);`,
};

/** One row for each bundle, in bytes. */
export async function sizeRows(withOurs) {
  const rows = [];
  for (const [name, code] of Object.entries({ ...peers(), ...(withOurs ? OURS : {}) })) {
    rows.push(weigh(name, await bundle(code)));
  }
  return rows;
}

// Everything a page downloads: the script, and the wasm files that it names and that lie beside what it came
// from.
async function bundle(code) {
  const result = await build({
    stdin: { contents: `const keep = (...all) => { globalThis.kept = all; };\n${code}`, resolveDir: FOLDER },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    metafile: true,
    write: false,
    outdir: FOLDER,
    external: ['node:*'],
    logLevel: 'error',
  });
  const [script] = result.outputFiles;
  return [script.contents, ...(await namedWasm(script.text, Object.keys(result.metafile.inputs)))];
}

async function namedWasm(script, inputs) {
  const names = new Set(Array.from(script.matchAll(/["'`]([\w./-]+\.wasm)["'`]/g), ([, name]) => name));
  const folders = new Set(inputs.map((input) => path.dirname(path.resolve(input))));
  const files = [];
  for (const name of names) {
    const found = await firstReadable([...folders].map((folder) => path.join(folder, name)));
    if (found === undefined)
      throw new Error(`${name} is named by a bundle, but lies beside none of its modules`);
    files.push(found);
  }
  return files;
}

async function firstReadable(candidates) {
  for (const candidate of candidates) {
    try {
      return await readFile(candidate);
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
  }
  return undefined;
}

function weigh(name, files) {
  const sum = (size) => files.reduce((total, file) => total + size(file), 0);
  return {
    bundle: name,
    files: files.length,
    minified: sum((file) => file.length),
    gzip: sum((file) => zlib.gzipSync(file, { level: 9 }).length),
    brotli: sum((file) => zlib.brotliCompressSync(file).length),
  };
}
