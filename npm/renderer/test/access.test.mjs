// Readers: themes, contrast, phones, keyboards, languages.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { FULL, message, tampered, unbroken } from './messages.mjs';
import { show, startSite, verdict } from './site.mjs';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const FACES = [FULL, message(), tampered(message()), '{"body":"Good morning"}', '{}'];
const PHONE = { width: 360, height: 740 };

let site;
before(async () => (site = await startSite()));
after(() => site.close());

async function faces(options) {
  const { page } = await site.open(options);
  for (const face of FACES) await show(page, face);
  return page;
}

async function axe(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => axe.run());
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

for (const colorScheme of ['light', 'dark']) {
  for (const viewport of [PHONE, { width: 1200, height: 900 }]) {
    test(`no accessibility violation: ${colorScheme}, ${viewport.width} px`, async () => {
      const page = await faces({ colorScheme, viewport });
      // The page behind the messages is white or near black; only the messages are under test.
      await page.evaluate(
        (dark) => document.body.setAttribute('bgcolor', dark ? '#101214' : '#ffffff'),
        colorScheme === 'dark',
      );
      await page.evaluate(
        (dark) => document.body.setAttribute('text', dark ? '#ffffff' : '#000000'),
        colorScheme === 'dark',
      );
      assert.deepEqual(await axe(page), []);
      await page.locator('chirp-message summary').first().click();
      assert.deepEqual(await axe(page), []);
    });
  }
}

test('the theme follows the system, and the attribute before it', async () => {
  const page = await faces({ colorScheme: 'dark' });
  const card = page.locator('[part=card]').first();
  const surface = () => card.evaluate((element) => getComputedStyle(element).backgroundColor);
  const dark = await surface();
  await page
    .locator('chirp-message')
    .first()
    .evaluate((element) => element.setAttribute('theme', 'light'));
  const light = await surface();
  assert.notEqual(dark, light);
  assert.equal(light, 'rgb(255, 255, 255)');
});

test('custom properties of the page are heard', async () => {
  const page = await faces({});
  const card = page.locator('[part=card]').first();
  await page.evaluate(() => document.documentElement.style.setProperty('--chirp-surface', 'rgb(1, 2, 3)'));
  assert.equal(await card.evaluate((element) => getComputedStyle(element).backgroundColor), 'rgb(1, 2, 3)');
});

test('more contrast is given where it is asked for', async () => {
  const color = async (contrast) => {
    const page = await faces({ contrast });
    return page
      .locator('[part=source-kind]')
      .first()
      .evaluate((element) => getComputedStyle(element).color);
  };
  assert.notEqual(await color('no-preference'), await color('more'));
});

test('in forced colours every badge keeps an outline', async () => {
  const page = await faces({ forcedColors: 'active' });
  const widths = await page
    .locator('[part~=badge]')
    .evaluateAll((all) => all.map((badge) => getComputedStyle(badge).borderTopWidth));
  assert.deepEqual(new Set(widths), new Set(['1px']));
});

test('nothing moves where reduced motion is asked for', async () => {
  const page = await faces({ reducedMotion: 'reduce' });
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('chirp-message')].flatMap(({ shadowRoot }) =>
      [...shadowRoot.querySelectorAll('*')].flatMap((element) =>
        ['', '::before', '::after'].filter((pseudo) => {
          const { transitionDuration, animationName } = getComputedStyle(element, pseudo);
          return transitionDuration !== '0s' || animationName !== 'none';
        }),
      ),
    ),
  );
  assert.deepEqual(moving, []);
});

for (const dir of ['ltr', 'rtl']) {
  test(`on a phone, ${dir}, wide tables and code scroll and the page does not`, async () => {
    const page = await faces({ dir, viewport: PHONE, hasTouch: true, isMobile: true });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    for (const scroller of ['[part=table]', 'pre']) {
      const wide = await page
        .locator(scroller)
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
      assert.equal(wide, true, scroller);
      await page.locator(scroller).focus();
      await page.keyboard.press('ArrowRight');
    }
    await page.waitForFunction(() => {
      const root = document.querySelector('chirp-message').shadowRoot;
      return root.querySelector('pre').scrollLeft !== 0;
    });
  });
}

for (const viewport of [PHONE, { width: 1200, height: 900 }]) {
  test(`a name without a break stays inside its card, ${viewport.width} px`, async () => {
    const { page } = await site.open({ viewport });
    for (const input of [unbroken(), unbroken({ plain: true }), { body: 'W'.repeat(2_000) }]) {
      const view = await show(page, input);
      assert.equal((await verdict(view)).ok, typeof input === 'string');
      await view.evaluate(({ shadowRoot }) => {
        for (const details of shadowRoot.querySelectorAll('details')) details.open = true;
      });
      assert.deepEqual(await view.evaluate(outside), []);
    }
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  });
}

/** Runs in the page: what reaches beyond the element, except inside of what scrolls by itself. */
function outside(element) {
  const { left, right } = element.getBoundingClientRect();
  return [...element.shadowRoot.querySelectorAll('*')]
    .filter((one) => one.closest('pre, [part=table], [part=host]') === null)
    .map((one) => ({ outerHTML: one.outerHTML, box: one.getBoundingClientRect() }))
    .filter(({ box }) => box.left < left - 1 || box.right > right + 1)
    .map(({ outerHTML }) => outerHTML.slice(0, 80));
}

test('on a right-to-left page the card is mirrored and its English stays in order', async () => {
  const page = await faces({ dir: 'rtl' });
  const [source, time, card] = await page.evaluate(() => {
    const root = document.querySelector('chirp-message').shadowRoot;
    return ['[part=source]', 'header time', '[part=card]'].map(
      (part) => root.querySelector(part).getBoundingClientRect().left,
    );
  });
  assert.ok(time < source && time - card < 40, 'the time stands at the left edge');
  const own = await page
    .locator('[part=fact] > span')
    .first()
    .evaluate((span) => getComputedStyle(span).direction);
  assert.equal(own, 'ltr');
});
