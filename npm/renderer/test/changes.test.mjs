// What changed between two revisions: verified on both sides, by sign and word, and bounded.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { changesBetween } from '@chirp-protocol/renderer/changes';
import { instrument } from './instruments.mjs';
import { message, pubmark, tampered } from './messages.mjs';
import { bundle, startSite } from './site.mjs';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const script = await bundle(
  "import '@chirp-protocol/renderer/element'; import '@chirp-protocol/renderer/changes';",
);

let site;
before(async () => (site = await startSite()));
after(() => site.close());

const envelopeOf = (text) => JSON.parse(text).protocol;

const EARLIER = instrument('status');
const LATER = (() => {
  const { actions, instrument: was, integrity, lifecycle, presentation } = envelopeOf(EARLIER);
  const [kept, , skipped] = was.audit.checks;
  return instrument('status', {
    presentation: {
      ...presentation,
      pubmark: presentation.pubmark.replace('- [ ] us-east-1', '- [x] us-east-1\n- [x] us-west-1'),
    },
    lifecycle: { ...lifecycle, state: 'blocked', counts: { done: 2, total: 3 } },
    severity: 'error',
    actions: actions.slice(0, 2),
    instrument: {
      revision: 2,
      predecessor: integrity.digest,
      attention: { ...was.attention, reason: 'Now the database owner is missing' },
      audit: { status: 'incomplete', checks: [kept, { ...skipped, status: 'pending' }] },
      evidence: [{ label: 'new.log', digest: `sha256:${'9'.repeat(64)}` }],
    },
  });
})();

/** Shows the changes and returns the element. */
async function compared(page, earlier, later) {
  await page.evaluate(
    ([earlier, later]) =>
      new Promise((resolve) => {
        const element = document.createElement('chirp-changes');
        element.addEventListener('chirp-compared', resolve, { once: true });
        document.querySelector('main').append(element);
        Object.assign(element, { earlier, later });
      }),
    [earlier, later],
  );
  return page.locator('chirp-changes').last();
}

test('each statement that changed is named once, and nothing else', () => {
  const { statements } = changesBetween(envelopeOf(EARLIER), envelopeOf(LATER));
  assert.deepEqual(
    statements.map(({ what, item, before, after }) => [
      what,
      item,
      before === undefined ? 'new' : after === undefined ? 'gone' : `${before} → ${after}`,
    ]),
    [
      ['state', undefined, 'Running → Blocked'],
      ['counts', undefined, '1 of 3 done → 2 of 3 done'],
      ['severity', undefined, 'Notice → Error'],
      [
        'attention',
        undefined,
        'The rollout waits for an owner of the web service → Now the database owner is missing',
      ],
      ['audit', undefined, 'Audit reported as passed → Audit reported as incomplete'],
      ['check', 'soak', 'Skipped: Soak test over a weekend → Pending: Soak test over a weekend'],
      ['evidence', `sha256:${'9'.repeat(64)}`, 'new'],
      ['action', 'reject', 'gone'],
      ['proof', undefined, 'gone'],
      ['check', 'secrets', 'gone'],
      ['check_evidence', 'secrets', 'gone'],
    ],
  );
});

test('an audit that appears or goes is said in words', () => {
  const run = (more) =>
    envelopeOf(message({ instrument: { category: 'run', layout: 'status', revision: 1, ...more } }));
  const { statements } = changesBetween(run({}), run({ audit: { status: 'not_run' } }));
  assert.deepEqual(statements, [
    { what: 'audit', before: 'No audit reported', after: 'Audit reported as not run' },
  ]);
});

test('the text is compared by lines', () => {
  const texts = (before, after) =>
    changesBetween(envelopeOf(pubmark(before)), envelopeOf(pubmark(after))).text.map(({ kind, lines }) => [
      kind,
      ...lines,
    ]);
  assert.deepEqual(texts('a', 'a'), []);
  assert.deepEqual(texts('a\n\nb\n\nc', 'a\n\nx\n\nc'), [
    ['same', 'a', ''],
    ['removed', 'b'],
    ['added', 'x'],
    ['same', '', 'c'],
  ]);
  assert.deepEqual(texts('b', 'a\nb'), [
    ['added', 'a'],
    ['same', 'b'],
  ]);
  assert.deepEqual(texts('a\na', 'a'), [
    ['same', 'a'],
    ['removed', 'a'],
  ]);
});

