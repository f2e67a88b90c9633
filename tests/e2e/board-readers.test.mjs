// The board for everybody: by keyboard alone, heard, in each theme and width.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { card, choose, goTo, heard, lens, row, startBoard } from './board-site.mjs';
import { axe, focused } from './site.mjs';

const PHONE = { width: 360, height: 740 };
const TABLET = { width: 800, height: 900 };
const WIDE = { width: 1440, height: 900 };

let site;
before(async () => (site = await startBoard()));
after(() => site.close());

/** The subject of the row that has the focus. */
function focusedRow(page) {
  return page.evaluate(() => document.activeElement.querySelector('.row-label')?.textContent);
}

test('everything is reached and done by keyboard alone', async () => {
  const { page, faults } = await site.open({ viewport: WIDE });
  const press = (key) => page.keyboard.press(key);
  const tabTo = async (wanted) => {
    for (let steps = 0; steps < 30; steps += 1) {
      await press('Tab');
      if ((await focused(page)).includes(wanted)) return;
    }
    assert.fail(`Tab does not come to ${wanted}`);
  };

  await press('Tab');
  assert.equal(await focused(page), 'skip');
  await tabTo('play');
  await tabTo('filter');
  await press('Tab');
  assert.equal(await focusedRow(page), 'ledger migration 0042');
  await press('ArrowDown');
  await press('j');
  assert.match(await focusedRow(page), /Raise the rate limit/);
  // The detail follows.
  assert.match(await page.locator('#detail-title').textContent(), /Raise the rate limit/);
  await press('k');
  assert.match(await focusedRow(page), /A certificate/);
  await press('End');
  await press('Home');
  assert.equal(await focusedRow(page), 'ledger migration 0042');

  await press('Enter');
  assert.equal(await focused(page), 'detail-title');
  await tabTo('tab-now');
  await press('ArrowRight');
  assert.equal(await focused(page), 'tab-history');
  await tabTo('revision');
  await press('Enter');
  assert.match(await page.locator('.revision-stage').textContent(), /Revision 1/);
  await press('Escape');
  assert.equal(await focusedRow(page), 'ledger migration 0042');

  await press('3');
  assert.equal(await page.locator('#flights-title').textContent(), 'Decisions');
  assert.notEqual(await focusedRow(page), undefined);
  await press('/');
  assert.equal(await focused(page), 'filter');
  await page.keyboard.type('sessions');
  await press('Escape');
  assert.equal(await focusedRow(page), 'Where sessions are kept');
  await press('n');
  assert.equal(await page.locator('#clock').textContent(), '08:08');
  await press('p');
  assert.equal(await page.getByRole('button', { name: 'Pause' }).isVisible(), true);
  await press('p');

  await press('?');
  const help = page.getByRole('dialog', { name: 'Keys' });
  assert.match(await help.textContent(), /next row/);
  await help.getByLabel('Keys of one character are on').press('Space');
  await press('Escape');
  await press('1');
  assert.equal(await page.locator('#flights-title').textContent(), 'Decisions', 'the keys are off');
  assert.deepEqual(faults, []);
});

test('an action is confirmed by keyboard, with cancel first', async () => {
  const { page } = await site.open({ viewport: WIDE });
  await choose(page, 'Needs Me', 'ledger migration 0042');
  const giveUp = card(page).getByRole('button', { name: 'Give up for today' });
  await giveUp.focus();
  await page.keyboard.press('Enter');
  const dialog = page.locator('#panel-now chirp-message').getByRole('dialog');
  await dialog.waitFor();
  assert.match(await focused(page), /Cancel|action/);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await page.locator('.outcome').isVisible(), false);
  // An action that this hub does not know is there, and off, and says why.
  const unknown = card(page).getByRole('button', { name: 'Fail over to the replica' });
  assert.equal(await unknown.isDisabled(), true);
  await giveUp.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('“Give up for today” is done.').waitFor();
});

