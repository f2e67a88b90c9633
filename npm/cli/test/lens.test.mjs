// `chirp lens`: lines of messages in, one lens of a board out.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seal } from '@chirp-protocol/protocol';
import { chirp, ENVELOPE, file } from './chirp.mjs';

const NOW = '2026-03-01T12:30:00Z';
const ACTIONS = [
  { id: 'ok', label: 'Approve', capability: 'chirp.review.approve', confirm: { title: 'Sure?' } },
  { id: 'no', label: 'Reject', capability: 'chirp.review.reject' },
];

function head(id, since, members = {}, attention = {}) {
  return seal({
    ...ENVELOPE,
    subject: { kind: 'build', id, label: `Build ${id}` },
    instrument: {
      category: 'decision',
      layout: 'status',
      revision: 1,
      attention: { reason: 'waits for an owner', since, ...attention },
    },
    ...members,
  }).text;
}

const registry = file('registry.json', JSON.stringify([{ name: 'chirp.review.approve' }]));
const lines = [
  head('1', '2026-03-01T12:00:00Z', { severity: 'error', actions: ACTIONS }),
  head('2', '2026-03-01T11:00:00Z'),
  head('3', '2026-03-01T13:00:00Z'),
  head('4', '2026-03-01T12:00:00Z', {}, { audience: [{ kind: 'role', id: 'owner' }] }),
].join('\n');

const asked = ['lens', '--viewer', 'ana', '--now', NOW, '--capabilities', registry];

test('a person reads what needs them, why, and when that changes', async () => {
  const { code, stdout, stderr } = await chirp([...asked, '--role', 'owner'], { input: lines });
  assert.deepEqual([code, stderr], [0, '']);
  assert.deepEqual(stdout.split('\n'), [
    `needs_me for ana at ${NOW}: 3`,
    '  needs_me 3 · runs 0 · decisions 4 · incidents 0 · artifacts 0 · knowledge 0',
    '',
    'error  decision  revision 1  Build 1',
    '  since 2026-03-01T12:00:00Z: waits for an owner',
    '  it needs you: it is for everyone',
    '  ✓ ok, which asks first',
    '  ✗ no: action_unregistered, the capability `chirp.review.reject` is not registered here',
    '',
    'info   decision  revision 1  Build 2',
    '  since 2026-03-01T11:00:00Z: waits for an owner',
    '  it needs you: it is for everyone',
    '',
    'info   decision  revision 1  Build 4',
    '  since 2026-03-01T12:00:00Z: waits for an owner',
    '  it needs you: it is for one of your roles',
    '',
    'next change: 2026-03-01T13:00:00Z',
    '',
  ]);
});

test('another lens says why its heads do not need them', async () => {
  const { stdout } = await chirp([...asked, '--lens', 'decisions'], { input: lines });
  assert.match(stdout, /^decisions for ana at .*: 4$/m);
  assert.match(stdout, /Build 3\n.*\n {2}attention_not_yet the attention has not begun\n/);
  assert.match(stdout, /Build 4\n.*\n {2}attention_elsewhere the attention is for others\n/);
});

test('a program reads one object', async () => {
  const { code, stdout, stderr } = await chirp([...asked, '--json'], { input: lines });
  assert.deepEqual([code, stderr], [0, '']);
  const { ok, lens, heads, counts, changes_at, refused } = JSON.parse(stdout);
  assert.deepEqual([ok, lens, changes_at, refused], [true, 'needs_me', '2026-03-01T13:00:00Z', []]);
  assert.deepEqual(
    heads.map(({ needs_me, severity, applies }) => [needs_me, severity, applies]),
    [
      [true, 'error', 'everyone'],
      [true, 'info', 'everyone'],
    ],
  );
  assert.equal(counts.decisions, 4);
});

test('lines that do not hold are reported with their number, the others are shown', async () => {
  const input = `${lines}\n\n{"body":"plain"}\n${lines.split('\n')[0].replace('"error"', '"notice"')}\n\u001b[2J\n`;
  const { code, stdout, stderr } = await chirp(asked, { input });
  assert.equal(code, 1);
  assert.match(stdout, /^needs_me for ana at .*: 2$/m);
  const [changed, noise] = stderr.trim().split('\n');
  assert.equal(changed, 'standard input:7 digest_mismatch the digest does not match');
  assert.match(noise, /^standard input:8 json_syntax /);
  const { refused } = JSON.parse((await chirp([...asked, '--json'], { input })).stdout);
  assert.deepEqual(
    refused.map(({ line, code, at }) => [line, code, at]),
    [
      [7, 'digest_mismatch', '/integrity/digest'],
      [8, 'json_syntax', ''],
    ],
  );
});

test('a line that is too long is one that does not hold', async () => {
  const input = `${JSON.stringify({ body: 'a'.repeat(1 << 20) })}\n${lines}`;
  const { code, stdout, stderr } = await chirp(asked, { input });
  assert.equal(code, 1);
  assert.match(stdout, /^needs_me for ana at .*: 2$/m);
  assert.match(stderr, /^standard input:1 too_large [^\n]*\n$/);
});

test('what others wrote does not act on a terminal', async () => {
  const input = head('1', '2026-03-01T12:00:00Z', {
    subject: { kind: 'build', id: '1', label: 'a\u200fb\u2028needs_me' },
  });
  const { stdout } = await chirp(asked, { input });
  assert.match(stdout, /a\\u200fb\\u2028needs_me\n/);
});

test('more heads than a page has are all shown', async () => {
  const many = Array.from({ length: 205 }, (_, index) => head(String(index), '2026-03-01T12:00:00Z'));
  const { stdout } = await chirp([...asked, '--json'], { input: many.join('\n') });
  const { heads } = JSON.parse(stdout);
  assert.equal(new Set(heads.map(({ series }) => series)).size, 205);
});

test('wrong use is said in one line', async () => {
  const broken = file('broken.json', '[');
  const twice = file('twice.json', JSON.stringify([{ name: 'a.b' }, { name: 'a.b' }]));
  const cases = [
    [['lens'], /required option '--viewer <id>' not specified/],
    [['lens', '--viewer', ''], /It must not be empty/],
    [['lens', '--viewer', 'a', '--lens', 'all'], /no lens is called all; there are needs_me, /],
    [['lens', '--viewer', 'a', '--now', 'noon'], /bad_format at \/context\/now/],
    [['lens', '--viewer', 'a b'], /bad_format at \/context\/viewer\/id/],
    [['lens', '--viewer', 'a', '--capabilities', broken], /broken\.json is no JSON/],
    [['lens', '--viewer', 'a', '--capabilities', `${broken}.absent`], /cannot read .*no such file/],
    [['lens', '--viewer', 'a', '--capabilities', twice], /duplicate_capability at \/context\/capabilities/],
  ];
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = await chirp(args, { input: lines });
    assert.deepEqual([code, stdout], [2, ''], args.join(' '));
    assert.match(stderr, message);
  }
});

test('its help fits eighty columns', async () => {
  const { code, stdout } = await chirp(['lens', '--help']);
  assert.equal(code, 0);
  for (const line of stdout.split('\n')) assert.ok([...line].length <= 80, line);
});
