// The board, as somebody runs the day from it: what the scripted day shows, and that the core decided it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CONTENT_SECURITY_POLICY } from '../../npm/scripts/serve.mjs';
import { card, choose, countOf, goTo, heard, lens, row, startBoard, subjects } from './board-site.mjs';

const QUOTA = 'Raise the rate limit of Meridian';
const RELEASE = 'Release api 7.2.1 to production';
const LENSES = ['Needs Me', 'Runs', 'Decisions', 'Incidents', 'Artifacts', 'Knowledge'];

let site;
before(async () => (site = await startBoard()));
after(() => site.close());

/** Opens the page, runs the test, and then nothing may have gone wrong. */
function board(name, body, options, fragment) {
  test(name, async () => {
    const { context, page, faults, requests } = await site.open(options, fragment);
    await body(page, context);
    assert.deepEqual(faults, []);
    assert.deepEqual(requests, []);
    await context.close();
  });
}

board('opens on what needs the viewer, the worst first, with counts of six lenses', async (page) => {
  assert.equal(await page.getByRole('heading', { name: 'Needs Me' }).isVisible(), true);
  assert.deepEqual((await subjects(page)).slice(0, 3), [
    'ledger migration 0042',
    'A certificate of a carrier ends tomorrow',
    'Raise the rate limit of Meridian for today’s import?',
  ]);
  assert.equal(await countOf(page, 'Needs Me'), await page.locator('.row').count());
  const others = await Promise.all(LENSES.slice(1).map((name) => countOf(page, name)));
  assert.ok(others.every((count) => count > 5));
  assert.ok(others.reduce((sum, count) => sum + count) > 80);
  const first = await page.locator('.row').first().textContent();
  assert.match(first, /Blocked/);
  assert.match(first, /Error/);
  assert.match(first, /needs you: A lock is held/);
  assert.equal(await page.locator('#clock').textContent(), '08:00');
});

board('a deploy goes from running to succeeded as two revisions of one instrument', async (page) => {
  const deploy = 'web 4.13 to production';
  await goTo(page, '08:25');
  await choose(page, 'Runs', deploy);
  assert.match(await row(page, deploy).textContent(), /Running/);
  assert.match(await card(page).textContent(), /3 of 12/);
  const series = page.url().split('/').at(-1);

  await goTo(page, '08:40');
  assert.equal(page.url().split('/').at(-1), series);
  assert.match(await row(page, deploy).textContent(), /Succeeded/);
  // A success is not a pass: nobody reported an audit, and the row says so beside it.
  assert.match(await row(page, deploy).textContent(), /No audit/);
  await card(page).getByText('12 of 12', { exact: false }).first().waitFor();

  await page.getByRole('tab', { name: 'History' }).click();
  assert.match(await page.locator('.chain').textContent(), /The chain of digests holds: 2 revisions, no gap/);
  assert.equal(await page.locator('.revision').count(), 2);
  await page.getByRole('button', { name: /^Revision 1/ }).click();
  assert.match(await card(page).textContent(), /Past revision/);

  await page.getByRole('tab', { name: 'Changes' }).click();
  const changes = page.locator('chirp-changes').getByRole('group', { name: 'Changes' });
  await changes.getByText('Succeeded').waitFor();
  assert.match(await changes.textContent(), /Running/);
});

board(
  'a decision leaves Needs Me when its window closes, by itself and while the day plays',
  async (page) => {
    await goTo(page, '09:39');
    await choose(page, 'Needs Me', QUOTA);
    const before = await countOf(page, 'Needs Me');
    assert.match(await page.locator('.why').textContent(), /This next changes by itself at .*9:40/);
    await heard(page, /changes/);
    await page.getByLabel('Speed').selectOption('600');
    await page.getByRole('button', { name: 'Play' }).click();
    await row(page, QUOTA).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Pause' }).click();
    assert.equal(await countOf(page, 'Needs Me'), before - 1);
    assert.match(await page.locator('.why').textContent(), /Not in Needs Me: The attention is over/);
    assert.equal(await card(page).getByRole('button', { name: 'Raise it to 200' }).isDisabled(), true);
    await heard(page, /no longer needs you: the attention is over/);
    await lens(page, 'Decisions');
    assert.equal(await row(page, QUOTA).count(), 1);
  },
);

