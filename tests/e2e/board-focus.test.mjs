// The board under the hands of somebody: the focus is never dropped, one press is one action, and what is chosen stays.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { card, choose, goTo, heard, lens, row, startBoard } from './board-site.mjs';
import { focused } from './site.mjs';

const WIDE = { width: 1440, height: 900 };
const SMALL = { width: 320, height: 640 };
const INCIDENT = 'Bookings fail in eu-west';

let site;
before(async () => (site = await startBoard()));
after(() => site.close());

function board(name, body, options = { viewport: WIDE }, fragment) {
  test(name, async () => {
    const { context, page, faults } = await site.open(options, fragment);
    await body(page);
    assert.deepEqual(faults, []);
    await context.close();
  });
}

/** Lets the day go to a time while the focus is somewhere in the page. */
async function passTo(page, time) {
  const [hours, minutes] = time.split(':').map(Number);
  await page.getByLabel('Time of the day').evaluate(
    (slider, seconds) => {
      slider.value = seconds;
      slider.dispatchEvent(new Event('input'));
    },
    `${((hours - 8) * 60 + minutes) * 60}`,
  );
}

/** How often the log says that something was done. */
async function timesDone(page) {
  await lens(page, 'Log');
  return page.locator('.log-item[data-kind=done]').count();
}

board('a link within the page, and an address that names nothing, change nothing', async (page) => {
  await choose(page, 'Decisions', 'Where sessions are kept');
  const address = page.url();
  for (const fragment of ['#flights', '#nonsense']) {
    await page.evaluate((to) => {
      location.hash = to;
    }, fragment);
    await page.waitForURL(address);
    assert.equal(await page.locator('#flights-title').textContent(), 'Decisions');
    assert.equal(await page.locator('#detail-title').textContent(), 'Where sessions are kept');
  }
  await page.evaluate(() => {
    location.hash = '#runs/sha256:0';
  });
  await page.waitForURL(/#runs$/);
  assert.equal(await page.locator('#flights-title').textContent(), 'Runs');
});

board('the button of the next event keeps the focus at the last one', async (page) => {
  await goTo(page, '17:00');
  const step = page.getByRole('button', { name: 'Next event' });
  await step.focus();
  for (let steps = 0; steps < 100 && (await step.getAttribute('aria-disabled')) === 'false'; steps += 1)
    await page.keyboard.press('Enter');
  assert.equal(await step.getAttribute('aria-disabled'), 'true');
  const end = await page.locator('#clock').textContent();
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('#clock').textContent(), end);
  assert.equal(await focused(page), 'step');
});

board('the log is read, walked and filtered while more happens', async (page) => {
  await goTo(page, '10:00');
  await page.keyboard.press('7');
  await page.keyboard.press('j');
  const entry = () => page.evaluate(() => document.activeElement.textContent);
  const second = await entry();
  await page.keyboard.press('k');
  const first = await entry();
  assert.notEqual(first, second);
  await page.keyboard.press('n');
  assert.equal(await entry(), first);
  await page.keyboard.press('j');
  assert.equal(await entry(), second);
  await page.keyboard.press('/');
  assert.equal(await focused(page), 'filter');
  await page.keyboard.type('is new');
  const items = page.locator('.log-item');
  assert.ok((await items.count()) > 0);
  assert.ok((await items.allTextContents()).every((text) => text.includes('is new')));
  await heard(page, /\d+ events? in the list\./);
  await page.getByRole('searchbox').fill('no such thing');
  assert.match(await page.locator('#list').textContent(), /Nothing is found/);
});

board('a filter says how many it finds', async (page) => {
  await lens(page, 'Runs');
  await page.getByRole('searchbox').fill('東京');
  await heard(page, /1 instrument in the list\./);
  await page.getByRole('searchbox').fill('no such thing');
  await heard(page, /0 instruments in the list\./);
});

board('a revision, a pair and an action are read while a new revision comes', async (page) => {
  await goTo(page, '10:40');
  await choose(page, 'Incidents', INCIDENT);
  await page.getByRole('tab', { name: 'History' }).click();
  const first = page.getByRole('button', { name: /^Revision 1/ });
  await first.focus();
  await passTo(page, '10:46');
  await page.locator('.revision').nth(2).waitFor();
  assert.equal(await first.evaluate((element) => element === document.activeElement), true);
  assert.match(await page.locator('.revision').first().textContent(), /current/);
  assert.equal(await page.locator('.revision-head').count(), 1);

  await page.getByRole('tab', { name: 'Changes' }).click();
  const from = page.getByRole('combobox', { name: 'From' });
  await from.selectOption('Revision 1');
  await from.focus();
  const before = await from.locator('option').count();
  await passTo(page, '11:00');
  await from.locator('option').nth(before).waitFor({ state: 'attached' });
  assert.equal(await from.evaluate((element) => element === document.activeElement), true);
  assert.equal(await from.inputValue(), '1');
  assert.equal(await page.getByRole('combobox', { name: 'To' }).inputValue(), `${before}`);
});

