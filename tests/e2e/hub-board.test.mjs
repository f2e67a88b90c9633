// The board on a hub, as somebody works with it: what is sent is there by itself, nothing is lost or doubled, and what a person
// decides is done once and said in their name.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { card, countOf, lens, row } from './board-site.mjs';
import { release, revise, stands, startHubSite, WAITING, wait } from './hub-site.mjs';
import { axe } from './site.mjs';

const LENSES = { 'Needs Me': 'needs_me', Runs: 'runs', Decisions: 'decisions', Incidents: 'incidents' };

let site;
before(async () => (site = await startHubSite()));
after(() => site.close());

/** Opens the board on the hub, runs the test, and then nothing may have gone wrong but what `expected` matches. */
function live(name, body, { expected, ...options } = {}) {
  test(name, async () => {
    const { context, faults, page } = await site.open('board.html', options);
    await stands(page, 'Live');
    await page.locator('.row, #list .nothing:not([aria-busy])').first().waitFor();
    await body(page, context);
    assert.deepEqual(
      faults.filter((fault) => expected === undefined || !expected.test(fault)),
      [],
    );
    await context.close();
  });
}

test('a sign-in link works once, and who is not signed in is told what to do', async () => {
  const link = site.url + (await site.signInLink());
  const first = await site.open('', { isSignedIn: false });
  await first.page.getByText('Nobody is signed in here').waitFor();
  await first.page.goto(link);
  await stands(first.page, 'Live');
  assert.match(await first.page.locator('#account').textContent(), /You: owner/);
  const second = await site.open('', { isSignedIn: false });
  await second.page.goto(link);
  await second.page.getByText('This link no longer works').waitFor();
  await first.page.getByRole('button', { name: 'Sign out' }).click();
  await first.page.getByText('Nobody is signed in here').waitFor();
  await first.context.close();
  await second.context.close();
});

live('what is sent is on the board by itself, and its counts are those of the hub', async (page) => {
  await wait(site.agent, 'live-1');
  await row(page, 'Release live-1').waitFor();
  await revise(site.agent, release('live-2', 'live-2 is out', { lifecycle: { state: 'succeeded' } }));
  await lens(page, 'Decisions');
  await row(page, 'Release live-2').waitFor();
  for (const [shown, name] of Object.entries(LENSES)) {
    const { counts } = await site.ask('GET', `/instruments?lens=${name}`);
    assert.equal(await countOf(page, shown), counts[name], shown);
  }
  await lens(page, 'Log');
  assert.match(await page.locator('.log').textContent(), /Release live-1.*needs you: waits for an owner/);
});

live('who was offline sees everything once, when the network is back', async (page, context) => {
  await revise(site.agent, release('away', 'step 1', { lifecycle: { state: 'running' } }));
  await lens(page, 'Decisions');
  await row(page, 'Release away').click();
  await card(page).getByText('step 1').waitFor();
  await context.setOffline(true);
  await stands(page, /Offline since \d\d:\d\d/);
  for (const step of [2, 3, 4])
    await revise(site.agent, release('away', `step ${step}`, { lifecycle: { state: 'running' } }));
  await context.setOffline(false);
  await stands(page, 'Live');
  await card(page).getByText('step 4').waitFor();
  await page.getByRole('tab', { name: 'History' }).click();
  assert.match(await page.locator('.chain').textContent(), /4 revisions, no gap/);
  await lens(page, 'Log');
  const said = await page.locator('.log-item').filter({ hasText: 'Release away' }).allTextContents();
  assert.deepEqual(
    said.map((text) => /revision (\d)|is new/.exec(text)?.[1] ?? '1'),
    ['4', '3', '2', '1'],
  );
});

live(
  'a hub that is started again is found again, with what it was sent',
  async (page) => {
    await wait(site.agent, 'before');
    await row(page, 'Release before').waitFor();
    await site.restart(() => stands(page, 'Reconnecting…'));
    await wait(site.agent, 'after');
    await stands(page, 'Live');
    await row(page, 'Release after').waitFor();
    assert.equal(await row(page, 'Release before').count(), 1);
  },
  { expected: /ERR_CONNECTION_REFUSED|WebSocket/ },
);

