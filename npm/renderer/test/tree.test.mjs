// The tree renderer: only checked trees, only known elements, nothing fetched, nothing disguised.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { compile } from '@chirp-protocol/protocol/compile';
import { FULL, pubmark } from './messages.mjs';
import { bundle, show, startSite, textOf } from './site.mjs';

let site;
before(async () => (site = await startSite()));
after(() => site.close());

/** Draws PubMark in the page and returns what `read` finds in the container. */
async function drawn(page, source, read, options = {}) {
  const { tree } = compile(source);
  const container = await page.evaluateHandle(
    ({ tree, options }) => {
      const element = document.createElement('div');
      element.className = 'chirp-tree';
      element.append(chirp.renderer.render(chirp.protocol.checkTree(JSON.stringify(tree)).tree, options));
      document.querySelector('main').append(element);
      return element;
    },
    { tree, options },
  );
  return container.evaluate(read);
}

test('nothing but the checked tree itself is drawn', async () => {
  const { page } = await site.open();
  const codes = await page.evaluate(
    (text) => {
      const { tree } = chirp.protocol.checkTree(text);
      const forged = [
        tree.children[0],
        structuredClone(tree),
        JSON.parse(text),
        { ...tree },
        Object.create(tree),
        new Proxy(tree, {}),
        text,
        null,
        undefined,
        7,
        [],
        document.body,
      ];
      return forged.map((value) => {
        try {
          chirp.renderer.render(value);
          return 'drawn';
        } catch (error) {
          return error.code;
        }
      });
    },
    JSON.stringify(compile('text').tree),
  );
  assert.deepEqual(new Set(codes), new Set(['misuse']));
});

test('a tree of the compiling entry is drawn too', async () => {
  const script = await bundle(`
    import { compile } from '@chirp-protocol/protocol/compile';
    import { render } from '@chirp-protocol/renderer';
    import '@chirp-protocol/renderer/element';
    globalThis.draw = (source) => render(compile(source).tree).textContent;
  `);
  const { page, faults } = await site.open({ script });
  assert.equal(await page.evaluate(() => draw('It is **done**.')), 'It is done.');
  assert.deepEqual(faults, []);
});

test('a heading level out of range is misuse', async () => {
  const { page } = await site.open();
  for (const headingLevel of [0, -1, 1.5, '3']) {
    await assert.rejects(
      drawn(page, '# x', () => 0, { headingLevel }),
      /headingLevel/u,
    );
  }
});

test('markup in the text stays text', async () => {
  const { page, requests, faults } = await site.open();
  const hostile =
    '<script>alert(1)</script>\n\nx <img src=x onerror=alert(2)> <b id=main>y</b>\n\n`<svg onload=alert(3)>`';
  const seen = await drawn(page, hostile, (element) => ({
    text: element.textContent,
    tags: [...new Set([...element.querySelectorAll('*')].map(({ localName }) => localName))].sort(),
  }));
  assert.deepEqual(seen.tags, ['code', 'p']);
  for (const part of ['<script>', 'onerror=alert(2)', 'onload=alert(3)'])
    assert.ok(seen.text.includes(part), part);
  assert.deepEqual([requests, faults], [[], []]);
});

test('only elements and attributes of the closed lists appear, and no style, id or handler', async () => {
  const { page } = await site.open();
  const view = await show(page, FULL);
  const seen = await view.locator('[part=content]').evaluate((content) => {
    const all = [...content.querySelectorAll('*')];
    return {
      tags: [...new Set(all.map(({ localName }) => localName))].sort(),
      attributes: all.flatMap((element) => element.getAttributeNames()),
    };
  });
  const tags = [
    'a',
    'bdi',
    'blockquote',
    'code',
    'div',
    'h3',
    'h4',
    'input',
    'label',
    'li',
    'p',
    'path',
    'pre',
    'span',
    'strong',
    'svg',
    'table',
    'tbody',
    'td',
    'th',
    'thead',
    'tr',
    'ul',
  ];
  assert.deepEqual(seen.tags, tags);
  for (const name of seen.attributes) assert.doesNotMatch(name, /^(style|id|name|on.*|srcdoc|action)$/u);
});

