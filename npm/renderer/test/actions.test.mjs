// Actions: off unless the page switched them on, shown with what they would do, and never run by mistake.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { instrument, NOW } from './instruments.mjs';
import { tampered } from './messages.mjs';
import { show, startSite, textOf } from './site.mjs';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** As the core says it, and as the screen shows it. */
const UNREGISTERED = 'the capability `chirp.reminder.set` is not registered here';
const SHOWN = UNREGISTERED.replaceAll('`', '');

/** What `actionsOf` says: everything that it lists, so that a page can hand it on as it is. */
const STATES = [
  { id: 'approve', enabled: true, confirm: true, repeatable: false, settles: true },
  {
    id: 'later',
    enabled: false,
    confirm: false,
    repeatable: false,
    settles: false,
    reason: { code: 'action_unregistered', at: '/actions/1', message: UNREGISTERED },
  },
  { id: 'reject', enabled: true, confirm: false, repeatable: false, settles: true },
];

let site;
before(async () => (site = await startSite()));
after(() => site.close());

/** Shows the message and keeps what it fires. */
async function shown(page, message = instrument('status'), properties = {}) {
  await page.evaluate(() => {
    globalThis.fired = [];
  });
  const view = await show(page, message, { now: NOW, actionStates: STATES, ...properties });
  await view.evaluate((element) =>
    element.addEventListener('chirp-action', ({ bubbles, composed, detail }) =>
      globalThis.fired.push({ bubbles, composed, ...detail }),
    ),
  );
  return view;
}

const fired = (page) => page.evaluate(() => globalThis.fired);
const digestOf = (view) => view.evaluate(({ verified }) => verified.digest);

test('without states every action is off, and says why', async () => {
  const { page } = await site.open();
  const view = await shown(page, instrument('status'), { actionStates: undefined });
  for (const button of await view.locator('[part=action]').all())
    assert.equal(await button.isDisabled(), true);
  assert.match(await textOf(view, 'why'), /not connected to a hub/u);
});

test('an action that is on fires an event with its id and the digest that was seen', async () => {
  const { page } = await site.open();
  const view = await shown(page);
  await view.getByRole('button', { name: 'Roll back' }).press('Enter');
  assert.deepEqual(await fired(page), [
    { bubbles: true, composed: true, id: 'reject', digest: await digestOf(view), confirmed: false },
  ]);
});