live('a revision that is removed is a gap, and a head that is removed is in no lens', async (page) => {
  const draft = (step) => release('gone', `step ${step}`, { lifecycle: { state: 'running' } });
  for (const step of [1, 2]) await revise(site.agent, draft(step));
  const { instrument } = await revise(site.agent, draft(3));
  await lens(page, 'Decisions');
  await row(page, 'Release gone').click();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.locator('.chain').filter({ hasText: '3 revisions, no gap' }).waitFor();
  const remove = (revision) =>
    site.ask('DELETE', `/admin/instruments/${instrument.series}/revisions/${revision}`, {
      reason: 'privacy',
    });
  await remove(2);
  await page.locator('.chain').filter({ hasText: '3 revisions, 1 gap' }).waitFor();
  await remove(3);
  await row(page, 'Release gone').waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: 'Now' }).click();
  await page.getByText('The current revision was removed').waitFor();
});

test('a session that is ended elsewhere ends here too, and says so', async () => {
  const { context, page } = await site.open('', { isSignedIn: false });
  await page.goto(site.url + (await site.signInLink()));
  await stands(page, 'Live');
  const other = await context.newPage();
  await other.goto(`${site.url}/channels.html`);
  await other.getByRole('button', { name: 'Sign out' }).click();
  await stands(page, 'Signed out');
  assert.equal(await page.getByRole('link', { name: 'Sign in' }).isVisible(), true);
  await context.close();
});

live('a decision is made by keyboard, and its reply is in the thread', async (page) => {
  await wait(site.agent, 'keys');
  await row(page, 'Release keys').waitFor();
  await page.keyboard.press('1');
  await page.keyboard.press('Home');
  for (let rows = await page.locator('.row').count(); rows > 0; rows -= 1) {
    if (await page.evaluate(() => document.activeElement.textContent.includes('Release keys'))) break;
    await page.keyboard.press('j');
  }
  await page.keyboard.press('Enter');
  const approve = card(page).getByRole('button', { name: 'Approve' });
  await approve.focus();
  await page.keyboard.press('Enter');
  const dialog = page.locator('#panel-now chirp-message').getByRole('dialog');
  await dialog.waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('“Approve” is done.').waitFor();
  await row(page, 'Release keys').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /In the channel/ }).click();
  const entry = page.locator('#feed .entry[data-found]');
  await entry.getByRole('button', { name: /1 reply/ }).click();
  await page.locator('#thread').getByText('Approved: Release keys').waitFor();
});

live('what somebody else has decided leaves the board too', async (page) => {
  const message = await wait(site.agent, 'elsewhere');
  await row(page, 'Release elsewhere').click();
  await site.ask('POST', `/messages/${message.id}/actions/reject`, {
    digest: message.protocol.integrity.digest,
    invocation_id: 'elsewhere',
  });
  await row(page, 'Release elsewhere').waitFor({ state: 'detached' });
  await card(page).getByRole('button', { name: 'Reject' }).and(page.locator(':disabled')).waitFor();
});

live(
  'an action of what was replaced meanwhile says so, and one without an answer is asked again and runs once',
  async (page) => {
    await page.getByRole('button', { name: 'Keys' }).waitFor();
    await wait(site.agent, 'late');
    await row(page, 'Release late').click();
    await page.evaluate(() => globalThis.holdFrames(true));
    await revise(site.agent, release('late', 'It was asked again', WAITING.more, WAITING.instrument));
    await card(page).getByRole('button', { name: 'Reject' }).click();
    await page.getByText(/was refused \(409\).*This was replaced; look at the current one\./).waitFor();
    await page.evaluate(() => globalThis.holdFrames(false));
    await card(page).getByText('It was asked again').waitFor();

    let tries = 0;
    await page.route('**/actions/reject', async (route) => {
      tries += 1;
      if (tries > 1) return route.continue();
      // The hub has it, and its answer is lost on the way.
      await route.fetch();
      return route.abort();
    });
    await card(page).getByRole('button', { name: 'Reject' }).click();
    await page.getByText('“Reject” is done.').waitFor();
    assert.equal(tries, 2);
    const { messages } = await site.ask('GET', '/channels/releases/messages');
    assert.equal(messages.filter(({ body }) => body === 'Rejected: Release late').length, 1);
  },
  { expected: /409|ERR_FAILED/, prepare: (page) => page.addInitScript(holdFrames) },
);

