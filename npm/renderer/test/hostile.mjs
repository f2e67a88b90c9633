// Owns the hostile messages: everything in the vectors, as it is and at its most convincing, and markup in
// every text that a sender writes.
import { digest, EnvelopeError, PROJECTION_PROFILE, SOURCE_DOMAIN, seal } from '@chirp-protocol/protocol';
import { project } from '@chirp-protocol/protocol/compile';
import { readAreas } from '../../../tests/parity/files.mjs';
import { inputOf } from '../../../tests/parity/outcome.mjs';
import { carriedBy } from '../../../tests/parity/strings.mjs';
import { LAYOUTS } from './instruments.mjs';
import { envelope } from './messages.mjs';

/** Text that becomes an element, a script or a request wherever a string is taken for markup. */
const MARKUP = [
  '<script>alert(1)</script>',
  '<img src=https://tracker.example.net/a.png onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' autofocus onfocus=alert(1) x='",
  '</title></textarea></style></template><script>alert(1)</script>',
  '<svg><style><img title="</style><img src onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src onerror=alert(1)&gt;">',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<form id=chirp name=body><input name=attributes></form>',
  '<a id=globalThis></a><a id=globalThis name=chirp href=https://tracker.example.net/>',
  '<base href=https://tracker.example.net/>',
  '<meta http-equiv=refresh content="0;url=https://tracker.example.net/">',
  '<link rel=stylesheet href=https://tracker.example.net/a.css>',
  '<style>@import url(https://tracker.example.net/b.css);</style>',
  '<template shadowrootmode=open><script>alert(1)</script></template>',
  '<chirp-message><slot></slot></chirp-message>',
  '&lt;script&gt;alert(1)&lt;/script&gt; &#60;img src=x onerror=alert(1)&#62;',
  '[a](javascript:alert(1)) ![a](data:image/svg+xml,<svg onload=alert(1)>) <javascript:alert(1)>',
  '[a]: javascript:alert(1)\n\n[a] ![a]',
  'background:url(https://tracker.example.net/c.png);-moz-binding:url(#x)',
  '{{constructor.constructor("alert(1)")()}} #{alert(1)} <%= alert(1) %>',
];

const NO_DIGEST = `sha256:${'0'.repeat(64)}`;

/**
 * Everything to be shown, by where it comes from: `{ id, message, bytes?, drawn? }`. `message` is text or,
 * with `bytes`, their base64; `drawn` says whether its tree must be drawn, where that is known.
 */
export function hostile() {
  const areas = Object.entries(readAreas()).map(([area, files]) => [
    area,
    files.flatMap(({ cases }) => cases).flatMap((one) => ofVector(area, one)),
  ]);
  return [...areas, ['markup', MARKUP.flatMap(ofMarkup)]];
}

function ofVector(area, one) {
  const { id } = one;
  if (area === 'pubmark') {
    const source = one.source ?? one.parts.map(({ text, times }) => text.repeat(times)).join('');
    return ofSource(id, source, one.tree === undefined ? undefined : showsSomething(one.tree));
  }
  if (one.op === undefined) return ofString(id, one.rule ?? area, one);
  if (one.inputs !== undefined)
    return one.inputs.flatMap((message) => [{ id, message }, ...sealed(id, message)]);
  const { bytes, text } = inputOf(one);
  if (one.op === 'checkTree')
    return [{ id, message: forged(text), drawn: one.expect.ok && showsSomething(JSON.parse(text)) }];
  const asItIs = { id, message: text ?? Buffer.from(bytes).toString('base64'), bytes: text === undefined };
  return [asItIs, ...sealed(id, bytes)];
}

/** A string where the wire has one; an address also as that of an image. */
function ofString(id, rule, { input, ok }) {
  const { op, value } = carriedBy(rule, input);
  if (op !== 'checkTree') return [{ id, message: JSON.stringify(value) }, ...sealed(id, value)];
  const trees = [value, ...(rule === 'url' ? [line({ type: 'image', url: input, alt: '' })] : [])];
  return trees.map((tree) => ({ id, message: forged(JSON.stringify(tree)), drawn: ok }));
}