board('an incident has a timeline that grows, and it calms down', async (page) => {
  const incident = 'Bookings fail in eu-west';
  await goTo(page, '10:06');
  await choose(page, 'Incidents', incident);
  const stations = card(page).locator('ol').first().locator('li');
  await stations.first().waitFor();
  assert.equal(await stations.count(), 1);
  assert.match(await row(page, incident).textContent(), /Critical/);
  await goTo(page, '10:35');
  await stations.nth(2).waitFor();
  await goTo(page, '11:45');
  await stations.nth(4).waitFor();
  assert.match(await row(page, incident).textContent(), /Succeeded.*Notice/s);
  await lens(page, 'Needs Me');
  assert.equal(await row(page, incident).count(), 0);
});

board('a redacted view names its policy', async (page) => {
  await choose(page, 'Decisions', 'Request for erasure 7731');
  assert.match(await card(page).textContent(), /Redacted under\s*harbour\.privacy\/3/);
});

board('a fork is refused, with its code and sentence, and changes nothing', async (page) => {
  await goTo(page, '11:19');
  await choose(page, 'Decisions', 'Where sessions are kept');
  const digest = card(page).locator('[part=digest]').first();
  const before = await digest.textContent();
  await goTo(page, '11:21');
  const said = await heard(page, /refused/);
  assert.match(
    said,
    /Where sessions are kept a revision was refused: revision 2 is there already: the head is revision 2/,
  );
  assert.equal(await digest.textContent(), before);
  await lens(page, 'Log');
  const refused = page.locator('.log-item[data-kind=refused]');
  assert.match(await refused.textContent(), /11:20.*Refused.*revision_fork/s);
  await page.getByRole('tab', { name: 'History' }).click();
  assert.match(await page.locator('.chain').textContent(), /2 revisions, no gap/);
});

board('a removed revision is a gap, and a removed head is in no lens', async (page) => {
  await goTo(page, '13:10');
  await choose(page, 'Knowledge', 'Briefing of the day shift');
  await page.getByRole('tab', { name: 'History' }).click();
  assert.match(
    await page.locator('.chain').textContent(),
    /holds: 3 revisions, 1 gap\. Revision 2 was removed/,
  );
  assert.match(await page.locator('.revision').nth(1).textContent(), /Revision 2.*Gap.*removed for privacy/);
  await page.getByRole('tab', { name: 'Changes' }).click();
  await page.locator('chirp-changes').getByText('What you must know', { exact: false }).first().waitFor();
  assert.match(await page.locator('#panel-changes').textContent(), /Revision 2 between them was removed/);

  await choose(page, 'Artifacts', 'Access logs of September');
  await goTo(page, '16:05');
  assert.equal(await row(page, 'Access logs of September').count(), 0);
  await page.getByRole('tab', { name: 'Now' }).click();
  assert.match(await page.locator('#panel-now').textContent(), /The current revision was removed/);
});

board('an action asks first, shows its arguments, runs once, and the head leaves Needs Me', async (page) => {
  await goTo(page, '13:40');
  await page.getByLabel('Looking as').selectOption('jo');
  await choose(page, 'Needs Me', RELEASE);
  const before = await countOf(page, 'Needs Me');
  const release = card(page).getByRole('button', { name: 'Release 7.2.1' });
  await release.click();
  const dialog = page.locator('#panel-now chirp-message').getByRole('dialog');
  assert.match(await dialog.textContent(), /Release api 7\.2\.1 to production\?.*24 hosts.*7\.2\.1/s);
  await page.keyboard.press('Escape');
  assert.equal(await countOf(page, 'Needs Me'), before);
  await release.click();
  await dialog.getByRole('button', { name: 'Release 7.2.1' }).click();
  await page.getByText('“Release 7.2.1” is done.').waitFor();
  assert.equal(await countOf(page, 'Needs Me'), before - 1);
  assert.equal(await row(page, RELEASE).count(), 0);
  assert.equal(await release.isDisabled(), true);
  assert.match(await card(page).textContent(), /done/);
  await lens(page, 'Log');
  assert.match(await page.locator('.log').textContent(), /the action “Release 7\.2\.1” is done/);
});

board('each viewer is shown what needs them, and may do what they may', async (page) => {
  await goTo(page, '13:40');
  const needs = async (id) => {
    await page.getByLabel('Looking as').selectOption(id);
    return subjects(page);
  };
  const [amara, jo, sana] = [await needs('amara'), await needs('jo'), await needs('sana')];
  assert.ok(amara.includes('ledger migration 0042') === false && amara.includes('Where sessions are kept'));
  assert.ok(jo.includes(RELEASE) && !amara.includes(RELEASE));
  assert.ok(sana.includes('Sign the access review of the first quarter'));
  await choose(page, 'Decisions', RELEASE);
  const why = await card(page).getByRole('group', { name: 'Actions' }).textContent();
  assert.match(why, /this person may not use/);
  assert.match(await heard(page, /Looking as Sana/), /\d+ need you/);
});