test('changes are said politely and together, and move neither focus nor scroll position', async () => {
  const { page } = await site.open({ viewport: { width: 1440, height: 600 } });
  assert.equal(await page.locator('#news').getAttribute('role'), 'status');
  await choose(page, 'Runs', 'Glossary of incoterms');
  const place = () =>
    row(page, 'Glossary of incoterms').evaluate((element) => element.getBoundingClientRect().top);
  const before = await place();
  assert.ok((await page.locator('#list').evaluate(({ scrollTop }) => scrollTop)) > 0);
  await page.keyboard.press('n');
  await page.keyboard.press('n');
  assert.match(
    await heard(page, /web #2293/),
    /web #2293: Drop the old quote widget has revision 2, succeeded\. web 4\.13 to production is new, running\./,
  );
  assert.match(await focusedRow(page), /Glossary of incoterms/);
  assert.ok(Math.abs((await place()) - before) < 1);
  await goTo(page, '12:00');
  assert.match(await heard(page, /changes/), /^\d+ changes\. .*needs you/);
});

test('what a reader has chosen in a tab stays while other things happen', async () => {
  const { page } = await site.open({ viewport: WIDE });
  await goTo(page, '10:40');
  await choose(page, 'Incidents', 'Bookings fail in eu-west');
  await page.getByRole('tab', { name: 'Changes' }).click();
  await page.getByRole('combobox', { name: 'From' }).selectOption('Revision 1');
  await page.keyboard.press('Escape');
  await goTo(page, '10:46');
  assert.equal(await page.getByRole('combobox', { name: 'From' }).inputValue(), '0');
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('button', { name: /^Revision 2/ }).click();
  await goTo(page, '11:00');
  assert.equal(await page.locator('.revision').count(), 4);
  assert.equal(await page.getByRole('button', { name: /^Revision 2/ }).getAttribute('aria-pressed'), 'true');
});

test('the focus goes to the next row when its row leaves the lens', async () => {
  const { page } = await site.open({ viewport: WIDE });
  await goTo(page, '09:39');
  await choose(page, 'Needs Me', 'Raise the rate limit');
  const next = await page.evaluate(
    () => document.activeElement.nextElementSibling.querySelector('.row-label').textContent,
  );
  await page.keyboard.press('n');
  assert.equal(await page.locator('#clock').textContent(), '09:52');
  assert.equal(await focusedRow(page), next);
});

test('on a phone the list comes first, the detail replaces it, and back leads back', async () => {
  const { page, faults } = await site.open({ viewport: PHONE, isMobile: true, hasTouch: true });
  assert.equal(await page.locator('#detail').isVisible(), false);
  await row(page, 'A certificate of a carrier').tap();
  await card(page).waitFor();
  assert.equal(await page.locator('#list').isVisible(), false);
  await page.getByRole('button', { name: 'Back to the list' }).tap();
  assert.equal(await page.locator('#list').isVisible(), true);
  assert.equal(await page.locator('#detail').isVisible(), false);

  // So does the browser's own way back.
  await page.waitForURL(/#needs_me$/);
  await row(page, 'ledger migration').tap();
  await page.waitForURL(/#needs_me\/sha256:/);
  await page.goBack();
  await page.locator('#list').waitFor();
  assert.equal(await page.locator('#detail').isVisible(), false);
  assert.deepEqual(faults, []);
});

for (const viewport of [PHONE, TABLET]) {
  test(`the page does not scroll sideways: ${viewport.width} px`, async () => {
    const { page } = await site.open({ viewport });
    const widths = async (state) => {
      const { scrollWidth } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
      }));
      assert.equal(scrollWidth, viewport.width, state);
    };
    await widths('Needs Me');
    await choose(page, 'Runs', 'Nightly build of everything');
    await card(page).waitFor();
    for (const tab of ['Now', 'History', 'Changes']) {
      await page.getByRole('tab', { name: tab }).click();
      await widths(tab);
    }
  });
}

for (const colorScheme of ['light', 'dark']) {
  for (const viewport of [PHONE, TABLET, WIDE]) {
    test(`no accessibility violation: ${colorScheme}, ${viewport.width} px`, async () => {
      const { page } = await site.open({ colorScheme, viewport });
      const clean = async (state) => assert.deepEqual(await axe(page), [], state);
      const back = async () => {
        if (viewport === PHONE) await page.getByRole('button', { name: 'Back to the list' }).click();
      };
      await clean('nothing chosen');
      await goTo(page, '13:40');
      for (const [name, subject] of [
        ['Needs Me', 'Where sessions are kept'],
        ['Runs', 'ترجمة'],
        ['Decisions', 'Request for erasure'],
        ['Incidents', 'Bookings fail'],
        ['Artifacts', 'web 4.13'],
        ['Knowledge', 'Briefing of the day shift'],
      ]) {
        await lens(page, name);
        await clean(name);
        await row(page, subject).first().click();
        await card(page).waitFor();
        await clean(`${name}: ${subject}`);
        await back();
      }
      await choose(page, 'Knowledge', 'Briefing of the day shift');
      for (const tab of ['History', 'Changes', 'Now']) {
        await page.getByRole('tab', { name: tab }).click();
        if (tab === 'History') await page.getByRole('button', { name: /^Revision 1/ }).click();
        await clean(tab);
      }
      await back();
      await lens(page, 'Log');
      await clean('log');
      await lens(page, 'Runs');
      await page.getByRole('searchbox').fill('no such thing');
      await clean('nothing is found');
      await page.evaluate(() => document.querySelector('#help').showModal());
      await clean('keys');
    });
  }
}

test('forced colours keep the chosen row and lens apart', async () => {
  const { page } = await site.open({ forcedColors: 'active', viewport: WIDE });
  await page.locator('.row').first().click();
  const outline = (selector) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).outlineStyle);
  assert.notEqual(await outline('.row[aria-selected=true]'), 'none');
  assert.notEqual(await outline('.lens[aria-current]'), 'none');
});
