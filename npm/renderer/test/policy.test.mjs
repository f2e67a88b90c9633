// Pages where something is refused or breaks: it must never cost the text.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LIMITS } from '@chirp-protocol/protocol';
import { FULL, message } from './messages.mjs';
import { bundle, show, startSite, textOf, verdict } from './site.mjs';

let site;
before(async () => (site = await startSite()));
after(() => site.close());

const STRICT =
  "default-src 'none'; style-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";

test("'wasm-unsafe-eval', no inline style and Trusted Types are enough for the whole card", async () => {
  const { page, faults, requests } = await site.open({
    policy: `${STRICT}; script-src 'self' 'wasm-unsafe-eval'`,
  });
  const view = await show(page, FULL);
  assert.equal((await verdict(view)).view, 'instrument');
  assert.notEqual(
    await view.locator('[part=card]').evaluate((card) => getComputedStyle(card).borderRadius),
    '0px',
  );
  assert.deepEqual([faults, requests], [[], []]);
});

test('where the policy refuses WebAssembly the text stays, with the reason', async () => {
  const { page } = await site.open({ policy: `${STRICT}; script-src 'self'` });
  const view = await show(page, message());
  const { ok, reasons } = await verdict(view);
  assert.deepEqual([ok, reasons[0].code], [false, 'engine_unavailable']);
  assert.equal(await textOf(view, 'text'), 'Review requested for Architecture Notes');
  assert.equal(await textOf(view, 'mark'), `Shown as plain text: ${reasons[0].message}`);
});

test('where the verifier cannot be fetched the text stays, with the reason', async () => {
  const script = await bundle("import '@chirp-protocol/renderer/element';", ['@chirp-protocol/protocol']);
  const { page, faults } = await site.open({ script });
  const view = await show(page, message());
  assert.deepEqual(
    (await verdict(view)).reasons.map(({ code }) => code),
    ['engine_unavailable'],
  );
  assert.equal(await textOf(view, 'text'), 'Review requested for Architecture Notes');
  assert.match(await textOf(view, 'mark'), /the verifier could not be loaded/u);
  assert.deepEqual(faults, []);
});

test('a trap costs one message its view, and the next is right again', async () => {
  const { page, faults } = await site.open({ init: keepInstances });
  // As large as a message may be: there is no room for it once the memory is taken.
  const large = FULL + ' '.repeat(LIMITS.message_bytes - new TextEncoder().encode(FULL).length);
  assert.equal((await verdict(await show(page, FULL))).view, 'instrument');
  assert.equal(await page.evaluate(exhaust), 1);
  const view = await show(page, large);
  assert.deepEqual(
    (await verdict(view)).reasons.map(({ code }) => code),
    ['engine_unavailable'],
  );
  assert.equal(await textOf(view, 'text'), 'web 4.12 is deployed');
  assert.equal((await verdict(await show(page, large))).view, 'instrument');
  assert.equal((await verdict(await show(page, FULL))).view, 'instrument');
  assert.equal(await page.evaluate(() => instances.length), 2, 'one fresh instance');
  assert.deepEqual(faults, []);
});

/** Runs in the page before its script: keeps every WebAssembly instance that anyone makes. */
function keepInstances() {
  const instances = [];
  globalThis.instances = instances;
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (...given) => {
    const made = await instantiate(...given);
    instances.push(made.instance ?? made);
    return made;
  };
  WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
    construct(target, given) {
      const made = Reflect.construct(target, given);
      instances.push(made);
      return made;
    },
  });
}

/**
 * Runs in the page: takes all memory that the newest instance could still grow by, and says how many
 * instances there are.
 */
function exhaust() {
  const { memory } = instances.at(-1).exports;
  for (let pages = 65_536; pages >= 1; ) {
    try {
      memory.grow(pages);
    } catch {
      pages = Math.floor(pages / 2);
    }
  }
  return instances.length;
}