board('who is at an action when a new revision comes is at its title, and hears of it', async (page) => {
  await goTo(page, '11:50');
  await choose(page, 'Runs', 'ledger migration 0042');
  await heard(page, /changes/);
  await card(page).getByRole('button', { name: 'Give up for today' }).focus();
  await passTo(page, '11:56');
  await card(page).getByText('Succeeded').first().waitFor();
  assert.equal(await focused(page), 'detail-title');
  await heard(page, /ledger migration 0042 has revision/);
});

board('the focus goes to the list when its last row goes', async (page) => {
  await lens(page, 'Runs');
  await page.getByRole('searchbox').fill('web 4.13 to production');
  assert.equal(await page.locator('.row').count(), 0);
  await goTo(page, '08:25');
  await row(page, 'web 4.13 to production').focus();
  await passTo(page, '08:00');
  await page.getByText('Nothing is found').waitFor();
  assert.equal(await focused(page), 'flights');
});

board(
  'on a phone the ways of the browser move the focus too',
  async (page) => {
    await row(page, 'ledger migration').click();
    assert.equal(await focused(page), 'detail-title');
    await page.goBack();
    await page.locator('#list').waitFor();
    const subject = () =>
      page.evaluate(() => document.activeElement.querySelector('.row-label')?.textContent);
    assert.equal(await subject(), 'ledger migration 0042');
    await page.goForward();
    await page.locator('#detail').waitFor();
    assert.equal(await focused(page), 'detail-title');
  },
  { viewport: SMALL },
);

board(
  'on a phone the keys can be switched on again',
  async (page) => {
    await page.getByRole('button', { name: 'Keys' }).click();
    const on = page.getByLabel('Keys of one character are on');
    await on.uncheck();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Keys' }).click();
    await on.check();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('2');
    assert.equal(await page.locator('#flights-title').textContent(), 'Runs');
  },
  { viewport: SMALL },
);

board('a double click and a key that is held down run an action once', async (page) => {
  await page.clock.install();
  await choose(page, 'Needs Me', 'ledger migration 0042');
  const again = card(page).getByRole('button', { name: 'Try again' });
  await again.dblclick();
  await page.getByText('“Try again', { exact: false }).first().waitFor();
  assert.equal(await timesDone(page), 1);

  await page.clock.fastForward(1000);
  await again.focus();
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.down('Enter');
  await page.clock.fastForward(1000);
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.locator('.log-item[data-kind=done]').nth(1).waitFor();
  assert.equal(await timesDone(page), 2);
  await page.clock.fastForward(1000);
  await again.press('Enter');
  await page.locator('.log-item[data-kind=done]').nth(2).waitFor();
});

board(
  'a series of which nothing is known is not said to be removed',
  async (page) => {
    const known = /Nothing of this series is known at this time/;
    const says = async (tab, wanted) => {
      await page.getByRole('tab', { name: tab }).click();
      await page.locator('.panel:visible').filter({ hasText: wanted }).waitFor();
    };
    for (const tab of ['Now', 'History', 'Changes']) await says(tab, known);

    await goTo(page, '08:25');
    await choose(page, 'Runs', 'web 4.13 to production');
    for (const tab of ['Now', 'History', 'Changes']) {
      await goTo(page, '08:25');
      await page.getByRole('tab', { name: tab }).click();
      await goTo(page, '08:00');
      await page.locator('.panel:visible').filter({ hasText: known }).waitFor();
    }
    assert.match(await page.locator('#detail-title').textContent(), /Nothing of this series is known/);
  },
  { viewport: WIDE },
  `#runs/sha256:${'0'.repeat(64)}`,
);

board('the log of a day that was set back has its own times', async (page) => {
  const log = async () => {
    await lens(page, 'Log');
    return page.locator('.log-item').allTextContents();
  };
  await goTo(page, '12:00');
  const straight = await log();
  await goTo(page, '18:00');
  await goTo(page, '12:00');
  await page.waitForFunction(
    (count) => document.querySelectorAll('.log-item').length === count,
    straight.length,
  );
  assert.deepEqual(await log(), straight);
});
