// Strict pages: what a content security policy refuses must never cost the text.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { FULL, message } from './messages.mjs';
import { bundle, show, startSite, verdict } from './site.mjs';

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
  assert.equal((await verdict(view)).view, 'pubmark');
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
  assert.equal(await view.locator('[part=text]').innerText(), 'Review requested for Architecture Notes');
  assert.equal(await view.locator('[part=mark]').innerText(), `Shown as plain text: ${reasons[0].message}`);
});

test('where the verifier cannot be fetched the text stays, with the reason', async () => {
  const script = await bundle("import '@chirp-protocol/renderer/element';", ['@chirp-protocol/protocol']);
  const { page, faults } = await site.open({ script });
  const view = await show(page, message());
  assert.deepEqual(
    (await verdict(view)).reasons.map(({ code }) => code),
    ['engine_unavailable'],
  );
  assert.equal(await view.locator('[part=text]').innerText(), 'Review requested for Architecture Notes');
  assert.match(await view.locator('[part=mark]').innerText(), /the verifier could not be loaded/u);
  assert.deepEqual(faults, []);
});
