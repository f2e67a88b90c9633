// The channels on a hub: what people write is there once, whatever the network does; threads, edits, what is unread, search; and
// the playground, which sends to them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { release, revise, stands, startHubSite, wait } from './hub-site.mjs';
import { axe } from './site.mjs';

let site;
before(async () => (site = await startHubSite()));
after(() => site.close());

/** Opens a channel, runs the test, and then nothing may have gone wrong but what `expected` matches. */
function channel(name, body, { path = 'channels.html#general', expected, ...options } = {}) {
  test(name, async () => {
    const { context, faults, page } = await site.open(path, options);
    await stands(page, 'Live');
    await page.locator('#write:not([hidden])').waitFor();
    await body(page, context);
    assert.deepEqual(
      faults.filter((fault) => expected === undefined || !expected.test(fault)),
      [],
    );
    await context.close();
  });
}

const field = (page) => page.locator('#write textarea');
const entry = (page, words) => page.locator('#feed .entry').filter({ hasText: words });
const say = (body, to = 'general') => site.agent('POST', `/channels/${to}/messages`, { body });

/** How many messages of the channel say this, as the hub has it. */
async function stored(body) {
  const { messages } = await site.ask('GET', '/channels/general/messages?limit=200');
  return messages.filter((message) => message.body === body).length;
}

channel(
  'Enter sends, Shift and Enter break the line, and what others write comes by itself',
  async (page) => {
    await field(page).click();
    await page.keyboard.type('one');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('two');
    await page.keyboard.press('Enter');
    await entry(page, /one\s*two/)
      .locator('time')
      .waitFor();
    assert.equal(await field(page).inputValue(), '');
    assert.equal(await stored('one\ntwo'), 1);
    await say('hello from the agent');
    await entry(page, 'hello from the agent').waitFor();
    await page
      .locator('#news')
      .filter({ hasText: 'deployer: hello from the agent' })
      .waitFor({ state: 'attached' });
  },
);

channel('what was begun is there after a reload', async (page) => {
  await field(page).fill('half a sentence');
  await page.reload();
  await page.locator('#write:not([hidden])').waitFor();
  assert.equal(await field(page).inputValue(), 'half a sentence');
  await field(page).fill('');
});

channel(
  'a message whose answer was lost is there once; one that did not arrive is sent again',
  async (page) => {
    await page.route('**/channels/general/messages', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      return route.abort();
    });
    await field(page).fill('the answer was lost');
    await page.keyboard.press('Enter');
    await entry(page, 'the answer was lost').locator('time').waitFor();
    assert.equal(await entry(page, 'the answer was lost').count(), 1);
    await page.unroute('**/channels/general/messages');

    await page.route('**/channels/general/messages', (route) => route.abort());
    await field(page).fill('it did not arrive');
    await page.keyboard.press('Enter');
    await page.getByText('No answer: it may or may not have arrived.').waitFor();
    await page.unroute('**/channels/general/messages');
    await page.reload();
    await page.getByRole('button', { name: 'Send again' }).click();
    await entry(page, 'it did not arrive').locator('time').waitFor();
    assert.equal(await entry(page, 'it did not arrive').count(), 1);
    assert.deepEqual([await stored('the answer was lost'), await stored('it did not arrive')], [1, 1]);
  },
  { expected: /ERR_FAILED/ },
);

channel(
  'a message that the hub refuses says why, and can be given up',
  async (page) => {
    await field(page).fill('x'.repeat(20_001));
    await page.keyboard.press('Enter');
    await page.getByText(/^Not sent: /).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    assert.equal(await page.locator('.entry-pending').count(), 0);
  },
  { expected: /422|413/ },
);

channel('own messages are edited and deleted, and everybody sees it', async (page) => {
  const other = await site.open('channels.html#general');
  await field(page).fill('to be mended');
  await page.keyboard.press('Enter');
  await entry(page, 'to be mended').locator('time').waitFor();
  await page.keyboard.press('ArrowUp');
  await page.getByLabel('Edit the message').fill('it is mended');
  await page.keyboard.press('Enter');
  await entry(page, 'it is mended').getByText('edited').waitFor();
  await entry(other.page, 'it is mended').waitFor();
  await entry(page, 'it is mended')
    .getByRole('button', { name: /^Delete/ })
    .focus();
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Keep it');
  await page.getByRole('button', { name: 'Delete it' }).click();
  await entry(page, 'it is mended').waitFor({ state: 'detached' });
  await entry(other.page, 'it is mended').waitFor({ state: 'detached' });
  await other.context.close();
});

channel('a thread opens beside the messages, is answered, and is found by its address', async (page) => {
  await say('shall we talk about it?');
  const first = entry(page, 'shall we talk about it?');
  await first.hover();
  await first.getByRole('button', { name: /^Reply/ }).click();
  await page.keyboard.type('in a thread');
  await page.keyboard.press('Enter');
  await page.locator('#thread .entry').filter({ hasText: 'in a thread' }).locator('time').waitFor();
  await first.getByRole('button', { name: /1 reply/ }).waitFor();
  assert.equal(await entry(page, 'in a thread').count(), 0);
  await page.reload();
  await page.locator('#feed .entry[data-found]').filter({ hasText: 'shall we talk about it?' }).waitFor();
  await page.keyboard.press('Escape');
});