board('going back in time begins the day anew', async (page) => {
  const before = await subjects(page);
  await goTo(page, '18:00');
  assert.equal(await page.getByRole('button', { name: 'Next event' }).isDisabled(), true);
  assert.notDeepEqual(await subjects(page), before);
  await goTo(page, '08:00');
  await page.waitForFunction((count) => document.querySelectorAll('.row').length === count, before.length);
  assert.deepEqual(await subjects(page), before);
  await lens(page, 'Log');
  assert.match(await page.locator('#list').textContent(), /Nothing has happened yet/);
});

board('the day plays the same at any speed', async (page) => {
  const ends = [];
  for (const steps of [['18:00'], ['09:01', '09:40', '12:00', '18:00']]) {
    for (const time of steps) await goTo(page, time);
    await lens(page, 'Log');
    ends.push(await page.locator('.log-item').allTextContents());
    await goTo(page, '08:00');
  }
  assert.ok(ends[0].length > 40);
  assert.deepEqual(ends[0], ends[1]);
});

board('a filter finds by subject, source and text, and says when nothing is found', async (page) => {
  await lens(page, 'Runs');
  const filter = page.getByRole('searchbox');
  await filter.fill('東京');
  assert.deepEqual(await subjects(page), ['東京リージョンへの移行']);
  await filter.fill('dependency AGENT');
  assert.deepEqual(await subjects(page), ['Dependency updates, week 11']);
  await filter.fill('no such thing');
  assert.match(await page.locator('#list').textContent(), /Nothing is found/);
});

board('the address leads back to the same lens and series, also after a reload', async (page, context) => {
  await choose(page, 'Decisions', 'Where sessions are kept');
  const address = page.url();
  assert.match(address, /#decisions\/sha256:[0-9a-f]{64}$/);
  await page.reload();
  await card(page).waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Decisions' }).isVisible(), true);
  assert.equal(await page.locator('#detail-title').textContent(), 'Where sessions are kept');
  assert.equal(await row(page, 'Where sessions are kept').getAttribute('aria-selected'), 'true');
  const other = await context.newPage();
  await other.goto(`${address.split('#')[0]}#nonsense/sha256:0`);
  await other.locator('.row').first().waitFor();
  assert.equal(await other.getByRole('heading', { name: 'Needs Me' }).isVisible(), true);
});

board(
  'a history that is saved opens in the playground, and one that was changed names its entry',
  async (page) => {
    await goTo(page, '13:10');
    await choose(page, 'Knowledge', 'Briefing of the day shift');
    await page.getByRole('tab', { name: 'History' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save as a file' }).click(),
    ]);
    const { readFile } = await import('node:fs/promises');
    const saved = await readFile(await download.path(), 'utf8');
    await page.getByRole('link', { name: 'Playground' }).click();
    await page.waitForFunction(() => document.querySelector('chirp-message')?.verified !== undefined);

    const openFile = (text) =>
      page
        .getByLabel('Open a file')
        .setInputFiles({ name: 'history.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await openFile(saved);
    const history = page.locator('#history');
    await history.getByText('The chain of digests holds: 3 revisions, 1 gap').waitFor();
    assert.match(
      await page.locator('#problems').textContent(),
      /nobody can see whether later revisions were cut off/,
    );
    await history.getByRole('button', { name: /^Revision 1/ }).click();
    assert.match(await card(page).textContent(), /Meridian imports from 09:40 on/);

    await openFile(saved.replace('Meridian imports from 09:40', 'Meridian imports from 09:41'));
    await history.getByText('This history does not hold').waitFor();
    assert.match(
      await history.getByRole('listitem').filter({ hasText: 'Revision 1' }).textContent(),
      /The first entry that breaks the history.*digest_mismatch/s,
    );
    assert.match(await page.locator('#problems').textContent(), /digest_mismatch/);
    assert.match(await page.getByRole('status').textContent(), /problem/);

    await page.getByLabel('Sample').selectOption('run');
    assert.match(await page.locator('#seal').textContent(), /Sealed and verified/);
  },
);

test('where the browser refuses WebAssembly, the board says what is missing', async () => {
  const policy = CONTENT_SECURITY_POLICY.replace(" 'wasm-unsafe-eval'", '');
  const strict = await startBoard({ headers: { 'Content-Security-Policy': policy } });
  try {
    const { page } = await strict.open();
    assert.match(await page.locator('#list').textContent(), /The board cannot run here/);
  } finally {
    await strict.close();
  }
});
