// Ages: counted to the time of the page, kept up to date, and by no timer where nothing is shown.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { instrument, NOW } from './instruments.mjs';
import { message } from './messages.mjs';
import { show, startSite } from './site.mjs';

let site;
before(async () => (site = await startSite()));
after(() => site.close());

const ages = (view) => view.locator('[part=age]').allTextContents();

test('an age is counted to `now`, in whole units, and stands behind the absolute time', async () => {
  const { page } = await site.open({ locale: 'en-GB', timezoneId: 'UTC' });
  const at = '2026-11-30T14:02:11Z';
  const view = await show(page, message({ occurred_at: at }));
  const rows = [
    ['2026-11-30T14:02:11Z', 'now'],
    ['2026-11-30T14:03:10.999Z', 'now'],
    ['2026-11-30T14:03:11Z', '1 minute ago'],
    ['2026-11-30T15:02:10Z', '59 minutes ago'],
    ['2026-12-01T14:02:11Z', '1 day ago'],
    ['2027-11-30T14:02:10Z', '364 days ago'],
    ['2028-11-30T14:02:11Z', '2 years ago'],
    ['2026-11-30T11:02:11Z', 'in 3 hours'],
  ];
  for (const [now, words] of rows) {
    await view.evaluate((element, now) => Object.assign(element, { now }) && 0, now);
    assert.deepEqual(await ages(view), [words], now);
  }
  const [time, age] = await view
    .locator('header time')
    .evaluateAll((all) => all.map((one) => [one.dateTime, one.title]));
  assert.deepEqual(
    [time, age],
    [
      [at, at],
      [at, ''],
    ],
  );
  assert.match(await view.locator('[part=time]').first().textContent(), /30 Nov 2026, 14:02/u);
  await view.evaluate((element) => Object.assign(element, { now: 'nonsense' }) && 0);
  assert.equal(await view.evaluate(({ now }) => now), undefined);
});

test('ages move on by themselves, with one timer for all, and none once they are gone', async () => {
  const { page } = await site.open({ locale: 'en-GB' });
  await page.clock.install({ time: new Date(NOW) });
  const first = await show(page, instrument('status'));
  const second = await show(page, instrument('document'));
  assert.equal((await ages(second))[0], '4 minutes ago');
  await page.clock.runFor(60_000);
  assert.equal((await ages(first))[0], '5 minutes ago');
  assert.equal((await ages(second))[0], '5 minutes ago');
  const timers = () =>
    page.evaluate(() => {
      const { setTimeout } = globalThis;
      let started = 0;
      globalThis.setTimeout = (...given) => {
        started += 1;
        return setTimeout(...given);
      };
      globalThis.startedTimers = () => started;
    });
  await timers();
  await page.clock.runFor(60_000);
  assert.equal(await page.evaluate(() => startedTimers()), 1, 'one timer for both');
  await page.evaluate(() => document.querySelector('main').replaceChildren());
  await page.clock.runFor(600_000);
  assert.equal(await page.evaluate(() => startedTimers()), 1, 'and none without them');
});

test('an element that comes back is up to date again', async () => {
  const { page } = await site.open({ locale: 'en-GB' });
  await page.clock.install({ time: new Date(NOW) });
  const view = await show(page, instrument('document'));
  const away = await view.evaluateHandle((element) => {
    element.remove();
    return element;
  });
  await page.clock.runFor(3_600_000);
  await away.evaluate((element) => document.querySelector('main').append(element));
  assert.equal((await ages(page.locator('chirp-message')))[0], '1 hour ago');
});

test('an age takes the same room whatever it says', async () => {
  const { page } = await site.open({ locale: 'en-GB' });
  const view = await show(page, instrument('status'), { now: NOW });
  const width = () =>
    view
      .locator('[part=age]')
      .first()
      .evaluate((age) => age.getBoundingClientRect().width);
  const before = await width();
  await view.evaluate((element) => Object.assign(element, { now: '2026-11-30T16:01:00Z' }) && 0);
  assert.equal(await width(), before);
});
