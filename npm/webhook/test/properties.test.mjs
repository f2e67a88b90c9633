// What holds for every payload: the mapper never throws, what it makes is valid, and foreign text stays text.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { LIMITS, seal } from '@chirp-protocol/protocol';
import { compile } from '@chirp-protocol/protocol/compile';
import { fromGitHub } from '@chirp-protocol/webhook';
import fc from 'fast-check';

const EVENTS = ['check_suite', 'deployment_status', 'pull_request', 'workflow_run'];
const examples = createRequire(import.meta.url)('@octokit/webhooks-examples')
  .filter(({ name }) => EVENTS.includes(name))
  .flatMap(({ name, examples }) => examples.map((payload) => ({ event: name, payload })));

/** Any UTF-16 text, lone surrogates included, with what means something to Markdown in front of the queue. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom(...'\\`*_{}[]<>()#+-.!|~&=$^:;/\'"@ \t\n\r19ax\uD83D\u202E\u00A0é。'))
    .map((all) => all.join('')),
  fc.constantFrom(
    '&copy;',
    '&#0;',
    '<script>',
    '<!--',
    '![x](https://x.example/p.png)',
    '[x]: https://x.example',
    '1. ',
    '```',
  ),
);
const anyValue = fc.oneof(
  fc.jsonValue({ stringUnit: 'binary' }),
  anyText,
  fc.integer(),
  fc.constant(2 ** 53),
);

test('any JSON value is mapped or is null', () => {
  const event = fc.oneof(fc.constantFrom(...EVENTS, '__proto__', 'toString'), fc.string());
  fc.assert(
    fc.property(event, anyValue, anyValue, (name, payload, delivery) => {
      const envelope = fromGitHub(name, payload, { delivery });
      assert.ok(envelope === null || typeof envelope === 'object');
    }),
    { numRuns: 2000 },
  );
});

test('a damaged delivery gives a valid envelope or null', () => {
  const damage = fc.array(fc.tuple(fc.nat(), anyValue), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.constantFrom(...examples), damage, anyValue, ({ event, payload }, changes, delivery) => {
      const damaged = changes.reduce((value, [at, to]) => replaced(value, at, to), structuredClone(payload));
      const envelope = fromGitHub(event, damaged, { delivery });
      if (envelope === null) return;
      assert.match(seal(envelope).digest, /^sha256:[0-9a-f]{64}$/);
      assert.ok(Buffer.byteLength(envelope.presentation.pubmark) <= LIMITS.source_bytes);
      assert.deepEqual(fromGitHub(event, damaged, { delivery }), envelope);
    }),
    { numRuns: 2000 },
  );
});

test('foreign text compiles to itself and to nothing else', () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, (title, head, login) => {
      const envelope = fromGitHub('pull_request', {
        action: 'opened',
        number: 1,
        repository: { full_name: 'o/r', html_url: 'https://github.com/o/r' },
        pull_request: { title, head: { ref: head }, base: { ref: 'main' }, user: { login }, state: 'open' },
      });
      const compiled = compile(envelope.presentation.pubmark);
      assert.equal(compiled.ok, true, JSON.stringify(compiled.problems));
      const [headline, facts, link] = compiled.tree.children;
      assert.equal(compiled.tree.children.length, 3);
      assert.deepEqual(headline.children, [
        { type: 'strong', children: [{ type: 'text', value: envelope.subject.label }] },
        { type: 'text', value: ': opened' },
      ]);
      const said = facts.children.map((item) => `- ${textOf(item)}`);
      const lines = [textOf(headline), ...said, `${textOf(link)}: ${link.children[0].url}`];
      assert.equal(lines.join('\n'), envelope.presentation.fallback);
    }),
    { numRuns: 2000 },
  );
});

/** The text that a node shows. */
function textOf(node) {
  return node.value ?? node.children.map(textOf).join('');
}

/** The value with the one of its members, counted over the whole of it, replaced. */
function replaced(value, at, to) {
  const places = [];
  const walk = (node) => {
    for (const name of Object.keys(node)) {
      places.push([node, name]);
      if (typeof node[name] === 'object' && node[name] !== null) walk(node[name]);
    }
  };
  walk(value);
  const [node, name] = places[at % places.length];
  Object.defineProperty(node, name, { value: to, enumerable: true, configurable: true, writable: true });
  return value;
}
