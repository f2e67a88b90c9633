// Owns the faults that every stack must see. A mutant changes one thing; where the change is one that only
// the schema can see, all digests are made anew, so that no wrong digest hides a lenient schema.
import { projectionOf, sealed } from '../corpus/digests.mjs';

const copyOf = (value) => structuredClone(value);
const encoder = new TextEncoder();
const bytesOf = (value) => encoder.encode(JSON.stringify(value));

/** Faults of an envelope that its digest shows. */
export const STALE_ENVELOPES = {
  'changed label': (envelope) => (envelope.subject.label += 'x'),
  'changed digest': (envelope) => (envelope.integrity.digest = `sha256:${'0'.repeat(64)}`),
  'no seal': (envelope) => delete envelope.integrity,
};

/** Faults of an envelope that only its schema shows. */
export const INVALID_ENVELOPES = {
  'unknown member': (envelope) => (envelope.extra = 1),
  'unknown member within': (envelope) => (envelope.source.extra = 1),
  'unknown kind': (envelope) => (envelope.kind = 'nope'),
  'other protocol': (envelope) => (envelope.protocol += '1'),
  'missing fallback': (envelope) => delete envelope.presentation.fallback,
  'empty fallback': (envelope) => (envelope.presentation.fallback = ''),
  'control in fallback': (envelope) => (envelope.presentation.fallback += '\u0007'),
  'override in label': (envelope) => (envelope.subject.label = 'a\u202eb'),
  'space in id': (envelope) => (envelope.source.id = 'two words'),
  'zero width in id': (envelope) => (envelope.source.id = 'a\u200bb'),
  'number for text': (envelope) => (envelope.source.id = 7),
  'null member': (envelope) => (envelope.severity = null),
  'fraction for integer': (envelope) => (envelope.instrument.revision = 1.5),
  'short digest': (envelope) => (envelope.instrument.audit.checks[0].evidence[0].digest = 'sha256:abc'),
  'upper-case digest': (envelope) => (envelope.instrument.predecessor = `sha256:${'A'.repeat(64)}`),
  'script link': (envelope) => (envelope.instrument.evidence[0].url = 'javascript:alert(1)'),
  'date without time': (envelope) => (envelope.instrument.attention.since = '2026-01-01'),
  'object argument': (envelope) => (envelope.actions[0].arguments.inner = {}),
  'executable member': (envelope) => (envelope.actions[0].url = 'https://example.com/'),
  'too many actions': (envelope) =>
    (envelope.actions = Array.from({ length: 17 }, (_, i) => ({ ...envelope.actions[0], id: `act-${i}` }))),
};

const link = (url) => ({ type: 'link', url, children: [{ type: 'text', value: 'x' }] });
const paragraph = (...children) => ({ type: 'paragraph', children });
const append = (node) => (tree) => tree.children.push(node);

/** Faults of a tree. */
export const INVALID_TREES = {
  'script link': append(paragraph(link('javascript:alert(1)'))),
  'upper-case scheme': append(paragraph(link('HTTPS://example.com/'))),
  'link without path': append(paragraph(link('https://example.com'))),
  'dot segment': append(paragraph(link('https://example.com/a/../b'))),
  'user in link': append(paragraph(link('https://a@example.com/'))),
  'space in link': append(paragraph(link('https://example.com/a b'))),
  'lower-case escape': append(paragraph(link('https://example.com/%c3'))),
  'data image': append(paragraph({ type: 'image', url: 'data:image/png;base64,AA', alt: '' })),
  'image without alt': append(paragraph({ type: 'image', url: 'https://example.com/a.png' })),
  'link in link': append(
    paragraph({ ...link('https://example.com/'), children: [link('https://example.com/')] }),
  ),
  'link in strong in link': append(
    paragraph({
      ...link('https://example.com/'),
      children: [{ type: 'strong', children: [link('https://example.com/')] }],
    }),
  ),
  'unknown node': append({ type: 'script' }),
  'html node': append({ type: 'html', value: '<b>' }),
  'text at the root': append({ type: 'text', value: 'x' }),
  'block in paragraph': append(paragraph({ type: 'thematicBreak' })),
  'cell outside a row': append({ type: 'tableCell', children: [] }),
  'heading without depth': append({ type: 'heading', children: [] }),
  'heading too deep': append({ type: 'heading', depth: 7, children: [] }),
  'member of no node': append({ type: 'thematicBreak', data: {} }),
  'null member': append({ type: 'code', lang: null, value: 'x' }),
  'empty text': append(paragraph({ type: 'text', value: '' })),
  'control in text': append(paragraph({ type: 'text', value: 'a\u0000b' })),
  'unknown tone': append({ type: 'callout', tone: 'loud', children: [] }),
  'paragraph without children': append({ type: 'paragraph' }),
};