test('a double click and a key held down are one press', async () => {
  const { page } = await site.open();
  const view = await shown(page);
  const button = view.getByRole('button', { name: 'Roll back' });
  await button.dblclick();
  assert.equal((await fired(page)).length, 1);
  await button.focus();
  for (let times = 0; times < 3; times += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  assert.equal((await fired(page)).length, 2);
});

test('who pressed an action that then goes off is left at the actions', async () => {
  const { page } = await site.open();
  const view = await shown(page);
  const focused = () => view.evaluate(({ shadowRoot }) => shadowRoot.activeElement?.getAttribute('part'));
  await view.getByRole('button', { name: 'Roll back' }).press('Enter');
  await view.evaluate(
    (element, states) => {
      element.actionStates = states;
    },
    STATES.map((state) => ({ ...state, enabled: false })),
  );
  assert.equal(await focused(), 'actions');
});

test('an action that is off says why, to a screen reader too, and an unknown one is off', async () => {
  const { page } = await site.open();
  const view = await shown(page, instrument('status'), { actionStates: STATES.slice(0, 2) });
  const described = (name) =>
    view.getByRole('button', { name }).evaluate((button) => {
      const why = button.getRootNode().getElementById(button.getAttribute('aria-describedby') ?? '');
      return [button.disabled, why?.textContent];
    });
  assert.deepEqual(await described('Remind me tomorrow'), [true, SHOWN]);
  assert.deepEqual(await described('Roll back'), [true, 'nothing is known here about this action']);
  assert.deepEqual(await described('Approve the rollout'), [false, undefined]);
});

test('the arguments stand beside the action before anything runs', async () => {
  const { page } = await site.open();
  const view = await shown(page);
  const beside = view.locator('li', { has: page.getByRole('button', { name: 'Approve the rollout' }) });
  assert.equal(
    (await beside.locator('[part=arguments]').textContent()).replace(/\s+/gu, ' '),
    'environmentproductionreplicas12',
  );
});

test('the question shows everything, Cancel has the focus, and Escape cancels', async () => {
  const { page } = await site.open();
  const view = await shown(page);
  const button = view.getByRole('button', { name: 'Approve the rollout' });
  await button.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Roll 4.12 out to production?' });
  for (const words of [
    'Twelve replicas restart, one after the other.',
    'chirp.review.approve',
    'production',
    'Approve the rollout',
    'the actions of this message that cannot be repeated are closed',
  ])
    assert.ok((await dialog.textContent()).includes(words), words);
  const focused = () => view.evaluate(({ shadowRoot }) => shadowRoot.activeElement?.textContent);
  assert.equal(await focused(), 'Cancel');
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => axe.run());
  assert.deepEqual(
    violations.map(({ id }) => id),
    [],
  );
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await focused(), 'Approve the rollout');
  await button.press('Enter');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(await fired(page), [], 'Enter on Cancel runs nothing');
  await button.click();
  await dialog.getByRole('button', { name: 'Approve the rollout' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(await fired(page), [
    { bubbles: true, composed: true, id: 'approve', digest: await digestOf(view), confirmed: true },
  ]);
});

test('what a message demands is asked, also where the page does not', async () => {
  const { page } = await site.open();
  const careless = STATES.map((state) => ({ ...state, confirm: false }));
  const declared = await shown(page, instrument('status'), { actionStates: careless });
  await declared.getByRole('button', { name: 'Approve the rollout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  assert.deepEqual(await fired(page), []);
  const every = instrument('status', { handling: { confirmation: 'every_action' } });
  const view = await shown(page, every, { actionStates: careless });
  await view.getByRole('button', { name: 'Roll back' }).click();
  await page
    .getByRole('dialog', { name: 'Run this action?' })
    .getByRole('button', { name: 'Roll back' })
    .click();
  assert.deepEqual(
    (await fired(page)).map(({ id, confirmed }) => ({ id, confirmed })),
    [{ id: 'reject', confirmed: true }],
  );
});

test('in a past revision every action is off, and it says so', async () => {
  const { page } = await site.open();
  const view = await shown(page, instrument('status'), { past: true });
  assert.equal(await view.evaluate((element) => element.hasAttribute('past')), true);
  for (const button of await view.locator('[part=action]').all())
    assert.equal(await button.isDisabled(), true);
  assert.equal(await textOf(view, 'past'), 'Past revision');
  assert.equal(await textOf(view, 'why'), 'Actions are off: this is a past revision, shown as it was.');
  await view.evaluate((element) => element.removeAttribute('past'));
  assert.equal(await view.getByRole('button', { name: 'Roll back' }).isEnabled(), true);
});

test('new states change the buttons alone: what is unfolded stays, the focus stays, and a question ends', async () => {
  const { page } = await site.open();
  const view = await shown(page);
  await view.locator('[part=check] summary').first().click();
  await view.getByRole('button', { name: 'Roll back' }).focus();
  const set = (states) =>
    view.evaluate((element, states) => Object.assign(element, { actionStates: states }) && 0, states);
  await set(STATES.map((state) => ({ ...state })));
  assert.equal(await view.evaluate(({ shadowRoot }) => shadowRoot.activeElement?.textContent), 'Roll back');
  assert.equal(
    await view
      .locator('[part=check] details')
      .first()
      .evaluate(({ open }) => open),
    true,
  );
  await view.getByRole('button', { name: 'Approve the rollout' }).click();
  await page.getByRole('dialog').waitFor();
  await set(STATES.map((state) => ({ ...state, enabled: false })));
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.deepEqual(await fired(page), []);
});

test('the states of one message are not those of the next', async () => {
  const { page } = await site.open();
  const view = await shown(page);
  await view.evaluate(
    async (element, message) => {
      const verdict = new Promise((resolve) =>
        element.addEventListener('chirp-verified', resolve, { once: true }),
      );
      element.message = message;
      await verdict;
    },
    instrument('status', { severity: 'critical' }),
  );
  for (const button of await view.locator('[part=action]').all())
    assert.equal(await button.isDisabled(), true);
});

test('no state makes a button of a message that does not hold', async () => {
  const { page } = await site.open();
  const broken = tampered(instrument('status').replace('Deploy of web 4.12', 'Architecture Notes'));
  const view = await shown(page, broken);
  assert.equal(await view.locator('button').count(), 0);
});