test('a link opens apart, tells nobody, and shows its real host on hover and focus', async () => {
  const { page } = await site.open();
  const view = await show(
    page,
    pubmark('Go [to the docs](https://docs.example.com/a?b=1#c) or [write](mailto:a@example.org).'),
  );
  const link = view.locator('a').first();
  assert.deepEqual(await link.evaluate((a) => [a.getAttribute('href'), a.rel, a.target]), [
    'https://docs.example.com/a?b=1#c',
    'noopener noreferrer nofollow',
    '_blank',
  ]);
  const hosts = view.locator('[part=host]');
  assert.deepEqual(await hosts.evaluateAll((all) => all.map((host) => host.textContent.trim())), [
    'docs.example.com',
    'a@example.org',
  ]);
  const width = () => hosts.first().evaluate((host) => host.getBoundingClientRect().width);
  assert.ok((await width()) <= 1, 'hidden at rest');
  await link.hover();
  assert.ok((await width()) > 50, 'shown on hover');
  await page.mouse.move(0, 0);
  assert.ok((await width()) <= 1, 'hidden again');
  await page.locator('body').press('Tab');
  assert.equal(await link.evaluate((a) => a.matches(':focus-visible')), true);
  assert.ok((await width()) > 50, 'shown on focus');
});

test('where nothing hovers, the host stands beside the link', async () => {
  const { page } = await site.open({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 700 } });
  const view = await show(page, pubmark('Go [there](https://docs.example.com/).'));
  assert.ok((await view.locator('[part=host]').evaluate((host) => host.getBoundingClientRect().width)) > 50);
});

test('images are not fetched: the text stands there with a mark', async () => {
  const { page, requests } = await site.open();
  const view = await show(page, pubmark('![A chart](https://tracker.example.net/p.png)'));
  assert.equal((await textOf(view, 'image')).replace(/\s+/gu, ' '), 'A chart remote image not loaded');
  assert.equal(await view.locator('img').count(), 0);
  await show(page, pubmark('![A](https://tracker.example.net/q.png)'), { images: 'allow' });
  await show(page, pubmark('![A](https://tracker.example.net/r.png)'), {
    imageOrigins: ['https://tracker.example.net'],
  });
  await page.waitForLoadState('networkidle');
  assert.deepEqual(requests, []);
});

test('images of an allowed origin are fetched, without a referrer, and of no other', async () => {
  const { page, requests } = await site.open();
  const source = [
    'https://images.example.com/a',
    'https://images.example.com.evil.example/b',
    'http://images.example.com/c',
  ]
    .map((url) => `![A](${url}.png)`)
    .join(' ');
  const view = await show(page, pubmark(source), {
    images: 'allow',
    imageOrigins: ['https://images.example.com'],
  });
  await page.waitForLoadState('networkidle');
  assert.deepEqual(requests, ['https://images.example.com/a.png']);
  assert.equal(await view.locator('img').getAttribute('referrerpolicy'), 'no-referrer');
});

test('a page shows foreign text of its own as the renderer does', async () => {
  const { page } = await site.open();
  const markup = await page.evaluate(() => chirp.renderer.foreign('a\u202E<b>\u200F', 'de').outerHTML);
  assert.equal(markup, '<bdi lang="de">a⟨U+202E⟩&lt;b&gt;\u200F</bdi>');
});

test('the nine directional controls are written out, the three marks stay and are isolated', async () => {
  const { page } = await site.open();
  const nine = ['\u202A', '\u202B', '\u202C', '\u202D', '\u202E', '\u2066', '\u2067', '\u2068', '\u2069'];
  const three = ['\u200E', '\u200F', '\u061C'];
  const source = [...nine, ...three]
    .map((control) => `a${control}b \`c${control}d\` [e${control}f](https://example.com/)`)
    .join('\n\n');
  const seen = await drawn(page, source, (element) => element.outerHTML);
  for (const control of nine) {
    assert.ok(!seen.includes(control), control.codePointAt(0).toString(16));
    assert.equal(seen.split(`⟨U+${control.codePointAt(0).toString(16).toUpperCase()}⟩`).length - 1, 3);
  }
  for (const control of three) assert.equal(seen.split(control).length - 1, 3);
});