/** Runs in the page: lets a test hold back what the stream brings. */
function holdFrames() {
  let isHeld = false;
  const waiting = [];
  const add = WebSocket.prototype.addEventListener;
  WebSocket.prototype.addEventListener = function listen(kind, listener, ...rest) {
    const held = (event) =>
      isHeld ? waiting.push(() => listener.call(this, event)) : listener.call(this, event);
    return add.call(this, kind, kind === 'message' ? held : listener, ...rest);
  };
  globalThis.holdFrames = (hold) => {
    isHeld = hold;
    if (!hold) for (const go of waiting.splice(0)) go();
  };
}

live(
  'what newly needs the reader is notified of once, in the words that the core lets out, and only while nobody looks',
  async (page) => {
    await page.getByRole('button', { name: 'Notify me' }).click();
    await page.getByRole('button', { name: 'Notifying you', pressed: true }).waitFor();
    await wait(site.agent, 'seen');
    await row(page, 'Release seen').waitFor();
    await page.evaluate(() => globalThis.look(false));
    await wait(site.agent, 'unseen');
    const secret = release('secret', 'Nobody may read this on a screen', WAITING.more, WAITING.instrument);
    await revise(site.agent, { ...secret, handling: { notification: 'generic' } });
    await page.waitForFunction(() => globalThis.notices.length === 2);
    assert.deepEqual(await page.evaluate(() => globalThis.notices), [
      ['Release unseen', 'agent/deployer: May unseen be released?'],
      ['Something needs you', ''],
    ]);
  },
  {
    permissions: ['notifications'],
    prepare: (page) =>
      page.addInitScript(() => {
        globalThis.notices = [];
        globalThis.Notification = class extends Notification {
          constructor(title, options) {
            super(title, options);
            globalThis.notices.push([title, options.body ?? '']);
          }
        };
        let isHidden = false;
        Object.defineProperty(document, 'hidden', { get: () => isHidden });
        globalThis.look = (isLooking) => {
          isHidden = !isLooking;
          document.dispatchEvent(new Event('visibilitychange'));
        };
      }),
  },
);

live('who does not let the browser notify is told what to do', async (page, context) => {
  const browser = await context.newCDPSession(page);
  const permission = { name: 'notifications' };
  await browser.send('Browser.setPermission', { origin: site.url, permission, setting: 'denied' });
  await page.getByRole('button', { name: 'Notify me' }).click();
  await page.locator('.notices-note').filter({ hasText: 'You can allow it beside the address.' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Notify me', pressed: false }).isVisible(), true);
});

test('the sample day is there on a hub too, where the address asks for it', async () => {
  const { context, page } = await site.open('board.html?day', { isSignedIn: false });
  await page.getByRole('button', { name: 'Play' }).waitFor();
  await row(page, 'ledger migration 0042').waitFor();
  await context.close();
});

for (const colorScheme of ['light', 'dark']) {
  live(
    `the live board breaks no rule of accessibility and does not scroll sideways: ${colorScheme}`,
    async (page) => {
      await wait(site.agent, `axe-${colorScheme}`);
      await row(page, `Release axe-${colorScheme}`).click();
      await card(page).waitFor();
      for (const width of [1440, 320]) {
        await page.setViewportSize({ width, height: 800 });
        assert.deepEqual(await axe(page), []);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      }
    },
    { colorScheme },
  );
}
