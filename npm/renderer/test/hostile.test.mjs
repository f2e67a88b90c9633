// Hostile messages in a page without a policy, where nothing but this package stands in the way: nothing is fetched,
// nothing runs, and only what the tree's nodes stand for appears.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hostile } from './hostile.mjs';
import { showAll } from './inspect.mjs';
import { startSite } from './site.mjs';

let site;
before(async () => (site = await startSite()));
after(() => site.close());

for (const [area, messages] of hostile()) {
  test(`${area}: ${messages.length} messages`, async () => {
    const { page, requests, faults } = await site.open();
    const seen = await page.evaluate(showAll, { messages, properties: {} });
    for (const x of seen) if (x.early !== x.fallback.replace(/[\u202A-\u202E\u2066-\u2069]/gu, (c) => 'U+' + c.codePointAt(0).toString(16).toUpperCase()).slice(0, 100_000)) console.log(area, x.id, JSON.stringify(x.early).slice(0, 80), JSON.stringify(x.fallback).slice(0, 80), x.reasons.join());
    assert.deepEqual(
      seen.filter((one) => one.faults.length > 0),
      [],
    );
    await page.waitForLoadState('networkidle');
    assert.deepEqual([requests, faults], [[], []]);
  });
}
