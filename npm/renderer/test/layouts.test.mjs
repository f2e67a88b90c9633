// The six layouts: real arrangements of the same content, chosen by what is declared, readable by everyone.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { everything, instrument, LAYOUTS, NOW } from './instruments.mjs';
import { message } from './messages.mjs';
import { show, startSite, textOf, verdict } from './site.mjs';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PROPERTIES = { now: NOW, actionStates: [{ id: 'approve', enabled: true }] };

const PARTS = 'header badges facts attention content actions audit evidence footer seal'.split(' ');

let site;
before(async () => (site = await startSite()));
after(() => site.close());

/** Runs in the page: unfolds everything, and says which words can be seen. */
function words({ shadowRoot }) {
  for (const details of shadowRoot.querySelectorAll('details')) details.open = true;
  const walker = document.createTreeWalker(shadowRoot, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (parentElement.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      found.push(...data.split(/\s+/u));
  }
  return [...new Set(found)].filter((word) => word !== '').sort();
}

test('no layout adds, hides or permits anything', async () => {
  const { page, requests, faults } = await site.open();
  const seen = [];
  for (const layout of LAYOUTS) {
    const view = await show(page, everything(layout), PROPERTIES);
    assert.equal((await verdict(view)).view, 'instrument');
    assert.equal(await view.locator('[part=card]').getAttribute('data-layout'), layout);
    const buttons = await view
      .locator('[part=action]')
      .evaluateAll((all) => all.map(({ disabled }) => disabled));
    assert.deepEqual(buttons, [false, true, true]);
    // The digest of the message differs with its layout; everything else is the same.
    const { digest } = await view.evaluate(({ verified: { digest } }) => ({ digest }));
    const short = digest.slice(7, 19);
    seen.push((await view.evaluate(words)).filter((word) => word !== digest && word !== short));
  }
  const plain = await show(page, everything('status'), { ...PROPERTIES, capabilities: ['actions', 'audit'] });
  const { digest, reasons } = await plain.evaluate(({ verified: { digest, reasons } }) => ({
    digest,
    reasons,
  }));
  const reason = `Shown in a simpler form: ${reasons[0].message}`.split(/[\s`]+/u);
  const bare = (await plain.evaluate(words)).filter(
    (word) => word !== digest && word !== digest.slice(7, 19) && !reason.includes(word),
  );
  for (const one of seen) assert.deepEqual(one, seen[0]);
  assert.deepEqual(
    bare,
    seen[0].filter((word) => !reason.includes(word)),
  );
  assert.deepEqual([requests, faults], [[], []]);
});

test('every part stands in every layout, once', async () => {
  const { page } = await site.open();
  for (const layout of LAYOUTS) {
    const view = await show(page, everything(layout), PROPERTIES);
    // The two ends of the timeline hold facts of their own.
    for (const part of PARTS)
      assert.equal(await view.locator(`[part=${part}]`).count(), 1, `${part} in ${layout}`);
  }
});

test('each layout arranges in its own way', async () => {
  const { page } = await site.open({ viewport: { width: 1100, height: 900 } });
  const boxes = async (layout, ...selectors) => {
    const view = await show(page, instrument(layout), PROPERTIES);
    return Promise.all(selectors.map((selector) => view.locator(selector).first().boundingBox()));
  };
  const [state, source] = await boxes('status', '[part~=state]', '[part=source]');
  assert.ok(state.height > source.height * 1.4, 'the state is large');
  const [started, first, last, ended] = await boxes(
    'timeline',
    '[data-fact=started]',
    '[part=content] li >> nth=0',
    '[part=content] li >> nth=3',
    '[data-fact=ended]',
  );
  assert.ok(started.y < first.y && first.y < last.y && last.y < ended.y, 'from the start to the end');
  const [left, right] = await boxes('comparison', '.column >> nth=0', '.column >> nth=1');
  assert.ok(left.y === right.y && left.x + left.width < right.x, 'side by side');
  const [action, content] = await boxes('command_center', '[part=action]', '[part=content]');
  assert.ok(action.x + action.width < content.x, 'actions in a column of their own');
  const [evidence, text] = await boxes('artifact', '[part=evidence]', '[part=content]');
  assert.ok(evidence.y < text.y, 'the files first');
  const [outline, reading] = await boxes('document', '[part=outline]', '[part=content]');
  assert.ok(outline.x + outline.width < reading.x, 'contents beside the text');
});

test('a layout goes by the width of its element, not of the page', async () => {
  const { page } = await site.open({ viewport: { width: 1100, height: 900 } });
  await page.evaluate(() => {
    document.querySelector('main').style.inlineSize = '340px';
  });
  const view = await show(page, instrument('comparison'), PROPERTIES);
  const tops = await view
    .locator('.column')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  assert.ok(tops[0] < tops[1], 'one under the other');
});

test('at every width a fact of the status is shown whole', async () => {
  const { page } = await site.open({ viewport: { width: 1100, height: 900 } });
  const started = { lifecycle: { state: 'running', started_at: NOW, counts: { done: 2, total: 5 } } };
  const view = await show(page, instrument('status', started), PROPERTIES);
  for (const width of [300, 420, 480, 560, 700]) {
    await page.evaluate((width) => {
      document.querySelector('main').style.inlineSize = `${width}px`;
    }, width);
    const cut = await view
      .locator('[part=fact]')
      .evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map(({ textContent }) => textContent),
      );
    assert.deepEqual(cut, [], `${width}`);
  }
});

test('an element that is as wide as its content still has a width', async () => {
  const { page } = await site.open();
  await page.evaluate(() => {
    const main = document.querySelector('main');
    main.replaceChildren();
    main.style.cssText = 'display: flex; align-items: start';
  });
  const view = await show(page, instrument('status'), PROPERTIES);
  assert.ok((await view.boundingBox()).width > 300);
  await page.setViewportSize({ width: 320, height: 700 });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
});

test('what is missing steps down to PubMark and then to the text, with each reason under it', async () => {
  const { page } = await site.open();
  const all = await page.evaluate(() => chirp.renderer.CAPABILITIES);
  const without = (...names) => all.filter((name) => !names.includes(name));
  const rows = [
    { capabilities: all, view: 'instrument', missing: [] },
    { capabilities: without('layout:status'), view: 'pubmark', missing: ['layout:status'] },
    { capabilities: without('node:table'), view: 'pubmark', missing: ['node:table'] },
    {
      capabilities: without('actions', 'audit', 'history'),
      view: 'pubmark',
      missing: ['actions', 'history', 'audit'],
    },
    {
      capabilities: [],
      view: 'pubmark',
      missing: ['layout:status', 'node:table', 'actions', 'history', 'audit'],
    },
  ];
  const requires = ['layout:status', 'node:table', 'actions', 'history', 'audit'];
  for (const { capabilities, view: face, missing } of rows) {
    const view = await show(page, instrument('status', { instrument: { requires } }), {
      ...PROPERTIES,
      capabilities,
    });
    const { ok, reasons, view: shown } = await verdict(view);
    assert.deepEqual([ok, shown], [true, face]);
    assert.deepEqual(
      new Set(reasons.map(({ code }) => code)),
      new Set(missing.length > 0 ? ['capability_missing'] : []),
    );
    assert.equal(await view.locator('[part=content]').count(), 1, 'the PubMark stands there');
    assert.equal(await view.locator('[part=mark]').count(), missing.length > 0 ? 1 : 0);
    if (missing.length === 0) continue;
    const mark = await textOf(view, 'mark');
    for (const name of missing) assert.ok(mark.includes(name), name);
    assert.equal(await view.locator('[part=card]').getAttribute('data-layout'), null);
  }
  const bare = JSON.parse(instrument('status'));
  delete bare.projection;
  const text = await show(page, bare, { ...PROPERTIES, capabilities: without('layout:status') });
  const { reasons, view } = await verdict(text);
  assert.equal(view, 'fallback');
  assert.deepEqual(
    reasons.map(({ code }) => code),
    ['capability_missing', 'capability_missing', 'projection_missing'],
  );
  assert.equal(await textOf(text, 'text'), 'Deploy of web 4.12 in plain text');
  const mark = await textOf(text, 'mark');
  for (const { message: why } of reasons) assert.ok(mark.includes(why.replaceAll('`', '')), why);
});

test('an instrument without PubMark has its layout around its text', async () => {
  const { page } = await site.open();
  for (const presentation of [{ fallback: 'Only text' }, { fallback: 'Only text', pubmark: '#' }]) {
    const view = await show(page, instrument('timeline', { presentation }), PROPERTIES);
    assert.equal((await verdict(view)).view, 'instrument');
    assert.equal(await textOf(view, 'text'), 'Only text');
  }
});

test('states, severities, audits and checks differ in shape as well as in word', async () => {
  const { page } = await site.open();
  const shapes = async (members, part) => {
    const view = await show(page, message(members));
    return view
      .locator(`[part~=${part}]`)
      .evaluate((badge) => [badge.querySelector('path').getAttribute('d'), badge.textContent]);
  };
  const distinct = async (rows, part) => {
    const seen = [];
    for (const row of rows) seen.push(await shapes(row, part));
    for (const side of [0, 1]) assert.equal(new Set(seen.map((one) => one[side])).size, rows.length, part);
  };
  const states = ['queued', 'running', 'waiting', 'blocked', 'succeeded', 'failed', 'cancelled'];
  await distinct(
    states.map((state) => ({ lifecycle: { state } })),
    'state',
  );
  await distinct(
    ['info', 'notice', 'warning', 'error', 'critical'].map((severity) => ({ severity })),
    'severity',
  );
  const proof = { digest: `sha256:${'a'.repeat(64)}` };
  const audits = [
    {},
    { audit: { status: 'passed', proof } },
    { audit: { status: 'failed', proof } },
    { audit: { status: 'incomplete' } },
    { audit: { status: 'not_run' } },
  ];
  await distinct(
    audits.map((audit) => ({ instrument: { category: 'run', layout: 'status', revision: 1, ...audit } })),
    'audit-status',
  );
  const evidence = [{ label: 'log', digest: proof.digest }];
  const checks = ['passed', 'failed', 'skipped', 'pending'].map((status) => ({
    id: status,
    label: status,
    status,
    ...(['passed', 'failed'].includes(status) ? { evidence } : {}),
  }));
  const audit = { status: 'incomplete', checks };
  const view = await show(
    page,
    message({ instrument: { category: 'run', layout: 'status', revision: 1, audit } }),
  );
  const drawn = await view
    .locator('.check-status path')
    .evaluateAll((all) => all.map((path) => path.getAttribute('d')));
  assert.equal(new Set(drawn).size, 4);
});

test('beside an outcome stands the audit, and none is made of a success', async () => {
  const { page } = await site.open();
  for (const layout of LAYOUTS) {
    const view = await show(
      page,
      instrument(layout, { lifecycle: { state: 'succeeded' }, instrument: { audit: { status: 'not_run' } } }),
      PROPERTIES,
    );
    assert.equal(await textOf(view, 'audit-status'), 'Audit reported as not run');
  }
  const silent = message({
    lifecycle: { state: 'succeeded' },
    instrument: { category: 'run', layout: 'status', revision: 1 },
  });
  const view = await show(page, silent);
  const marks = await view.locator('[part=badges] > li').allTextContents();
  assert.deepEqual(marks, ['Succeeded', 'No audit reported']);
});

test('checks show their evidence with name, type, address and a digest to copy', async () => {
  const { page } = await site.open();
  const view = await show(page, instrument('status'), PROPERTIES);
  const check = view.locator('[part=check]').first();
  await check.locator('summary').press('Enter');
  const file = check.locator('[part=file]');
  for (const words of ['licences.csv', 'text/csv', 'ci.example.com', `sha256:${'b'.repeat(64)}`])
    assert.ok((await file.textContent()).includes(words), words);
  const link = file.locator('a');
  assert.deepEqual(await link.evaluate((a) => [a.getAttribute('href'), a.rel, a.target]), [
    'https://ci.example.com/licences.csv',
    'noopener noreferrer nofollow',
    '_blank',
  ]);
  await file.locator('[part=whole-digest]').click();
  assert.equal(await page.evaluate(() => getSelection().toString()), `sha256:${'b'.repeat(64)}`);
});

test('attention says who, why, since when and until when', async () => {
  const { page } = await site.open({ locale: 'en-GB', timezoneId: 'UTC' });
  const view = await show(page, instrument('status'), PROPERTIES);
  const said = (await textOf(view, 'attention')).replace(/\s+/gu, ' ');
  for (const words of [
    'The rollout waits for an owner of the web service',
    'asked of role release-managers, user ada',
    'since 30 Nov 2026, 14:02 1 hour ago',
    'until 1 Dec 2026, 00:00 in 8 hours',
  ])
    assert.ok(said.includes(words), said);
});

test('the contents of a document lead to its headings, by keyboard', async () => {
  const { page } = await site.open({ viewport: { width: 800, height: 300 } });
  const view = await show(page, instrument('document'), PROPERTIES);
  const entry = view.getByRole('group', { name: 'Contents' }).getByRole('button', { name: 'After' });
  await entry.press('Enter');
  const heading = view.getByRole('heading', { name: 'After' });
  assert.equal(await heading.evaluate((one) => one.matches(':focus')), true);
  const { y } = await heading.boundingBox();
  assert.ok(y >= -1 && y < 300, 'in view');
});

for (const colorScheme of ['light', 'dark']) {
  for (const width of [320, 900]) {
    test(`no accessibility violation in any layout: ${colorScheme}, ${width} px`, async () => {
      const { page } = await site.open({
        colorScheme,
        viewport: { width, height: 900 },
        reducedMotion: 'reduce',
      });
      await page.evaluate((dark) => {
        document.body.setAttribute('bgcolor', dark ? '#101214' : '#ffffff');
        document.body.setAttribute('text', dark ? '#ffffff' : '#000000');
      }, colorScheme === 'dark');
      for (const layout of LAYOUTS) {
        await show(page, instrument(layout), PROPERTIES);
        await show(page, everything(layout), { ...PROPERTIES, past: layout === 'artifact' });
      }
      await page.evaluate(() => {
        for (const { shadowRoot } of document.querySelectorAll('chirp-message'))
          for (const details of shadowRoot.querySelectorAll('details')) details.open = true;
      });
      await page.evaluate(AXE);
      const { violations } = await page.evaluate(() => axe.run());
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
        [],
      );
      assert.equal(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        true,
        'no sideways scrolling',
      );
    });
  }
}

for (const dir of ['ltr', 'rtl']) {
  test(`words without a break and text of the other direction stay inside, ${dir}`, async () => {
    const { page } = await site.open({ dir, viewport: { width: 320, height: 700 } });
    const long = 'W'.repeat(200);
    const digest = `sha256:${'0'.repeat(64)}`;
    const evidence = [
      {
        label: long,
        digest,
        media_type: `a/${'b'.repeat(100)}`,
        url: `https://${'w'.repeat(60)}.example.com/`,
      },
    ];
    for (const layout of LAYOUTS) {
      const hostile = everything(layout, {
        presentation: {
          fallback: 'x',
          pubmark: `# ${long}\n\n## ${long}\n\n- ${long}\n- תקלה\n\n## <b>בדיקה</b>\n\n1. ${long}\n2. العربية`,
        },
        actions: [
          {
            id: 'a',
            label: 'W'.repeat(80),
            capability: 'x.y',
            arguments: { [`n${'n'.repeat(60)}`]: 'V'.repeat(1_000) },
          },
        ],
        instrument: {
          category: 'run',
          layout,
          revision: 9_007_199_254_740_991,
          predecessor: digest,
          attention: { reason: long, since: NOW, audience: [{ kind: 'user', id: 'u'.repeat(256) }] },
          audit: { status: 'incomplete', checks: [{ id: 'c', label: long, status: 'failed', evidence }] },
          evidence,
        },
      });
      const view = await show(page, hostile, PROPERTIES);
      assert.equal((await verdict(view)).view, 'instrument');
      await view.evaluate(({ shadowRoot }) => {
        for (const details of shadowRoot.querySelectorAll('details')) details.open = true;
      });
      assert.deepEqual(await view.evaluate(outside), [], layout);
      assert.equal(await view.locator('b').count(), 0, 'markup stays text');
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

test('on a right-to-left page the rail and the commanding column are on the right', async () => {
  const { page } = await site.open({ dir: 'rtl', viewport: { width: 1100, height: 900 } });
  const command = await show(page, instrument('command_center'), PROPERTIES);
  const [action, content] = await Promise.all(
    ['[part=action]', '[part=content]'].map((part) => command.locator(part).first().boundingBox()),
  );
  assert.ok(action.x > content.x + content.width);
  const timeline = await show(page, instrument('timeline'), PROPERTIES);
  const side = await timeline.locator('.rail').evaluate((rail) => getComputedStyle(rail).borderRightWidth);
  assert.equal(side, '2px');
});

test('a station stands on the rail, also where its text runs the other way', async () => {
  const source = '1. אחת\n2. one\n\n- one\n- אחת';
  for (const dir of ['ltr', 'rtl']) {
    const { page } = await site.open({ dir });
    const presentation = { fallback: 'x', pubmark: source };
    const view = await show(page, instrument('timeline', { presentation }), PROPERTIES);
    const far = await view.locator('[part=content] li').evaluateAll(
      (all, dir) =>
        all.map((item) => {
          const { left, right } = item.getBoundingClientRect();
          const dot = getComputedStyle(item, '::before');
          const range = document.createRange();
          range.selectNodeContents(item);
          const text = [...range.getClientRects()].at(-1);
          const beside = dir === 'ltr' ? text.left - left : right - text.right;
          return { side: Number.parseFloat(dir === 'ltr' ? dot.left : dot.right), beside };
        }),
      dir,
    );
    for (const { side, beside } of far) assert.ok(side < 0 && beside < 2, JSON.stringify(far));
  }
});

test('in forced colours state and audit keep their outlines, and stations theirs', async () => {
  const { page } = await site.open({ forcedColors: 'active' });
  const status = await show(page, instrument('status'), PROPERTIES);
  const outlines = await status
    .locator('[part~=badge]')
    .evaluateAll((all) => all.map((badge) => getComputedStyle(badge).borderTopWidth));
  assert.deepEqual(new Set(outlines), new Set(['1px']));
  const timeline = await show(page, instrument('timeline'), PROPERTIES);
  const stations = await timeline
    .locator('[part=content] li')
    .evaluateAll((all) => all.map((item) => getComputedStyle(item, '::before').borderTopWidth));
  assert.deepEqual(new Set(stations), new Set(['2px']));
});
