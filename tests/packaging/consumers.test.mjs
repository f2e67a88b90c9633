// Owns: that the packages, as they are published, work where people use them: every way to load them in Node, bundled,
// type-checked, and in a browser without a bundler, under a policy that allows wasm and under one that does not.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { build, transform } from 'esbuild';
import { chromium } from 'playwright-core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { chromium as installedChromium } from '../../npm/scripts/chromium.mjs';
import { root } from '../../npm/scripts/run.mjs';
import { serve } from '../../npm/scripts/serve.mjs';
import { foreign, installed, makeConsumer, manifest, PUBLISHED } from './consumer.mjs';

const PROGRAMS = join(root, 'tests/packaging/programs');

/** How the programs are type-checked; our declarations with them, but not those of TypeScript itself. */
const STRICT = {
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  skipDefaultLibCheck: true,
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
};

/** What programs/everything.ts prints. */
const FUNCTIONS = {
  valid: true,
  verified: true,
  reason: 'digest_mismatch',
  canonical: '{"a":[1000],"b":1.5}',
  digest: 71,
  lines: ['', 'json_syntax'],
  tree: true,
  page: 'one',
  refused: ['missing_member', 'json_syntax'],
  position: 'source',
};
const EVERYTHING = [
  ...[FUNCTIONS, FUNCTIONS, FUNCTIONS],
  { compiled: true, shared: true, view: 'pubmark' },
  { decision: 'accepted', series: true, revisions: 1 },
  { board: [1, 1, 1], needed: true, decision: 'run', audit: false, generic: false, said: 3 },
  ...['one', true],
];

/** As workerd does it: an imported .wasm is a compiled module. */
const importedWasm = {
  name: 'imported-wasm',
  setup({ onLoad }) {
    onLoad({ filter: /\.wasm$/ }, ({ path }) => {
      const text = JSON.stringify(readFileSync(path).toString('base64'));
      const bytes = `Uint8Array.from(atob(${text}), (character) => character.charCodeAt(0))`;
      return { contents: `export default new WebAssembly.Module(${bytes});` };
    });
  },
};

let consumer;
before(async () => {
  consumer = await makeConsumer();
});
after(() => consumer?.remove());

const file = (name) => join(consumer.folder, name);
const folderOf = (name) => file(join('node_modules', manifest(name).name));
const program = (name) => readFileSync(join(PROGRAMS, name), 'utf8');

describe('a tarball', () => {
  for (const name of PUBLISHED) {
    it(`of ${name} holds what was built, its licences and its README, and no source or test`, () => {
      const files = consumer.packed[name];
      const top = files.map((path) => path.replace(/\/.*/, ''));
      const expected = new Set(['README.md', 'package.json', ...manifest(name).files]);
      assert.deepEqual(new Set(top), expected);
      for (const licence of ['dist/LICENSE-MIT', 'dist/LICENSE-APACHE']) assert.ok(files.includes(licence));
      assert.deepEqual(
        files.filter((path) => /(?<!\.d)\.ts$|\.map$|\btests?\b|built-from/.test(path)),
        [],
      );
      for (const target of targets(manifest(name))) assert.ok(files.includes(target), `${target} is packed`);
    });

    it(`of ${name} is one that publint has nothing to say about`, async () => {
      const pkgDir = folderOf(name);
      const { messages, pkg } = await publint({ pkgDir, pack: false, level: 'suggestion', strict: true });
      assert.deepEqual(
        messages.map((message) => formatMessage(message, pkg)),
        [],
      );
    });
  }

  it('of protocol holds the JSON Schemas', () => {
    for (const schema of ['envelope', 'message', 'projection'])
      assert.equal(consumer.packed.protocol.includes(`schemas/${schema}.json`), true);
  });

  it('brings what the package.json of each names and nothing else', () => {
    const named = [...PUBLISHED.map((name) => manifest(name).name), ...foreign()];
    assert.deepEqual(new Set(installed(consumer.folder)), new Set(named));
  });
});

