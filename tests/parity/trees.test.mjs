// What the package makes of a tree without parsing is what JSON.parse makes of its canonical text: the same members in
// the same order. And it is frozen, and known as checked.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as plain from '@chirp-protocol/protocol';
import * as compiling from '@chirp-protocol/protocol/compile';
import fc from 'fast-check';
import { readAreas } from './files.mjs';
import { inputOf } from './outcome.mjs';

const areas = readAreas();
const runs = { numRuns: process.env.LONG ? 5_000 : 400 };
const decoder = new TextDecoder();

function assertTree(api, tree, canonical) {
  const expected = JSON.parse(canonical);
  assert.deepStrictEqual(tree, expected);
  assert.equal(JSON.stringify(tree), JSON.stringify(expected));
  assert.ok(api.isCheckedTree(tree));
  const open = [tree];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    assert.ok(Object.isFrozen(value));
    open.push(...Object.values(value).filter((inner) => typeof inner === 'object'));
  }
}

function assertCompiled(source) {
  const compiled = compiling.compile(source);
  if (!compiled.ok) return false;
  assert.equal(decoder.decode(compiled.bytes), compiled.text);
  assert.deepStrictEqual(compiled.projection, JSON.parse(compiled.text));
  assert.equal(JSON.stringify(compiled.projection), JSON.stringify(JSON.parse(compiled.text)));
  assertTree(compiling, compiled.tree, JSON.stringify(JSON.parse(compiled.text).tree));
  assert.equal(compiled.projection.tree, compiled.tree);
  return true;
}

for (const [entry, api] of Object.entries({ '.': plain, './compile': compiling })) {
  test(`${entry}: the trees of all vectors`, () => {
    const counts = { checkTree: 0, verify: 0 };
    for (const one of Object.values(areas).flatMap((files) => files.flatMap(({ cases }) => cases))) {
      if (!Object.hasOwn(counts, one.op)) continue;
      const { bytes } = inputOf(one);
      if (one.op === 'checkTree') {
        const { ok, tree } = api.checkTree(bytes);
        if (!ok) continue;
        assertTree(api, tree, api.canonicalize(bytes));
      } else {
        const { tree } = plain.verify(bytes);
        if (tree === undefined) continue;
        assertTree(
          plain,
          tree,
          plain.canonicalize(JSON.stringify(JSON.parse(decoder.decode(bytes)).projection.tree)),
        );
      }
      counts[one.op] += 1;
    }
    assert.ok(counts.checkTree > 20 && counts.verify > 5, JSON.stringify(counts));
  });

  test(`${entry}: any tree`, () => {
    let accepted = 0;
    fc.assert(
      fc.property(root(), (tree) => {
        const { ok, tree: made } = api.checkTree(tree);
        if (!ok) return;
        accepted += 1;
        assertTree(api, made, api.canonicalize(tree));
      }),
      runs,
    );
    assert.ok(accepted > runs.numRuns / 4, `${accepted} were accepted`);
  });
}

test('the projections of all sources', () => {
  const sources = areas.pubmark
    .flatMap(({ cases }) => cases)
    .map(({ source, parts }) => source ?? parts.map(({ text, times }) => text.repeat(times)).join(''));
  assert.ok(sources.filter(assertCompiled).length > 100);
});

test('the projection of any source', () => {
  const pieces = fc.constantFrom(
    ...[
      '# ',
      '- ',
      '1. ',
      '7) ',
      '> ',
      '> [!TIP]\n> ',
      '```js\n',
      '```\n',
      '| a | b |\n| :- | -: |\n| c | d |\n',
    ],
    ...[
      '\n',
      '\n\n',
      '**',
      '*',
      '~~',
      '`',
      '\\\n',
      '- [x] ',
      '---\n',
      '&amp;',
      '&#9;',
      '"',
      '\\"',
      '\\\\',
      '𝛽',
      'é',
      '漢',
    ],
    ...['[a](https://a.example/)', '![b](https://b.example/c "t\\"")', '[d](mailto:e@f.example)', '[g](/h)'],
  );
  const source = fc.array(fc.oneof(pieces, fc.string({ unit: 'grapheme' })), { maxLength: 40 });
  fc.assert(
    fc.property(source, (parts) => {
      assertCompiled(parts.join(''));
    }),
    runs,
  );
});

test('who writes to the bytes of a projection writes to a copy', () => {
  const compiled = compiling.compile('[a](https://a.example/)');
  compiled.bytes.fill(0x20);
  assert.equal(compiled.tree.children[0].children[0].url, 'https://a.example/');
  assert.equal(compiled.bytes[0], 0x7b);
});

/** Trees that are mostly in normal form. */
function root() {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.constantFrom('"', '\\', '\t\n', '\u2028', '𝛽'),
  );
  const node = (type, members) =>
    fc.record({ ...members, type: fc.constant(type) }, { requiredKeys: required(type) });
  const { block } = fc.letrec((tie) => {
    const blocks = fc.array(tie('block'), { maxLength: 3 });
    const spans = fc.array(tie('inline'), { maxLength: 4 }).map(apart);
    const cells = fc.array(node('tableCell', { children: spans }), { minLength: 2, maxLength: 2 });
    const rows = fc.array(node('tableRow', { children: cells }), { minLength: 1, maxLength: 3 });
    const item = node('listItem', { checked: fc.boolean(), children: blocks, spread: fc.boolean() });
    return {
      inline: fc.oneof(
        { maxDepth: 4 },
        node('text', { value: text }),
        node('inlineCode', { value: text }),
        node('break', {}),
        node('image', { alt: text, title: text, url: fc.constant('https://a.example/b.png') }),
        node('emphasis', { children: spans }),
        node('link', { children: fc.constant([]), title: text, url: fc.constant('https://a.example/') }),
      ),
      block: fc.oneof(
        { maxDepth: 4 },
        node('paragraph', { children: spans }),
        node('heading', { children: spans, depth: fc.integer({ min: 1, max: 6 }) }),
        node('code', { lang: text, value: text }),
        node('thematicBreak', {}),
        node('blockquote', { children: blocks }),
        node('callout', { children: blocks, tone: fc.constantFrom('note', 'tip', 'caution') }),
        node('list', {
          children: fc.array(item, { minLength: 1, maxLength: 3 }),
          ordered: fc.constant(true),
          spread: fc.boolean(),
          start: fc.constantFrom(0, 2, 65_536, 999_999_999),
        }),
        node('table', { align: fc.constantFrom(['left', 'none'], ['center', 'right']), children: rows }),
      ),
    };
  });
  return node('root', { children: fc.array(block, { maxLength: 4 }) });
}

const MEMBERS = {
  text: ['value'],
  inlineCode: ['value'],
  image: ['alt', 'url'],
  link: ['children', 'url'],
  heading: ['children', 'depth'],
  code: ['value'],
  break: [],
  thematicBreak: [],
  callout: ['children', 'tone'],
  list: ['children', 'ordered', 'spread'],
  listItem: ['children', 'spread'],
  table: ['align', 'children'],
};

function required(type) {
  return [...(MEMBERS[type] ?? ['children']), 'type'];
}

/** Without a text beside a text. */
function apart(nodes) {
  return nodes.filter((node, index) => node.type !== 'text' || nodes[index - 1]?.type !== 'text');
}