/** Wire bytes of each faulty envelope, made from a right one. */
export function envelopeMutants(envelope) {
  const stale = Object.entries(STALE_ENVELOPES).map(([name, change]) => [
    name,
    bytesOf(changed(envelope, change)),
  ]);
  const invalid = Object.entries(INVALID_ENVELOPES).map(([name, change]) => {
    const faulty = changed(envelope, change);
    return [name, bytesOf(sealed(faulty))];
  });
  return [...stale, ...invalid];
}

/** Wire bytes of each faulty message, made from a right one. */
export function messageMutants(message) {
  const { body, protocol, projection } = message;
  const source = protocol.presentation.pubmark;
  const trees = Object.entries(INVALID_TREES).map(([name, change]) => {
    const tree = changed(projection.tree, change);
    return [
      `${name}, digests made anew`,
      bytesOf({ body, protocol, projection: projectionOf(source, tree) }),
    ];
  });
  const resealed = (change) => sealed(changed(protocol, change));
  return [
    ...trees,
    ['other body', bytesOf({ ...message, body: `${body}!` })],
    [
      'stale seal',
      bytesOf({
        ...message,
        protocol: changed(protocol, (envelope) => (envelope.kind = otherKind(envelope))),
      }),
    ],
    [
      'stale projection digest',
      bytesOf({ ...message, projection: changed(projection, ({ tree }) => append(paragraph())(tree)) }),
    ],
    [
      'projection of another source',
      bytesOf({ ...message, projection: projectionOf(`${source}\n`, projection.tree) }),
    ],
    [
      'no source',
      bytesOf({ ...message, protocol: resealed((envelope) => delete envelope.presentation.pubmark) }),
    ],
    [
      'other profile',
      bytesOf({ ...message, projection: { ...projection, profile: `${projection.profile}1` } }),
    ],
    ['unknown member of the projection', bytesOf({ ...message, projection: { ...projection, extra: 1 } })],
  ];
}

const otherKind = ({ kind }) => (kind === 'event' ? 'status' : 'event');

function changed(value, change) {
  const copy = copyOf(value);
  change(copy);
  return copy;
}

/** Each faulty tree, made from a right one. */
export const treeMutants = (tree) =>
  Object.entries(INVALID_TREES).map(([name, change]) => [name, changed(tree, change)]);

/** Bytes that are no JSON text of a right value. */
export function byteMutants(bytes) {
  const withInvalidByte = Uint8Array.from(bytes);
  withInvalidByte[bytes.indexOf('.'.charCodeAt(0))] = 0xff;
  return [
    ['invalid UTF-8', withInvalidByte],
    ['cut short', bytes.slice(0, -1)],
    ['trailing bytes', Uint8Array.of(...bytes, 0x7d)],
    ['byte order mark', Uint8Array.of(0xef, 0xbb, 0xbf, ...bytes)],
    ['nothing', new Uint8Array(0)],
  ];
}

/** The same envelope with the name `kind` twice. A reader that keeps the last one sees nothing wrong. */
export const duplicateName = (bytes) =>
  encoder.encode(new TextDecoder().decode(bytes).replace('{', '{"kind":"nope",'));
