// Owns `--browser`: the groups that apply in a browser, measured in Chromium by the page that it bundles.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium as browsers } from 'playwright-core';
import { chromium } from '../../../npm/scripts/chromium.mjs';
import { documentCorpus, messageCorpus, sealedCorpus } from '../corpus/corpora.mjs';
import { without } from '../corpus/digests.mjs';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const MARKUP_BASELINES = {
  DOMPurify: 'html: marked + DOMPurify',
  'markdown-it': 'tree: markdown-it, by hand',
  'commonmark.js': 'tree: commonmark.js, by hand',
};
const BASELINES = { A: 'A', 'A+dup': 'A+dup', E: 'E-browser' };

const encoder = new TextEncoder();
const base64 = (bytes) => Buffer.from(bytes).toString('base64');
const bytesOf = (corpus) => (size) => corpus(size).map(({ bytes }) => bytes);
const unsealed = (size) =>
  sealedCorpus(size).map(({ value }) => encoder.encode(JSON.stringify(without(value, 'integrity'))));
// A browser's clock is coarse, so one document stands several times.
const source = (size) => Array(8).fill(documentCorpus(size).source);

/** The groups, each with its items and what is done to one. */
export const BROWSER_GROUPS = [
  ...['small', 'medium', 'large'].flatMap((size) => [
    { name: `chromium/verify/${size}`, operation: 'verify', items: bytesOf(sealedCorpus)(size) },
    { name: `chromium/verify-to-object/${size}`, operation: 'open', items: bytesOf(sealedCorpus)(size) },
    {
      name: `chromium/verify-message/${size}`,
      operation: 'verifyMessage',
      items: bytesOf(messageCorpus)(size),
    },
    { name: `chromium/seal-bytes/${size}`, operation: 'sealBytes', items: unsealed(size) },
  ]),
  ...['4k', '64k'].map((size) => ({
    name: `chromium/compile/${size}`,
    operation: 'compile',
    items: source(size),
  })),
].map((group) => ({
  ...group,
  baselines: group.operation === 'compile' ? MARKUP_BASELINES : BASELINES,
}));

/** A page that measures, and `close`. */
export async function openPage() {
  const { outputFiles } = await build({
    entryPoints: [`${FOLDER}page.mjs`],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    logLevel: 'error',
    plugins: [WITHOUT_NODE],
  });
  const browser = await browsers.launch({
    executablePath: await chromium(),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-renderer-backgrounding'],
  });
  const page = await browser.newPage();
  await page.addScriptTag({ content: outputFiles[0].text, type: 'module' });
  await page.waitForFunction(() => 'measure' in globalThis);

  async function measure({ operation, items }, effort) {
    const inputs = operation === 'compile' ? items : items.map(base64);
    const results = await page.evaluate((asked) => globalThis.measure(asked), {
      operation,
      items: inputs,
      ...effort,
    });
    const bytes = items.reduce((sum, item) => sum + item.length, 0);
    return results.map((result) => ({ ...result, items: items.length, bytes, clock: 'wall' }));
  }

  return { measure, version: browser.version(), close: () => browser.close() };
}

/** What Node alone has is nothing here; no stack of the page calls it. */
const WITHOUT_NODE = {
  name: 'without-node',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: 'nothing' }));
    onLoad({ filter: /./, namespace: 'nothing' }, () => ({ contents: 'module.exports = {};' }));
  },
};