describe('in Node', () => {
  before(async () => {
    for (const [format, suffix] of Object.entries({ esm: 'mjs', cjs: 'cjs' })) {
      for (const name of ['everything', 'hub', 'slim']) {
        const { code } = await transform(program(`${name}.ts`), { loader: 'ts', format, platform: 'node' });
        writeFileSync(file(`${name}.${suffix}`), code);
      }
    }
  });

  const starts = {
    'an ES module': ['everything.mjs'],
    CommonJS: ['everything.cjs'],
    'an ES module that is required': ['--eval', "require('./everything.mjs')"],
    'a worker thread': ['--eval', "new (require('node:worker_threads').Worker)('./everything.mjs')"],
  };
  for (const [name, args] of Object.entries(starts))
    it(`works as ${name}`, async () => assert.deepEqual(await printed(args), EVERYTHING));

  for (const suffix of ['mjs', 'cjs']) {
    it(`takes the wasm from slim.${suffix}`, async () =>
      assert.deepEqual(await printed([`slim.${suffix}`]), { a: [1000], b: 1.5 }));

    it(`decides sends as hub.${suffix}`, async () =>
      assert.deepEqual(await printed([`hub.${suffix}`]), [
        ...['planned', true, 'revision_indexed'],
        ...['builds', 'person_not_allowed'],
      ]));
  }

  it('loads the renderer where there is no page, also by require', async () => {
    const code = "console.log(JSON.stringify(Object.keys(require('@chirp-protocol/renderer')).sort()))";
    assert.ok((await printed(['--eval', code])).includes('render'));
  });

  it('has the command', async () => {
    const { stdout } = await consumer.run('npx', ['chirp', '--version']);
    assert.match(stdout, new RegExp(`\\b${manifest('cli').version}\\b`));
  });
});

describe('bundled by esbuild', () => {
  const usual = {
    bundle: true,
    platform: 'browser',
    logLevel: 'silent',
    metafile: true,
    plugins: [importedWasm],
  };
  const bundles = {
    'as ES module': [{ format: 'esm' }, 'bundled.mjs'],
    'as script': [{ format: 'iife' }, 'bundled.cjs'],
    'for workerd, which imports the wasm': [{ format: 'esm', conditions: ['workerd'] }, 'workerd.mjs'],
  };
  for (const [name, [options, output]] of Object.entries(bundles)) {
    it(`works ${name}`, async () => {
      const stdin = { contents: program('everything.ts'), loader: 'ts', resolveDir: consumer.folder };
      const { metafile } = await build({ ...usual, ...options, stdin, outfile: file(output) });
      const imported = Object.keys(metafile.inputs).filter((path) => path.endsWith('.wasm'));
      assert.equal(imported.length, options.conditions === undefined ? 0 : 3);
      assert.deepEqual(await printed([output]), EVERYTHING);
    });
  }
});

describe('for TypeScript', { concurrency: true }, () => {
  const modes = {
    nodenext: ['everything.mts', 'everything.cts', 'hub.mts', 'hub.cts', 'slim.mts', 'slim.cts', 'page.mts'],
    bundler: ['everything.mts', 'hub.mts', 'slim.mts', 'page.mts'],
  };
  for (const [mode, files] of Object.entries(modes)) {
    it(`has types with ${mode}`, async () => {
      for (const name of files) copyFileSync(join(PROGRAMS, name.replace(/[mc]ts$/, 'ts')), file(name));
      const module = mode === 'bundler' ? 'preserve' : mode;
      const compilerOptions = { ...STRICT, module, moduleResolution: mode };
      writeFileSync(file(`${mode}.json`), JSON.stringify({ compilerOptions, files }));
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      await consumer.run(process.execPath, [tsc, '--project', `${mode}.json`]);
    });
  }

  it('has a use of every function', async () => {
    const text = ['everything.ts', 'hub.ts', 'slim.ts'].map(program).join();
    const entries = Object.entries(manifest('protocol').exports).filter(([, target]) => target.import);
    for (const [entry] of entries) {
      const exported = await import(join('@chirp-protocol/protocol', entry));
      const functions = Object.keys(exported).filter((name) => typeof exported[name] === 'function');
      assert.deepEqual(
        functions.filter((name) => !new RegExp(`\\b${name}\\b`).test(text)),
        [],
        entry,
      );
    }
  });
});