channel('what came to other channels is marked until it is read', async (page) => {
  const releases = page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: /releases/ });
  await say('for another channel', 'releases');
  await releases.filter({ hasText: '1 unread message' }).waitFor();
  await page.reload();
  await releases.filter({ hasText: '1 unread message' }).waitFor();
  await releases.click();
  await entry(page, 'for another channel').waitFor();
  await page.locator('#channels .lens[data-unread]').waitFor({ state: 'detached' });
  await page.reload();
  await entry(page, 'for another channel').waitFor();
  assert.equal(await page.locator('#channels .lens[data-unread]').count(), 0);
});

channel(
  'typed messages are cards; a revision that was replaced is one line; both ways lead to the board',
  async (page) => {
    const link = page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: /releases/ });
    await link.click();
    for (const step of [1, 2]) await revise(site.agent, release('cards', `step ${step} of cards`));
    const cards = page.locator('#feed chirp-message');
    await cards.getByText('step 2 of cards').waitFor();
    assert.match(
      await page.locator('#feed .entry-past > summary').last().textContent(),
      /Revision 1.*step 1 of cards/,
    );
    await entry(page, 'step 2 of cards').getByRole('link', { name: 'On the board' }).click();
    await page.locator('#detail-title').filter({ hasText: 'Release cards' }).waitFor();
    await page.getByRole('link', { name: /In the channel/ }).click();
    await page.locator('#feed .entry[data-found] chirp-message').getByText('step 2 of cards').waitFor();
  },
);

channel('an action is used in the channel, and is off for everybody once it was run', async (page) => {
  await wait(site.agent, 'here');
  await page.goto(`${site.url}/channels.html#releases`);
  const asked = entry(page, 'Release here');
  await asked.getByRole('button', { name: 'Reject' }).click();
  await asked.getByText('“Reject” is done.').waitFor();
  await asked.getByRole('button', { name: /1 reply/ }).waitFor();
  await asked.getByRole('button', { name: 'Reject' }).and(page.locator(':disabled')).waitFor();
});

channel('the search finds words in all channels, and leads to the message', async (page) => {
  await say('a needle in the releases', 'releases');
  const search = page.getByRole('searchbox', { name: 'Search all channels' });
  await search.fill('needle');
  await page.keyboard.press('Enter');
  await page.locator('#found-title').filter({ hasText: '1 message found' }).waitFor();
  await page.locator('#found-list a').filter({ hasText: 'a needle in the releases' }).click();
  await page.locator('#feed .entry[data-found]').filter({ hasText: 'a needle in the releases' }).waitFor();
  assert.equal(await page.locator('#room-title').textContent(), 'releases');
  await search.fill('nobodywrotethis');
  await page.getByText('Nothing is found').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('#found').waitFor({ state: 'hidden' });
});

channel('older messages come on demand, and the reader stays where they were', async (page) => {
  const long = 'older';
  for (let index = 0; index < 70; index += 1) await say(`${long} ${index}`);
  await page.reload();
  await entry(page, 'older 69').waitFor();
  assert.equal(await page.getByText('older 3', { exact: true }).count(), 0);
  await page.locator('#feed').evaluate((feed) => feed.scrollTo(0, 0));
  await page.getByRole('button', { name: 'Older messages' }).click();
  await page.getByText('older 3', { exact: true }).waitFor({ state: 'attached' });
  const top = await page
    .getByText('older 20', { exact: true })
    .evaluate((element) => element.getBoundingClientRect().top);
  assert.ok(top > 0 && top < 800, `${top}`);
  const ids = await page.locator('#feed .entry').evaluateAll((all) => all.map((one) => one.dataset.id));
  assert.equal(new Set(ids).size, ids.length);
});

test('the playground sends as who is signed in, and places what the hub finds', async () => {
  const { context, faults, page } = await site.open('playground.html');
  const send = page.getByRole('button', { name: 'Send to hub' });
  const said = page.locator('#send-said');
  await page.getByLabel('Channel').selectOption('general');
  await send.click();
  await said.getByText('403 source_not_allowed').waitFor();
  await page.locator('.finding[data-code=source_not_allowed]').waitFor();
  await page.getByRole('button', { name: 'Speak as yourself' }).click();
  await said.getByText('The source is').waitFor();
  await send.click();
  await said.getByText('201').waitFor();
  await page.waitForFunction(() => document.querySelector('.finding[data-code=source_not_allowed]') === null);
  await send.click();
  await said.getByText('200').waitFor();
  await said.getByRole('link', { name: 'Look at it' }).click();
  await page.locator('#feed .entry[data-found]').getByText('Architecture Notes').first().waitFor();
  assert.deepEqual(
    faults.filter((fault) => !/403/.test(fault)),
    [],
  );
  await context.close();
});

test('without a hub, and without a session, the channels say what to do', async () => {
  const { context, page } = await site.open('channels.html', { isSignedIn: false });
  await page.getByText('Nobody is signed in here').waitFor();
  await context.close();
});

for (const colorScheme of ['light', 'dark']) {
  channel(
    `the channels break no rule of accessibility and do not scroll sideways: ${colorScheme}`,
    async (page) => {
      await say(`${colorScheme} and a word that is long: ${'x'.repeat(200)}`);
      await entry(page, `${colorScheme} and a word`).waitFor();
      await entry(page, `${colorScheme} and a word`)
        .getByRole('button', { name: /^Reply/ })
        .focus();
      for (const width of [1440, 320]) {
        await page.setViewportSize({ width, height: 800 });
        assert.deepEqual(await axe(page), []);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        if (width === 1440) await page.keyboard.press('Enter');
      }
      assert.ok(await page.locator('#thread').isVisible());
      assert.deepEqual(await axe(page), []);
    },
    { colorScheme },
  );
}
