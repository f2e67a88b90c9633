// Hostile messages in a page without a policy, where nothing but this package stands in the way: nothing is
// fetched, nothing runs, and only what a card and the nodes of a tree stand for appears.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readAreas } from '../../../tests/parity/files.mjs';
import { hostile } from './hostile.mjs';
import { showAll } from './inspect.mjs';
import { startSite } from './site.mjs';

let site;
before(async () => (site = await startSite()));
after(() => site.close());

const areas = hostile();

async function shown(messages, properties = {}) {
  const { page, requests, faults } = await site.open();
  const seen = await page.evaluate(showAll, { messages, properties });
  return { seen, requests, faults };
}

for (const [area, messages] of areas) {
  test(`${area}: ${messages.length} messages`, async () => {
    const { seen, requests, faults } = await shown(messages);
    assert.equal(seen.length, messages.length);
    assert.deepEqual(
      seen.filter((one) => one.faults.length > 0),
      [],
    );
    assert.deepEqual([requests, faults], [[], []]);
  });
}

test('of all addresses, an allowed origin gets exactly the images that are its own', async () => {
  const [, messages] = areas.find(([area]) => area === 'url');
  const { seen, requests, faults } = await shown(messages, {
    images: 'allow',
    imageOrigins: ['https://example.com'],
  });
  assert.deepEqual(
    seen.filter((one) => one.faults.length > 0),
    [],
  );
  const own = readAreas()
    .url.flatMap(({ cases }) => cases)
    .filter(({ input, ok }) => ok && new URL(input).origin === 'https://example.com');
  const sent = (url) => url.split('#')[0];
  assert.deepEqual(new Set(requests.map(sent)), new Set(own.map(({ input }) => sent(input))));
  assert.deepEqual(faults, []);
});

test('what may not happen would be seen', async () => {
  const { page, requests, faults } = await site.open();
  await page.evaluate(() => {
    const { attachShadow } = HTMLElement.prototype;
    // A renderer that parses markup.
    const careless =
      '<img id="x" src="https://tracker.example.net/p.png" onerror="alert(1)"><a href="javascript:0">';
    HTMLElement.prototype.attachShadow = function attach(options) {
      const root = attachShadow.call(this, options);
      const { replaceChildren } = root;
      root.replaceChildren = (...content) => {
        replaceChildren.apply(root, content);
        root.append(document.createRange().createContextualFragment(careless), '\u202E');
      };
      return root;
    };
  });
  const [{ faults: found }] = await page.evaluate(showAll, {
    messages: [{ id: 'x', message: '{"body":"x"}' }],
    properties: {},
  });
  assert.deepEqual(found, [
    'element img',
    'attribute onerror of img',
    'id x',
    'href javascript:0',
    'loose text \u202E',
    'a directional control',
    'first x\u202E, then x',
  ]);
  // The image is fetched, and fails, in its own time.
  for (let tries = 0; tries < 100 && (requests.length === 0 || faults.length === 0); tries += 1)
    await page.waitForTimeout(50);
  assert.deepEqual(new Set(requests), new Set(['https://tracker.example.net/p.png']));
  assert.deepEqual(new Set(faults), new Set(['dialog: 1']));
});
