// Owns the shapes of the protocol: the tree, the envelope, the projection and the message.
//
// It is what a schema can say about one member at a time. What it leaves out, and what therefore only the
// protocol package does: rules between members (audit, order of instants, unique ids, subject with
// instrument), real dates, node counts and depths, numeric hosts and address literals in links, and refusing
// duplicate names.
import {
  choice,
  exactly,
  flag,
  integer,
  list,
  named,
  optional,
  record,
  scalarMap,
  text,
  variants,
} from './shapes.mjs';

const MANY = 10_000;
const SOURCE_CHARACTERS = 65_536;

const node = (type, members = {}) => record({ type: exactly(type), ...members });
const children = (name) => list(named(name), MANY);
const prose = text('long', SOURCE_CHARACTERS);

// Phrasing content exists twice: a link may hold everything but a link.
const phrasing = (name, extra) =>
  variants([
    node('text', { value: prose }),
    node('emphasis', { children: children(name) }),
    node('strong', { children: children(name) }),
    node('delete', { children: children(name) }),
    node('inlineCode', { value: prose }),
    node('break'),
    node('image', {
      url: text('link', 2048),
      alt: text('long', 4096, 0),
      title: optional(text('long', 4096)),
    }),
    ...extra,
  ]);

/** The recursive shapes, by name. */
export const DEFINITIONS = {
  root: node('root', { children: children('flow') }),
  flow: variants([
    node('paragraph', { children: children('phrasing') }),
    node('heading', { depth: integer(1, 6), children: children('phrasing') }),
    node('thematicBreak'),
    node('blockquote', { children: children('flow') }),
    node('list', {
      ordered: flag,
      spread: flag,
      start: optional(integer(0, 999_999_999)),
      children: children('listItem'),
    }),
    node('code', { lang: optional(text('long', 1024)), value: text('long', SOURCE_CHARACTERS, 0) }),
    node('table', {
      align: list(choice('left', 'center', 'right', 'none'), 1024),
      children: children('tableRow'),
    }),
    node('callout', {
      tone: choice('note', 'tip', 'important', 'warning', 'caution'),
      children: children('flow'),
    }),
  ]),
  listItem: node('listItem', { spread: flag, checked: optional(flag), children: children('flow') }),
  tableRow: node('tableRow', { children: children('tableCell') }),
  tableCell: node('tableCell', { children: children('phrasing') }),
  phrasing: phrasing('phrasing', [
    node('link', {
      url: text('link', 2048),
      title: optional(text('long', 4096)),
      children: children('withinLink'),
    }),
  ]),
  withinLink: phrasing('withinLink', []),
};

const identifier = text('identifier', 256);
const label = text('short', 200);
const digest = text('digest', 71);
const timestamp = text('timestamp', 35);

const evidence = record({
  label,
  digest,
  media_type: optional(text('mediaType', 255)),
  url: optional(text('link', 2048)),
});

const action = record({
  id: text('token', 64),
  label: text('short', 80),
  capability: text('capability', 256),
  arguments: optional(scalarMap('token', 16, 1024)),
  emphasis: optional(choice('default', 'primary', 'danger')),
  confirm: optional(record({ title: text('short', 120), body: optional(text('short', 1000)) })),
  active_from: optional(timestamp),
  active_until: optional(timestamp),
});

const audit = record({
  status: choice('passed', 'failed', 'incomplete', 'not_run'),
  proof: optional(record({ digest, label: optional(label), url: optional(text('link', 2048)) })),
  checks: optional(
    list(
      record({
        id: identifier,
        label,
        status: choice('passed', 'failed', 'skipped', 'pending'),
        evidence: list(evidence, 64),
      }),
      256,
    ),
  ),
});

const instrument = record({
  category: choice('run', 'decision', 'incident', 'artifact', 'knowledge'),
  layout: choice('status', 'timeline', 'comparison', 'command_center', 'artifact', 'document'),
  revision: integer(1),
  predecessor: optional(digest),
  attention: optional(
    record({
      reason: text('short', 280),
      since: timestamp,
      audience: optional(list(record({ kind: choice('user', 'role'), id: identifier }), 64, 1)),
      until: optional(timestamp),
    }),
  ),
  audit: optional(audit),
  requires: optional(list(text('requirement', 64), 64)),
  evidence: optional(list(evidence, 64)),
});

/** An envelope, sealed or not. */
export const ENVELOPE = record({
  protocol: exactly('org.renkara.chirp.message/0.1'),
  kind: choice('event', 'status', 'request', 'report', 'document'),
  source: record({
    kind: choice('integration', 'agent', 'person', 'system'),
    id: identifier,
    display_name: optional(text('short', 120)),
  }),
  subject: optional(record({ kind: text('token', 64), id: identifier, label: optional(label) })),
  presentation: record({
    fallback: text('long', 20_000),
    pubmark: optional(text('long', SOURCE_CHARACTERS, 0)),
    lang: optional(text('language', 64)),
  }),
  lifecycle: optional(
    record({
      state: choice('queued', 'running', 'waiting', 'blocked', 'succeeded', 'failed', 'cancelled'),
      started_at: optional(timestamp),
      ended_at: optional(timestamp),
      counts: optional(record({ done: integer(0), total: integer(0) })),
    }),
  ),
  severity: optional(choice('info', 'notice', 'warning', 'error', 'critical')),
  delivery: optional(record({ dedupe_key: identifier })),
  occurred_at: optional(timestamp),
  actions: optional(list(action, 16, 1)),
  handling: optional(
    record({
      notification: optional(choice('full', 'generic')),
      outbound_webhooks: optional(choice('allow', 'suppress')),
      confirmation: optional(choice('as_declared', 'every_action')),
    }),
  ),
  redaction: optional(record({ policy: identifier, digest })),
  instrument: optional(instrument),
  integrity: optional(record({ digest })),
});

/** A PubMark tree with the digests that bind it to its source. */
export const PROJECTION = record({
  profile: exactly('org.renkara.pubmark.projection/0.1'),
  source: digest,
  tree: named('root'),
  digest,
});

/** A typed message with its projection. */
export const MESSAGE = record({ body: text('long', 20_000), protocol: ENVELOPE, projection: PROJECTION });
