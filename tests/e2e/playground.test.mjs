// The playground, as somebody uses it: the sample, the tamper button, an error while typing, every view.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CONTENT_SECURITY_POLICY } from '../../npm/scripts/serve.mjs';
import { clickBehind, startPlayground, verdict } from './playground-site.mjs';

const DIGEST = 'sha256:7a77e4b570dc3189359b8fdfb76f1423186c06190f1369c6396dafaaee1b40b7';
const TEXT = 'Review requested for Architecture Notes';

let site;
before(async () => (site = await startPlayground()));
after(() => site.close());

/** Opens the page, runs the test, and then nothing may have gone wrong. */
function playground(name, body, options) {
  test(name, async () => {
    const { context, page, faults, requests } = await site.open(options);
    await body(page, context);
    assert.deepEqual(faults, []);
    assert.deepEqual(requests, []);
    await context.close();
  });
}

playground('opens on the sample, with its rich view verified', async (page) => {
  assert.deepEqual(await verdict(page), { ok: true, view: 'fallback', codes: [] });
  assert.equal(await page.getByRole('tab', { selected: true }).textContent(), 'Rich view');
  const card = page.getByRole('article', { name: 'Message from Lectern' });
  assert.match(await card.textContent(), /Architecture Notes/);
  assert.match(await page.locator('#seal').textContent(), /Sealed and verified/);
  assert.match(await page.locator('.cm-content').textContent(), /org\.renkara\.lectern/);
  assert.match(await page.locator('#problems').textContent(), /A hub would accept this/);
});

playground(
  'one changed byte drops the rich view to its text and says why; sealing again brings it back',
  async (page) => {
    await page.getByRole('button', { name: 'Tamper with one byte' }).click();
    assert.deepEqual(await verdict(page), { ok: false, view: 'fallback', codes: ['digest_mismatch'] });
    const rich = page.locator('chirp-message');
    assert.equal(await rich.getByRole('article').count(), 0);
    assert.equal(await rich.locator('[part=text]').textContent(), TEXT);
    assert.match(
      await rich.locator('[part=mark]').textContent(),
      /Shown as plain text: the digest does not match/,
    );
    assert.match(await page.locator('#seal').textContent(), /Byte \d+ changed: 4C → 4D/);
    assert.match(
      await page.getByRole('status').textContent(),
      /A client shows plain text, because the digest does not match/,
    );

    await page.getByRole('tab', { name: 'Digest' }).click();
    assert.match(await page.locator('#digest').textContent(), /does not match/);
    await page.getByRole('tab', { name: 'Tree' }).click();
    assert.equal(await page.getByRole('tree').count(), 0);
    assert.match(await page.locator('#tree').textContent(), /digest_mismatch/);
    await page.getByRole('tab', { name: 'Old client' }).click();
    assert.match(await page.locator('#old-client').textContent(), new RegExp(TEXT));

    await page.getByRole('button', { name: 'Seal again' }).click();
    await page.getByRole('tab', { name: 'Rich view' }).click();
    assert.deepEqual(await verdict(page), { ok: true, view: 'fallback', codes: [] });
    assert.equal(await rich.getByRole('article').count(), 1);
  },
);

playground('wherever the byte is, the change is noticed', async (page) => {
  await page.getByLabel('Sample').selectOption('tour');
  await page.getByRole('button', { name: 'Tamper with one byte' }).click();
  const seen = new Set();
  for (let round = 0; round < 6; round += 1) {
    const { codes, ok } = await verdict(page);
    assert.equal(ok, false);
    assert.notEqual(codes.length, 0);
    seen.add(await page.locator('#seal-title').textContent());
    await page.getByRole('button', { name: 'Another byte' }).click();
  }
  assert.equal(seen.size, 6);
});