test('what is written out and what is cut short makes no nodes, however much of it there is', async () => {
  const { page } = await site.open();
  const nodesOf = (text) => {
    const source = `a${text} \`b${text}\` [c${text}](https://example.com/ "t${text}") ![d${text}](https://e.org/)`;
    return drawn(page, source, (element) => {
      const walker = document.createTreeWalker(element);
      let nodes = 0;
      while (walker.nextNode()) nodes += 1;
      return { nodes, text: element.textContent, title: element.querySelector('a').title };
    });
  };
  const { nodes } = await nodesOf('');
  for (const [hostile, shown] of [
    ['\u202e'.repeat(4_000), '⟨U+202E ×4000⟩'],
    ['\u202e\u202d'.repeat(2_000), '⟨U+202E⟩⟨U+202D⟩'.repeat(2_000)],
    ['\u0300'.repeat(4_000), `${'\u0300'.repeat(64)}⟨+3936 marks⟩`],
    ['\u{1f3fb}'.repeat(3_000), `${'\u{1f3fb}'.repeat(64)}⟨+2936 marks⟩`],
    ['\u0300\u2060'.repeat(2_000), `${'\u0300\u2060'.repeat(32)}⟨+3936 marks⟩`],
    ['\u0300'.repeat(64), '\u0300'.repeat(64)],
  ]) {
    const seen = await nodesOf(hostile);
    assert.equal(seen.nodes, nodes);
    for (const letter of 'abcd') assert.ok(seen.text.includes(letter + shown), letter);
    assert.equal(seen.title, `t${shown}`);
  }
});

test('every run of foreign text is isolated', async () => {
  const { page } = await site.open();
  const view = await show(page, FULL);
  const loose = await view.evaluate(({ shadowRoot }) => {
    const walker = document.createTreeWalker(shadowRoot, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode;
      if (data.trim() !== '' && parentElement.closest('bdi, [dir]') === null) found.push(data);
    }
    return found;
  });
  assert.deepEqual(loose, []);
});

test('right-to-left text, its lists and tables run from the right, and its language is set', async () => {
  const { page } = await site.open();
  const source =
    '# تقرير\n\n1. أولاً\n\n| المنطقة | العدد |\n| --- | --- |\n| أوروبا | 12 |\n\nEnglish after it.';
  const view = await show(page, pubmark(source, { lang: 'ar' }));
  assert.equal(await view.locator('[part=content]').getAttribute('lang'), 'ar');
  const directions = await view
    .locator('h3, ol, [part=table], [part=content] > p')
    .evaluateAll((all) => all.map((element) => getComputedStyle(element).direction));
  assert.deepEqual(directions, ['rtl', 'rtl', 'rtl', 'ltr']);
  const cells = await view
    .locator('th')
    .evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().left));
  assert.ok(cells[0] > cells[1], 'the first column is on the right');
  const aligned = await view
    .locator('th, td')
    .evaluateAll((all) => [...new Set(all.map((cell) => getComputedStyle(cell).textAlign))]);
  assert.deepEqual(aligned, ['right']);
});

test('tables, code, tasks and callouts carry what assistive technology needs', async () => {
  const { page } = await site.open();
  const view = await show(page, FULL);
  assert.deepEqual(
    await view
      .locator('[part=table]')
      .evaluate((table) => [table.tabIndex, table.getAttribute('aria-label')]),
    [0, 'Table'],
  );
  assert.deepEqual(
    await view.locator('th').evaluateAll((all) => [...new Set(all.map(({ scope }) => scope))]),
    ['col'],
  );
  assert.equal(await textOf(view, 'code-lang'), 'sh');
  assert.equal(await view.locator('pre').getAttribute('aria-label'), 'Code: sh');
  const boxes = await view
    .locator('input')
    .evaluateAll((all) => all.map((box) => [box.disabled, box.checked, box.labels[0].textContent]));
  assert.deepEqual(boxes, [
    [true, true, 'Smoke test'],
    [true, false, 'Dashboards renamed'],
  ]);
  const callouts = await view
    .locator('[part=callout]')
    .evaluateAll((all) =>
      all.map((callout) => [
        callout.querySelector('svg path').getAttribute('d'),
        callout.querySelector('p').textContent,
      ]),
    );
  assert.deepEqual(
    callouts.map(([, word]) => word),
    ['Note', 'Tip', 'Important', 'Warning', 'Caution'],
  );
  assert.equal(new Set(callouts.map(([shape]) => shape)).size, 5, 'five shapes');
});

test('the deepest and the largest trees are drawn', async () => {
  const { page } = await site.open();
  const deep = await drawn(
    page,
    `${'> '.repeat(24)}x`,
    (element) => element.querySelectorAll('blockquote').length,
  );
  assert.equal(deep, 24);
  const many = await drawn(page, 'x\n\n'.repeat(4_000), (element) => element.querySelectorAll('p').length);
  assert.equal(many, 4_000);
});
