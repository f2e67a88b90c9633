// Owns: where the wire has the strings that the vectors of text, time and URLs are about.

const ENVELOPE = {
  protocol: 'org.renkara.chirp.message/0.1',
  kind: 'event',
  source: { kind: 'system', id: 's' },
  presentation: { fallback: 'f' },
};

const SUBJECT = { kind: 'k', id: '1' };
const INSTRUMENT = { category: 'run', layout: 'status', revision: 1 };
const ACTION = { id: 'a', label: 'f', capability: 'x.y' };
const DIGEST = `sha256:${'0'.repeat(64)}`;

/** A member in which nothing is wrong but, perhaps, the string. Text is put between letters: it may not be blank. */
const CARRIERS = {
  block: (text) => envelope({ presentation: { fallback: `f${text}f` } }),
  digest: (text) => envelope({ redaction: { policy: 'p', digest: text } }),
  dotted_name: (text) => envelope({ actions: [{ ...ACTION, capability: text }] }),
  identifier: (text) => envelope({ source: { kind: 'system', id: `f${text}f` } }),
  lang: (text) => envelope({ presentation: { fallback: 'f', lang: text } }),
  media_type: (text) => {
    const evidence = [{ label: 'l', digest: DIGEST, media_type: text }];
    return envelope({ subject: SUBJECT, instrument: { ...INSTRUMENT, evidence } });
  },
  short: (text) => envelope({ actions: [{ ...ACTION, confirm: { title: 't', body: `f${text}f` } }] }),
  time: (text) => envelope({ occurred_at: text }),
  token: (text) => envelope({ subject: { ...SUBJECT, kind: text } }),
  tree: (text) => line({ type: 'text', value: `f${text}f` }),
  url: (text) => line({ type: 'link', url: text, children: [] }),
};

/** The operation that judges a string by a rule, and the value that carries the string. */
export function carriedBy(rule, text) {
  return CARRIERS[rule](text);
}

function envelope(members) {
  return { op: 'validate', value: { ...ENVELOPE, ...members } };
}

function line(node) {
  return {
    op: 'checkTree',
    value: { type: 'root', children: [{ type: 'paragraph', children: [node] }] },
  };
}