playground(
  'an error while typing is shown with code and pointer, and the last good view stays',
  async (page) => {
    await clickBehind(page, '"display_name');
    await page.keyboard.press('Backspace');
    const problem = page.locator('.finding').first();
    await problem.waitFor();
    const said = await problem.textContent();
    assert.match(said, /unknown_member/);
    assert.match(said, /\/protocol\/source\/display_nam\b/);
    assert.match(said, /Did you mean display_name\?/);
    assert.equal(await page.locator('.cm-lintRange-error').first().textContent(), '"display_nam"');
    assert.match(await page.getByRole('status').textContent(), /^1 problem\. the member/);
    assert.equal(await page.locator('#seal-title').textContent(), 'Last good version');
    assert.equal((await verdict(page)).ok, true);
    assert.equal(await page.getByRole('article', { name: 'Message from Lectern' }).count(), 1);

    await page.getByRole('button', { name: 'Tamper with one byte' }).focus();
    await problem.click();
    const selected = await page.evaluate(() =>
      document.querySelector('#editor').shadowRoot.getSelection().toString(),
    );
    assert.equal(selected, '"display_nam"');

    await page.keyboard.type('"display_name"');
    await page.locator('.finding').first().waitFor({ state: 'detached' });
    assert.equal(await page.locator('#seal-title').textContent(), 'Sealed and verified');
    assert.equal(await page.locator('.cm-lintRange-error').count(), 0);
    assert.equal(await page.getByRole('status').textContent(), 'No problems');
  },
);

playground(
  'text that is not JSON is a problem at its line, and undo brings the sample back',
  async (page) => {
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('oops');
    await page.locator('[data-code=json_syntax]').waitFor();
    assert.match(await page.locator('.finding').first().textContent(), /whole text\s*line 21/);
    await page.keyboard.press('Control+z');
    await page.locator('.finding').first().waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('button', { name: 'Reset' }).isDisabled(), true);
  },
);

playground('reset brings the sample back after edits', async (page) => {
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('x');
  await page.locator('.finding').first().waitFor();
  await page.getByRole('button', { name: 'Reset' }).click();
  assert.match(await page.locator('.cm-content').textContent(), /Lectern/);
  assert.deepEqual(await verdict(page), { ok: true, view: 'fallback', codes: [] });
});

playground('the digest view shows what is hashed', async (page) => {
  await page.getByRole('tab', { name: 'Digest' }).click();
  const shown = await page.locator('#digest').textContent();
  assert.match(shown, /matches/);
  assert.ok(shown.includes(DIGEST));
  const bytes = await page.locator('#digest pre').first().textContent();
  assert.ok(bytes.startsWith('org.renkara.chirp.message/0.100{"delivery":'));
  assert.ok(!bytes.includes('integrity'));
});

playground('every sample is shown: sealed and verified, or refused for its reason', async (page) => {
  const ids = await page
    .locator('#sample option')
    .evaluateAll((options) => options.map(({ value }) => value));
  assert.ok(ids.length > 12);
  const outcomes = { sealed: 0, refused: 0 };
  for (const id of ids) {
    await page.getByLabel('Sample').selectOption(id);
    for (const tab of ['Old client', 'Tree', 'Digest', 'Rich view'])
      await page.getByRole('tab', { name: tab }).click();
    await page.waitForFunction(() => document.querySelector('chirp-message').verified !== undefined);
    const sealed = (await page.locator('#seal').textContent()).includes('Sealed and verified');
    const { ok } = await verdict(page);
    assert.equal(ok, sealed, id);
    assert.equal((await page.locator('.finding[data-kind=problem]').count()) === 0, sealed, id);
    assert.equal(await page.getByRole('button', { name: 'Tamper with one byte' }).isEnabled(), sealed, id);
    outcomes[sealed ? 'sealed' : 'refused'] += 1;
  }
  assert.ok(outcomes.sealed >= 10 && outcomes.refused >= 5);
});

playground('once loaded it needs no network', async (page, context) => {
  await context.setOffline(true);
  await page.getByLabel('Sample').selectOption('decision');
  for (const tab of ['Old client', 'Tree', 'Digest', 'Rich view'])
    await page.getByRole('tab', { name: tab }).click();
  await page.waitForFunction(() => document.querySelector('chirp-message').verified?.view === 'instrument');
  await page.getByRole('button', { name: 'Tamper with one byte' }).click();
  assert.equal((await verdict(page)).ok, false);
});

test('where the browser refuses WebAssembly, the text is shown and the page says what is missing', async () => {
  const policy = CONTENT_SECURITY_POLICY.replace(" 'wasm-unsafe-eval'", '');
  const strict = await startPlayground({ headers: { 'Content-Security-Policy': policy } });
  try {
    const { page } = await strict.open();
    assert.deepEqual(await verdict(page), { ok: false, view: 'fallback', codes: ['engine_unavailable'] });
    assert.equal(await page.locator('chirp-message [part=text]').textContent(), TEXT);
    assert.match(await page.locator('#seal').textContent(), /Nothing can be checked/);
    assert.match(await page.locator('#problems').textContent(), /engine_unavailable/);
  } finally {
    await strict.close();
  }
});