describe('in a browser without a bundler', () => {
  const ADDRESSES = {
    '@chirp-protocol/protocol': '/node_modules/@chirp-protocol/protocol/dist/index.js',
    '@chirp-protocol/renderer/element': '/node_modules/@chirp-protocol/renderer/dist/element.js',
  };
  const importMap = JSON.stringify({ imports: ADDRESSES });
  const integrity = `'sha256-${createHash('sha256').update(importMap).digest('base64')}'`;

  let browser;
  before(async () => {
    writeFileSync(file('plain.html'), '<!doctype html><title>Plain</title>');
    const map = `<script type="importmap">${importMap}</script>`;
    writeFileSync(file('mapped.html'), `<!doctype html><title>Mapped</title>${map}`);
    const args = ['--no-sandbox', '--disable-background-networking'];
    browser = await chromium.launch({ executablePath: await installedChromium(), args });
  });
  after(() => browser?.close());

  /** What `run` returns in a page under a policy. */
  async function inPage(page, policy, run, argument) {
    const server = await serve(consumer.folder, { headers: { 'Content-Security-Policy': policy } });
    const tab = await browser.newPage();
    try {
      await tab.goto(server.url + page);
      return await tab.evaluate(run, argument);
    } finally {
      await tab.close();
      await server.close();
    }
  }

  const useProtocol = async (address) => {
    const { seal, verify } = await import(address);
    const message = '{"body":"hello","protocol":{}}';
    const envelope = {
      protocol: 'org.renkara.chirp.message/0.1',
      kind: 'event',
      source: { kind: 'system', id: 'clock' },
      presentation: { fallback: 'hello' },
    };
    const attempt = () => {
      try {
        return verify(seal(envelope).bytes).ok;
      } catch (error) {
        return error.code;
      }
    };
    const { ok, view, fallback, reasons } = verify(message);
    return { sealed: attempt(), ok, view, fallback, reason: reasons[0].code };
  };

  it("seals and verifies under script-src 'self' 'wasm-unsafe-eval'", async () => {
    const policy = "script-src 'self' 'wasm-unsafe-eval'";
    const outcome = await inPage('plain.html', policy, useProtocol, ADDRESSES['@chirp-protocol/protocol']);
    assert.deepEqual(outcome, {
      sealed: true,
      ok: false,
      view: 'fallback',
      fallback: 'hello',
      reason: 'missing_member',
    });
  });

  it('says that it cannot where wasm is refused, and shows the text', async () => {
    const outcome = await inPage(
      'plain.html',
      "script-src 'self'",
      useProtocol,
      ADDRESSES['@chirp-protocol/protocol'],
    );
    const refused = 'engine_unavailable';
    assert.deepEqual(outcome, {
      sealed: refused,
      ok: false,
      view: 'fallback',
      fallback: 'hello',
      reason: refused,
    });
  });

  const useElement = async (address) => {
    await import(address);
    const view = document.createElement('chirp-message');
    const verified = new Promise((resolve) =>
      view.addEventListener('chirp-verified', resolve, { once: true }),
    );
    document.body.append(view);
    view.message = '{"body":"hello","protocol":{}}';
    const { detail } = await verified;
    return { reason: detail.reasons[0].code, shown: view.shadowRoot.textContent.includes('hello') };
  };

  const policies = { missing_member: " 'wasm-unsafe-eval'", engine_unavailable: '' };
  for (const [reason, more] of Object.entries(policies)) {
    it(`has the element, which shows the text with the reason ${reason}`, async () => {
      const policy = `script-src 'self' ${integrity}${more}; style-src 'self'; require-trusted-types-for 'script'`;
      const address = ADDRESSES['@chirp-protocol/renderer/element'];
      assert.deepEqual(await inPage('mapped.html', policy, useElement, address), { reason, shown: true });
    });
  }
});

/** Every file that a package.json leads to; one with a `*` stands for files that no one names. */
function targets({ main, module, types, bin, exports }) {
  const paths = [main, module, types, bin, exports].flatMap(function leaves(value) {
    return typeof value === 'object' ? Object.values(value).flatMap(leaves) : [value];
  });
  return paths
    .filter((path) => path !== undefined && !path.includes('*'))
    .map((path) => path.replace(/^\.\//, ''));
}

/** What a script of the consumer prints, which is JSON. */
async function printed(args) {
  const { stdout } = await consumer.run(process.execPath, args);
  return JSON.parse(stdout);
}
