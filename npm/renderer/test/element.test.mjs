// The custom element: text first, the card only after verification, and honesty about the rest.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LAYOUTS } from './instruments.mjs';
import { FULL, message, pubmark, tampered } from './messages.mjs';
import { show, startSite, textOf, verdict } from './site.mjs';

let site;
before(async () => (site = await startSite()));
after(() => site.close());

test('the text stands in the same tick, for text, bytes and objects', async () => {
  const { page } = await site.open();
  const shown = await page.evaluate((text) => {
    const element = document.createElement('chirp-message');
    return [text, new TextEncoder().encode(text), JSON.parse(text), JSON.parse(text).protocol].map(
      (input) => {
        element.message = input;
        return element.shadowRoot.textContent;
      },
    );
  }, message());
  assert.deepEqual(
    shown,
    Array.from({ length: 4 }, () => 'Review requested for Architecture Notes'),
  );
});

test('a verified message becomes a card with its digest', async () => {
  const { page, faults } = await site.open();
  const view = await show(page, message());
  assert.deepEqual(await verdict(view), { ok: true, view: 'fallback', reasons: [] });
  assert.equal(await textOf(view, 'source'), 'Lectern');
  assert.equal(await textOf(view, 'source-kind'), 'integration');
  assert.match(await textOf(view, 'subject'), /Architecture Notes/u);
  assert.equal(await textOf(view, 'text'), 'Review requested for Architecture Notes');
  const { integrity } = JSON.parse(message()).protocol;
  assert.equal(await textOf(view, 'digest'), integrity.digest.slice(7, 19));
  await view.locator('summary').press('Enter');
  assert.match(await textOf(view, 'seal'), new RegExp(integrity.digest, 'u'));
  assert.deepEqual(faults, []);
});

test('a message that was changed stays text and says why', async () => {
  const { page } = await site.open();
  const view = await show(page, tampered(message()));
  const { ok, reasons } = await verdict(view);
  assert.equal(ok, false);
  assert.equal(reasons[0].code, 'digest_mismatch');
  assert.equal(await textOf(view, 'text'), 'Review requested for Architecture Notes');
  assert.equal(await textOf(view, 'mark'), `Shown as plain text: ${reasons[0].message}`);
  assert.equal(await view.locator('[part=card]').count(), 0);
});

test('a text of nothing but controls or marks stands there at once, as one piece', async () => {
  const { page, faults } = await site.open();
  const bodies = [
    ['\u202e'.repeat(99_999), 'a⟨U+202E ×99999⟩'],
    ['\u202e\u202d'.repeat(50_000), `a${'⟨U+202E⟩⟨U+202D⟩'.repeat(50_000)}`.slice(0, 100_000)],
    ['\u0300'.repeat(99_999), `a${'\u0300'.repeat(64)}⟨+99935 marks⟩`],
    ['\u0e33'.repeat(99_999), `a${'\u0e33'.repeat(64)}⟨+99935 marks⟩`],
  ];
  for (const [hostile, shown] of bodies) {
    const seen = await page.evaluate((message) => {
      const element = document.createElement('chirp-message');
      element.message = message;
      const [block] = element.shadowRoot.children;
      return { text: block.textContent, nodes: block.childNodes.length };
    }, `{"body":"a${hostile}"}`);
    assert.deepEqual(seen, { text: shown, nodes: 1 });
  }
  assert.deepEqual(faults, []);
});

test('a text that is too long for the screen as it is written out says so', async () => {
  const { page } = await site.open();
  const fallback = 'a\u202e\u202d'.repeat(6_000);
  const valid = await show(page, message({ presentation: { fallback } }));
  assert.equal((await verdict(valid)).ok, true);
  for (const view of [valid, await show(page, { body: fallback })]) {
    const text = await view.evaluate(({ shadowRoot }) => shadowRoot.textContent);
    assert.match(text, /Only the beginning is shown/u);
    assert.equal((await textOf(view, 'text')).length, 100_000);
  }
});

test('an ordinary message is its text and no alarm', async () => {
  const { page } = await site.open();
  const view = await show(page, { body: 'Good morning' });
  assert.equal((await verdict(view)).reasons[0].code, 'untyped');
  assert.equal(await view.evaluate(({ shadowRoot }) => shadowRoot.textContent), 'Good morning');
});

test('anything at all leaves text on the screen', async () => {
  const { page, faults } = await site.open();
  for (const input of ['', '{', 'null', '[]', '"x"', '{"body":7}', '{"protocol":null}', {}, []]) {
    const view = await show(page, input);
    assert.equal((await verdict(view)).ok, false, JSON.stringify(input));
    assert.match(await view.evaluate(({ shadowRoot }) => shadowRoot.textContent), /no readable text/u);
  }
  const text = await page.evaluate(async () => {
    const element = document.createElement('chirp-message');
    const done = new Promise((resolve) => element.addEventListener('chirp-verified', resolve));
    element.message = {
      get body() {
        throw new Error('no');
      },
    };
    await done;
    return element.shadowRoot.textContent;
  });
  assert.match(text, /no readable text/u);
  assert.deepEqual(faults, []);
});

