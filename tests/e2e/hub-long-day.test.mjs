// The pages of a hub over a long day: channels that are given and taken away, a hub that goes and comes back, two pages in one
// browser, a clock that is wrong, a narrow window.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { release, revise, stands, startHubSite } from './hub-site.mjs';
import { axe } from './site.mjs';

let site;
before(async () => (site = await startHubSite()));
after(() => site.close());

const entry = (page, words) => page.locator('#feed .entry').filter({ hasText: words });
const say = (body, to = 'general') => site.agent('POST', `/channels/${to}/messages`, { body });
const link = (page, name) =>
  page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: new RegExp(name, 'u') });

/** A page of somebody who was invited, and is in no channel yet. */
async function openInvited(path) {
  const { account, path: invitation } = await site.ask('POST', '/invitations', {});
  const opened = await site.open(invitation.slice(1), { isSignedIn: false });
  await opened.page.getByRole('button', { name: 'Sign in' }).click();
  await opened.page.waitForURL(`${site.url}/`);
  await opened.page.goto(`${site.url}/${path}`);
  return { ...opened, account };
}

/** Looks at a page again, as who comes back from another window. */
const look = (page) => page.evaluate(() => dispatchEvent(new Event('focus')));

test('a channel that is given is there without a reload, and one that is taken away is gone', async () => {
  const { account, context, faults, page } = await openInvited('channels.html');
  await page.getByText('You are in no channel yet').waitFor();
  await site.ask('PUT', `/channels/general/members/${account}`, {});
  // The stream tells of a message in a channel that the page does not know.
  await say('you are one of us now');
  await entry(page, 'you are one of us now').waitFor();
  await site.ask('PUT', `/channels/releases/members/${account}`, {});
  await look(page);
  await link(page, 'releases').click();
  await page.getByText('Nothing was said here yet').waitFor();
  await site.ask('DELETE', `/channels/releases/members/${account}`);
  await look(page);
  await page.getByText('There is no such channel').waitFor();
  assert.equal(await link(page, 'releases').count(), 0);
  assert.equal(await page.locator('#write').isVisible(), false);
  await link(page, 'general').click();
  await entry(page, 'you are one of us now').waitFor();
  assert.equal(await page.locator('#write').isVisible(), true);
  assert.deepEqual(faults, []);
  await context.close();
});

test('the board shows what is in a channel that was given, and no longer what is in one that was taken away', async () => {
  await revise(site.agent, release('given', 'It is given'));
  const { account, context, page } = await openInvited('board.html#decisions');
  await page.getByText('No decisions').waitFor();
  await site.ask('PUT', `/channels/releases/members/${account}`, {});
  await look(page);
  await page.locator('.row').filter({ hasText: 'Release given' }).waitFor();
  await site.ask('DELETE', `/channels/releases/members/${account}`);
  await look(page);
  await page.getByText('No decisions').waitFor();
  await context.close();
});

test('what could not be had while the hub was away is there when it is back', async () => {
  const board = await site.open('board.html#decisions', {
    prepare: (page) => page.route('**/api/v1/instruments*', (route) => route.abort()),
  });
  const channels = await site.open('channels.html#general');
  await board.page.getByText('No answer').waitFor();
  await entry(channels.page, 'you are one of us now').waitFor();
  await channels.page.route('**/channels/releases/messages*', (route) => route.abort());
  await link(channels.page, 'releases').click();
  await channels.page.getByText('The hub does not answer').waitFor();
  await site.restart(async () => {
    await board.page.unroute('**/api/v1/instruments*');
    await channels.page.unroute('**/channels/releases/messages*');
  });
  await board.page.locator('.row').filter({ hasText: 'Release given' }).waitFor();
  await channels.page.locator('#feed chirp-message').first().waitFor();
  await board.context.close();
  await channels.context.close();
});

test('two pages in one browser: what is read in one is read in both, and neither forgets what waits in the other', async () => {
  const { context, page } = await site.open('channels.html#general');
  await entry(page, 'you are one of us now').waitFor();
  await say('for both of them', 'releases');
  await link(page, 'releases').filter({ hasText: 'unread' }).waitFor();
  const other = await context.newPage();
  await other.goto(`${site.url}/channels.html#releases`);
  await entry(other, 'for both of them').waitFor();
  await page.locator('#channels .lens[data-unread]').waitFor({ state: 'detached' });

  await other.route('**/messages', (route) => route.abort());
  await other.locator('#write textarea').fill('it waits in the other page');
  await other.locator('#write textarea').press('Enter');
  await other.getByText('No answer: it may or may not have arrived.').waitFor();
  await page.locator('#write textarea').fill('it is sent from this page');
  await page.locator('#write textarea').press('Enter');
  await entry(page, 'it is sent from this page').locator('time').waitFor();
  await other.unroute('**/messages');
  await other.reload();
  await other.getByRole('button', { name: 'Send again' }).click();
  await entry(other, 'it waits in the other page').locator('time').waitFor();
  await context.close();
});