/** PubMark as it would come from a hub, and as it comes where nobody compiled it. */
function ofSource(id, source, drawn) {
  const message = envelope({ presentation: { fallback: source.slice(0, 20_000), pubmark: source } });
  const compiled = sealed(id, message);
  return [{ id, message: JSON.stringify(message) }, ...compiled.map((one) => ({ ...one, drawn }))];
}

/** The same text in everything that a sender writes, and in every string of a tree. */
function ofMarkup(text) {
  const short = text.replaceAll('\n', ' ').slice(0, 80);
  const children = [{ type: 'text', value: text }];
  const tree = {
    type: 'root',
    children: [
      { type: 'heading', depth: 1, children },
      { type: 'code', lang: text, value: text },
      {
        type: 'paragraph',
        children: [
          { type: 'inlineCode', value: text },
          { type: 'link', url: 'https://example.com/', title: text, children },
          { type: 'image', url: 'https://example.com/', title: text, alt: text },
        ],
      },
    ],
  };
  const cell = short.replaceAll('|', '\\|');
  const everywhere = envelope({
    source: { kind: 'person', id: 'p', display_name: short },
    subject: { kind: 'document', id: short.replaceAll(/\s/gu, '_'), label: short },
    presentation: {
      fallback: text,
      pubmark: [`# ${short}`, text, `> [!NOTE]\n> ${short}`, `- [ ] ${short}`, `| ${cell} |\n| - |`].join(
        '\n\n',
      ),
    },
    actions: [
      {
        id: 'a',
        label: short,
        capability: 'x.y',
        confirm: { title: short, body: short },
        arguments: { a: text },
      },
    ],
    instrument: {
      category: 'run',
      layout: 'status',
      revision: 1,
      attention: { reason: short, since: '2026-11-30T14:02:11Z' },
      audit: {
        status: 'passed',
        proof: { digest: NO_DIGEST, label: short },
        checks: [
          { id: 'c', label: short, status: 'passed', evidence: [{ label: short, digest: NO_DIGEST }] },
        ],
      },
      evidence: [{ label: short, digest: NO_DIGEST }],
    },
  });
  const layouts = LAYOUTS.map((layout) => ({
    ...everywhere,
    instrument: { ...everywhere.instrument, layout },
    presentation: { fallback: text, pubmark: `# ${short}\n\n## ${short}\n\n- ${short}\n\n## ${short}` },
  }));
  const plain = { ...everywhere, presentation: { fallback: text } };
  return [
    { id: text, message: JSON.stringify({ body: text }) },
    { id: text, message: JSON.stringify(everywhere) },
    { id: text, message: forged(JSON.stringify(tree)), drawn: true },
    ...sealed(text, plain),
    ...sealed(text, everywhere),
    ...layouts.flatMap((one) => sealed(text, one)),
    ...ofSource(text, text),
  ];
}

/** What a hub would make of it, if it took it. */
function sealed(id, input) {
  try {
    return [{ id, message: project(input).text }];
  } catch (error) {
    if (error instanceof EnvelopeError) return [];
    throw error;
  }
}

/** A message of a hub that lies: every digest holds, whatever the tree is. */
function forged(tree) {
  const carrier = seal(envelope({ presentation: { fallback: 'f', pubmark: 'f' } }));
  const source = digest('"f"', { domain: SOURCE_DOMAIN });
  const members = `"profile":"${PROJECTION_PROFILE}","source":"${source}","tree":${tree}`;
  const holds = digestOrNone(`{${members}}`);
  return `{"body":"f","protocol":${carrier.text},"projection":{${members},"digest":"${holds}"}}`;
}

/** Some vectors are no JSON that a digest could be made of. */
function digestOrNone(projection) {
  try {
    return digest(projection, { domain: PROJECTION_PROFILE });
  } catch (error) {
    if (error instanceof EnvelopeError) return NO_DIGEST;
    throw error;
  }
}

/** What can be seen though it holds no text. */
const MARKS = ['callout', 'code', 'image', 'inlineCode', 'link', 'listItem', 'tableRow', 'thematicBreak'];

/** A tree that shows nothing is not drawn, so the text stays. */
function showsSomething({ type, value = '', children = [] }) {
  return value !== '' || MARKS.includes(type) || children.some(showsSomething);
}

function line(node) {
  return { type: 'root', children: [{ type: 'paragraph', children: [node] }] };
}