test('the last message set wins, and none brings back the children', async () => {
  const { page } = await site.open();
  const seen = await page.evaluate(
    async ([first, second]) => {
      const element = document.createElement('chirp-message');
      element.append('children');
      const events = [];
      element.addEventListener('chirp-verified', ({ detail }) => events.push(detail.ok));
      element.message = first;
      element.message = second;
      await chirp.protocol.ready();
      await new Promise((resolve) => setTimeout(resolve, 100));
      const text = element.shadowRoot.textContent;
      element.message = null;
      return { events, text, slots: element.shadowRoot.querySelectorAll('slot').length };
    },
    [message(), { body: 'second' }],
  );
  assert.deepEqual(seen, { events: [false], text: 'second', slots: 1 });
});

test('properties set before the element is defined are kept', async () => {
  const { page } = await site.open();
  const seen = await page.evaluate((text) => {
    const element = document.createElement('late-message');
    element.message = text;
    element.headingLevel = 5;
    document.body.append(element);
    customElements.define('late-message', class extends chirp.renderer.ChirpMessage {});
    return [element.shadowRoot.textContent, element.getAttribute('heading-level')];
  }, message());
  assert.deepEqual(seen, ['Review requested for Architecture Notes', '5']);
});

test('the card says state, severity, time, audit and actions in words', async () => {
  const { page } = await site.open();
  const view = await show(page, FULL);
  assert.deepEqual(await verdict(view), { ok: true, view: 'instrument', reasons: [] });
  const text = await view.evaluate(({ shadowRoot }) => shadowRoot.textContent);
  for (const words of [
    'Succeeded',
    'Warning',
    '42 of 42 done',
    'revision 1',
    'No audit reported',
    'Actions are off here',
    'Somebody should look at the memory',
    'asked of everyone',
  ]) {
    assert.ok(text.includes(words), words);
  }
  assert.equal(await view.locator('[part~=state] svg, [part~=severity] svg').count(), 2);
  assert.equal(await view.locator('header time').first().getAttribute('datetime'), '2026-11-30T14:02:11Z');
  const button = view.locator('button');
  assert.deepEqual([await button.textContent(), await button.isDisabled()], ['Approve', true]);
});

test('an audit is shown as reported, and never for a message that is no instrument', async () => {
  const { page } = await site.open();
  const digest = `sha256:${'b'.repeat(64)}`;
  const audit = { status: 'passed', proof: { digest } };
  const instrument = { category: 'run', layout: 'status', revision: 1, audit };
  const reported = await show(page, message({ instrument }));
  assert.match(await textOf(reported, 'audit'), /Audit reported as passed/u);
  assert.equal(await textOf(reported, 'audit-status'), 'Audit reported as passed');
  const plain = await show(page, message({ lifecycle: { state: 'succeeded' } }));
  assert.equal(await plain.locator('[part=audit], [part~=audit-status]').count(), 0);
});

test('capabilities are what the renderer draws, and a page may narrow them', async () => {
  const { page } = await site.open();
  const declared = await page.evaluate(() => chirp.renderer.CAPABILITIES);
  for (const name of ['actions', 'audit', 'history', 'node:callout', 'node:root', 'node:tableCell'])
    assert.ok(declared.includes(name));
  const layouts = declared.filter((name) => name.startsWith('layout:'));
  assert.deepEqual(
    layouts,
    LAYOUTS.map((name) => `layout:${name}`),
  );
  const instrument = { category: 'run', layout: 'status', revision: 1, requires: ['audit'] };
  const wide = await show(page, message({ instrument }));
  const narrow = await show(page, message({ instrument }), { capabilities: [] });
  const missing = async (view) =>
    (await verdict(view)).reasons.some(
      ({ code, message }) => code === 'capability_missing' && message.includes('audit'),
    );
  assert.deepEqual([await missing(wide), await missing(narrow)], [false, true]);
});

test('headings and images follow the attributes, also later', async () => {
  const { page } = await site.open();
  const view = await show(page, pubmark('# One\n\n###### Six'));
  assert.deepEqual(await view.locator('[part=heading]').evaluateAll(levels), ['H3', 'DIV 8']);
  await view.evaluate((element) => element.setAttribute('heading-level', '1'));
  assert.deepEqual(await view.locator('[part=heading]').evaluateAll(levels), ['H1', 'H6']);
  await view.evaluate((element) => element.setAttribute('heading-level', 'nonsense'));
  assert.equal(await view.locator('h3').count(), 1);
});

/** Runs in the page. */
function levels(headings) {
  return headings.map((heading) =>
    [heading.tagName, heading.getAttribute('aria-level') ?? ''].join(' ').trim(),
  );
}