test('a comparison that is too large to search is shown as replaced', () => {
  const lines = (word) => Array.from({ length: 4_000 }, (_, index) => `${word} ${index % 7}`).join('\n');
  const { text } = changesBetween(envelopeOf(pubmark(lines('a'))), envelopeOf(pubmark(`${lines('b')}\na 1`)));
  assert.deepEqual(
    text.map(({ kind, lines }) => [kind, lines.length]),
    [
      ['removed', 4_000],
      ['added', 4_001],
    ],
  );
});

test('what is new and what is gone differ by sign, word and element', async () => {
  const { page, requests, faults } = await site.open({ script });
  const view = await compared(page, EARLIER, LATER);
  const text = await view.evaluate(({ shadowRoot }) => shadowRoot.textContent);
  assert.ok(text.includes('revision 1 → revision 2'), text);
  const hunks = await view
    .locator('[part=diff] .said')
    .evaluateAll((all) => all.map((one) => one.textContent));
  assert.ok(hunks.includes('− Removed- [ ] us-east-1'), hunks.join('\n'));
  assert.ok(hunks.includes('+ Added- [x] us-east-1\n- [x] us-west-1'), hunks.join('\n'));
  const state = view.locator('[part=change]').first();
  assert.equal(await state.locator('del').textContent(), 'Running');
  assert.equal(await state.locator('ins').textContent(), 'Blocked');
  assert.deepEqual([requests, faults], [[], []]);
});

test('what stayed the same is cut down to what surrounds a change', async () => {
  const { page } = await site.open({ script });
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`);
  const view = await compared(page, pubmark(lines.join('\n')), pubmark(lines.with(20, 'other').join('\n')));
  const text = await view.locator('[part=diff]').textContent();
  assert.match(text, /17 lines are the same/u);
  assert.match(text, /line 17\nline 18\nline 19/u);
  assert.doesNotMatch(text, /line 16\n/u);
});

test('one that does not hold is not compared, and the reason is said', async () => {
  const { page } = await site.open({ script });
  const rows = [
    [tampered(message()), message(), /^The earlier one cannot be compared: /u],
    [message(), tampered(message()), /^The later one cannot be compared: /u],
    ['{', {}, /^The earlier one cannot be compared: /u],
    [{ body: 'Good morning' }, message(), /^The earlier one cannot be compared: /u],
  ];
  for (const [earlier, later, words] of rows) {
    const view = await compared(page, earlier, later);
    assert.match(await view.evaluate(({ shadowRoot }) => shadowRoot.textContent), words);
    assert.equal(await view.locator('[part=card]').count(), 0);
  }
  const same = await compared(page, message(), message());
  assert.match(
    await same.locator('[part=card]').textContent(),
    /Nothing that a reader is shown has changed/u,
  );
});

test('markup, controls and long words are text here too, and axe finds nothing', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const { page, faults, requests } = await site.open({
      script,
      colorScheme,
      viewport: { width: 320, height: 600 },
    });
    const hostile = `<img src=x onerror=alert(1)> \u202Eevil ${'W'.repeat(300)}`;
    const view = await compared(page, pubmark('calm'), pubmark(hostile));
    assert.ok((await view.locator('ins').textContent()).includes('⟨U+202E⟩evil'));
    assert.equal(await view.locator('img').count(), 0);
    await compared(page, EARLIER, LATER);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    await page.evaluate(
      (dark) => document.body.setAttribute('bgcolor', dark ? '#101214' : '#ffffff'),
      colorScheme === 'dark',
    );
    await page.evaluate(
      (dark) => document.body.setAttribute('text', dark ? '#ffffff' : '#000000'),
      colorScheme === 'dark',
    );
    await page.evaluate(AXE);
    const { violations } = await page.evaluate(() => axe.run());
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
      [],
    );
    assert.deepEqual([requests, faults], [[], []]);
  }
});
