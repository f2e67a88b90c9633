// The playground for everybody: by keyboard alone, in each theme and width, with every preference of a reader.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startPlayground, verdict } from './playground-site.mjs';
import { axe, focused } from './site.mjs';

const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 800 };

let site;
before(async () => (site = await startPlayground()));
after(() => site.close());

test('everything is reached and done by keyboard alone', async () => {
  const { page } = await site.open({ viewport: WIDE });
  const press = (key) => page.keyboard.press(key);
  const tabTo = async (wanted) => {
    for (let steps = 0; steps < 12; steps += 1) {
      await press('Tab');
      if ((await focused(page)).includes(wanted)) return;
    }
    assert.fail(`Tab does not come to ${wanted}`);
  };

  await press('Tab');
  assert.equal(await focused(page), 'skip');
  await tabTo('sample');
  await press('ArrowDown');
  assert.match(await page.locator('#sample-about').textContent(), /Headings/);
  await press('ArrowUp');

  await tabTo('cm-content');
  await press('Control+Home');
  await page.keyboard.type('x');
  await page.locator('.finding').first().waitFor();
  // Tab leaves the editor; nobody is caught in it.
  await tabTo('finding');
  await press('Enter');
  assert.match(await focused(page), /cm-content/);
  await press('Control+z');
  await page.locator('.finding').first().waitFor({ state: 'detached' });

  await tabTo('tamper');
  await press('Enter');
  assert.equal((await verdict(page)).ok, false);
  assert.equal(await focused(page), 'tamper');
  await press('Space');
  assert.equal((await verdict(page)).ok, true);

  await tabTo('tab-rich');
  await press('ArrowRight');
  assert.equal(await focused(page), 'tab-tree');
  assert.equal(await page.locator('#tree').isVisible(), true);
  await tabTo('tree');
  await press('Tab');
  const line = () => page.evaluate(() => document.activeElement.querySelector('.tree-name').textContent);
  assert.equal(await line(), 'Envelope');
  await press('ArrowLeft');
  assert.equal(await page.getByRole('treeitem').first().getAttribute('aria-expanded'), 'false');
  await press('ArrowRight');
  await press('ArrowRight');
  assert.equal(await line(), 'delivery');
  await press('End');
  assert.equal(await line(), 'label');
  await press('ArrowLeft');
  assert.equal(await line(), 'subject');
  await press('Home');
  await press('s');
  assert.equal(await line(), 'source');
  await press('Shift+Tab');
  await press('Shift+Tab');
  await press('End');
  assert.equal(await focused(page), 'tab-digest');
  await press('ArrowRight');
  assert.equal(await focused(page), 'tab-old-client');
});

test('the skip link goes past the editor', async () => {
  const { page } = await site.open();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.equal(await focused(page), 'views');
});

test('what is unfolded in the tree stays so while the text changes', async () => {
  const { page } = await site.open();
  await page.getByRole('tab', { name: 'Tree' }).click();
  const subject = page.getByRole('treeitem').filter({ hasText: /^subject/ });
  await subject.locator('.tree-line').first().click();
  assert.equal(await subject.getAttribute('aria-expanded'), 'false');
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type(' ');
  await page.getByRole('button', { name: 'Tamper with one byte' }).click();
  await page.getByRole('button', { name: 'Seal again' }).click();
  assert.equal(await subject.getAttribute('aria-expanded'), 'false');
});

for (const colorScheme of ['light', 'dark']) {
  for (const viewport of [NARROW, WIDE]) {
    test(`no accessibility violation: ${colorScheme}, ${viewport.width} px`, async () => {
      const { page } = await site.open({ colorScheme, viewport });
      const clean = async (state) => assert.deepEqual(await axe(page), [], state);
      await page.getByLabel('Sample').selectOption('decision');
      for (const tab of ['Old client', 'Tree', 'Digest', 'Rich view']) {
        await page.getByRole('tab', { name: tab }).click();
        await clean(tab);
      }
      await page.getByRole('button', { name: 'Tamper with one byte' }).click();
      for (const tab of ['Tree', 'Digest', 'Rich view']) {
        await page.getByRole('tab', { name: tab }).click();
        await clean(`tampered, ${tab}`);
      }
      await page.getByLabel('Sample').selectOption('executable');
      await clean('refused');
      await page.getByLabel('Sample').selectOption('tour');
      await page.locator('.cm-content').focus();
      await page.keyboard.type('x');
      await page.locator('.finding').first().waitFor();
      await clean('stale');
    });
  }
}

for (const sample of ['tour', 'decision', 'executable']) {
  test(`on a phone the page does not scroll sideways: ${sample}`, async () => {
    const { page } = await site.open({ viewport: NARROW, isMobile: true, hasTouch: true });
    await page.getByLabel('Sample').selectOption(sample);
    for (const tab of ['Old client', 'Tree', 'Digest', 'Rich view']) {
      await page.getByRole('tab', { name: tab }).click();
      const { scrollWidth, innerWidth } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        innerWidth,
      }));
      assert.equal(scrollWidth, NARROW.width, tab);
      assert.equal(innerWidth, NARROW.width, tab);
    }
  });
}

test('nothing moves above the views when a byte is changed', async () => {
  for (const viewport of [NARROW, WIDE]) {
    const { page } = await site.open({ viewport });
    const top = () => page.locator('#tabs').evaluate((tabs) => tabs.getBoundingClientRect().top + scrollY);
    const before = await top();
    await page.getByRole('button', { name: 'Tamper with one byte' }).click();
    assert.equal(await top(), before, `${viewport.width} px`);
  }
});

test('the chosen theme holds for page, editor and message, and is remembered', async () => {
  const { page } = await site.open({ colorScheme: 'light' });
  const surfaces = () =>
    page.evaluate(() => {
      const color = (element) => getComputedStyle(element).backgroundColor;
      const card = document.querySelector('chirp-message').shadowRoot.querySelector('[part=card]');
      const editor = document.querySelector('#editor').shadowRoot.querySelector('.cm-editor');
      return [color(document.querySelector('.pane')), color(card), color(editor)];
    });
  assert.deepEqual(new Set(await surfaces()), new Set(['rgb(255, 255, 255)']));
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  const [dark, ...others] = await surfaces();
  assert.notEqual(dark, 'rgb(255, 255, 255)');
  assert.deepEqual(new Set(others), new Set([dark]));
  await page.reload();
  await page.locator('chirp-message').getByRole('article').waitFor();
  assert.deepEqual(new Set(await surfaces()), new Set([dark]));
  assert.equal(await page.getByRole('radio', { name: 'Dark' }).isChecked(), true);
});

test('nothing moves where reduced motion is asked for', async () => {
  const { page } = await site.open({ reducedMotion: 'reduce' });
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => getComputedStyle(element).transitionDuration !== '0s')
      .map(({ className }) => className),
  );
  assert.deepEqual(moving, []);
});

test('more contrast is given where it is asked for, and forced colours keep the chosen tab apart', async () => {
  const color = async (options, selector, property) => {
    const { page } = await site.open(options);
    return page
      .locator(selector)
      .evaluate((element, property) => getComputedStyle(element)[property], property);
  };
  const quiet = (contrast) => color({ contrast }, '#sample-about', 'color');
  assert.notEqual(await quiet('no-preference'), await quiet('more'));
  const forced = { forcedColors: 'active' };
  assert.notEqual(await color(forced, '#tab-rich', 'color'), await color(forced, '#tab-tree', 'color'));
});