test('a clock that is a day ahead closes no action, and ages nothing that does not say when it happened', async () => {
  const active_until = new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+/u, '');
  await revise(
    site.agent,
    release('soon', 'May it be released?', {
      lifecycle: { state: 'waiting' },
      actions: [{ id: 'approve', label: 'Approve', capability: 'chirp.review.approve', active_until }],
    }),
  );
  const { context, page } = await site.open('channels.html#releases', {
    prepare: (page) => page.clock.setSystemTime(Date.now() + 86_400_000),
  });
  const card = entry(page, 'Release soon');
  await card.getByRole('button', { name: 'Approve' }).and(page.locator(':enabled')).waitFor();
  await page.goto(`${site.url}/board.html#decisions`);
  const row = page.locator('.row').filter({ hasText: 'Release soon' });
  assert.match(await row.locator('.cell-age').textContent(), /^now$|^\dm$/u);
  await context.close();
});

test('nothing of the head covers another part of it, with and without the hub', async () => {
  for (const path of ['board.html', 'channels.html#general']) {
    const { context, page } = await site.open(path);
    for (const state of ['Live', 'Offline']) {
      await context.setOffline(state === 'Offline');
      await stands(page, state);
      for (const width of [320, 360, 800, 1440]) {
        await page.setViewportSize({ width, height: 740 });
        assert.deepEqual(await page.evaluate(covered), [], `${path} ${state} ${width}`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      }
    }
    await context.close();
  }
});

/** Runs in the page: which controls of its head are not what is at their middle. */
function covered() {
  const controls = document.querySelectorAll('.top :is(a:not(.skip), button, input, .connection-state)');
  return [...controls]
    .filter((one) => one.checkVisibility())
    .filter((one) => {
      const { height, left, top, width } = one.getBoundingClientRect();
      const there = document.elementFromPoint(left + width / 2, top + height / 2);
      return !(one.contains(there) || there?.contains(one));
    })
    .map((one) => one.outerHTML);
}

for (const colorScheme of ['light', 'dark'])
  test(`signing in and sending break no rule of contrast: ${colorScheme}`, async () => {
    const asked = await site.open('signin?code=spent', { colorScheme, isSignedIn: false });
    assert.deepEqual(await axe(asked.page), []);
    await asked.context.close();
    const { context, page } = await site.open('playground.html', { colorScheme });
    await page.getByRole('button', { name: 'Send to hub' }).hover();
    assert.deepEqual(await axe(page), []);
    await context.close();
  });

test('who is at the end of a channel stays there while cards come and grow', async () => {
  await revise(site.agent, release('end-0', 'the first of them'));
  const { context, page } = await site.open('channels.html#releases', {
    viewport: { width: 800, height: 600 },
  });
  const feed = page.locator('#feed');
  await feed.locator('chirp-message').first().waitFor();
  for (let index = 0; index < 12; index += 1)
    await revise(site.agent, release(`end-${index % 4}`, `words of end ${index}\n`.repeat(12)));
  await feed.getByText('words of end 11').waitFor();
  await page.waitForFunction(() => {
    const { clientHeight, scrollHeight, scrollTop } = document.querySelector('#feed');
    return scrollHeight - scrollTop - clientHeight < 2;
  });
  assert.equal(await feed.locator('.feed-jump').isVisible(), false);
  // A page hears of a scroll with its next frame.
  await feed.evaluate((element) => {
    element.scrollTo(0, element.scrollHeight - 1_200);
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  await say('below', 'releases');
  await page.getByRole('button', { name: '1 new message below' }).click();
  await entry(page, 'below').waitFor();
  await context.close();
});

test('a result of the search says who, where and when', async () => {
  const { context, page } = await site.open('channels.html#general');
  await page.getByRole('searchbox').fill('sent from this');
  await page.locator('#found-list a').first().waitFor();
  const found = await page.locator('#found-list a').first().textContent();
  assert.match(found, /^You #general \w+, .*\d\d:\d\dit is sent from this page$/u);
  await context.close();
});
