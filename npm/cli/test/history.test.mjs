// Series and histories on the command line: what is exported verifies, and what breaks is named.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeDraft } from '@chirp-protocol/protocol/instruments';
import { chirp, file, jsonLines } from './chirp.mjs';
import { digestOf } from './digest.mjs';

const SERIES = digestOf('org.renkara.chirp.series/0.1', {
  source: { kind: 'agent', id: 'builder' },
  subject: { kind: 'build', id: '412' },
  workspace: 'acme',
});

/** Three sealed revisions. */
const revisions = [];
for (let number = 1; number <= 3; number += 1) {
  const before = revisions.at(-1);
  const series = before && { head: { revision: number - 1, digest: before.digest } };
  const draft = {
    protocol: 'org.renkara.chirp.message/0.1',
    kind: 'status',
    source: { kind: 'agent', id: 'builder' },
    subject: { kind: 'build', id: '412' },
    presentation: { fallback: `step ${number}` },
    instrument: { category: 'run', layout: 'status' },
  };
  revisions.push(completeDraft(draft, { workspace: 'acme', series }));
}
const [first, second, third] = revisions;
const LINES = `${third.text}\n\n${first.text}\n`;
const PRETTY = JSON.stringify(second.envelope, null, 2);
const EXPORT = ['history', 'export', '--workspace', 'acme'];

/** The history of all three, in one of its forms. */
async function exported(...args) {
  const { code, stdout, stderr } = await chirp([
    ...EXPORT,
    ...args,
    file('a.ndjson', LINES),
    file('b.json', PRETTY),
  ]);
  assert.deepEqual([code, stderr], [0, '']);
  return stdout;
}

test('series prints the series of an instrument, and rejects what is none', async () => {
  const found = await chirp(['series', '--workspace', 'acme'], { input: first.text });
  assert.deepEqual(found, { code: 0, stdout: `${SERIES}\n`, stderr: '' });
  const none = await chirp(['series', '--workspace', 'acme'], { input: '{"body":"hello"}' });
  assert.deepEqual([none.code, none.stdout], [1, '']);
  assert.match(none.stderr, /missing_member/);
  const lines = await chirp(['series', '--workspace', 'acme', '--ndjson'], { input: LINES });
  assert.deepEqual(
    jsonLines(lines.stdout).map(({ line, series }) => [line, series]),
    [
      [1, SERIES],
      [2, undefined],
      [3, SERIES],
    ],
  );
});

test('export takes files and lines in any order, and verify either form of what it prints', async () => {
  const document = JSON.parse(await exported());
  assert.deepEqual(
    document.entries.map(({ revision, envelope }) => [revision, envelope.integrity.digest]),
    revisions.map(({ digest }, index) => [index + 1, digest]),
  );
  const { digest, ...rest } = document;
  assert.equal(digest, digestOf('org.renkara.chirp.history/0.1', rest));

  const lines = await exported('--ndjson');
  assert.equal(jsonLines(lines).length, 5);
  for (const history of [JSON.stringify(document), lines]) {
    const { code, stdout, stderr } = await chirp(['history', 'verify', '--head', third.digest], {
      input: history,
    });
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^✓ the history holds: 3 revisions\n/);
    for (const fact of [digest, SERIES, `revision 3, ${third.digest}`]) assert.ok(stdout.includes(fact));
    assert.doesNotMatch(stdout, /head_unconfirmed/);
  }
});

test('export --json says what it made', async () => {
  const [report, ...more] = jsonLines(await exported('--json'));
  assert.deepEqual(more, []);
  const { ok, digest, series, head, history } = report;
  assert.deepEqual([ok, series, head], [true, SERIES, { revision: 3, digest: third.digest }]);
  assert.equal(history.digest, digest);
});

test('what cannot be a history is rejected, with the input that is to blame', async () => {
  const broken = file('broken.ndjson', `${first.text}\n${third.text}\n`);
  const { code, stdout, stderr } = await chirp([...EXPORT, broken]);
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /revision_skipped at \/1\/instrument\/revision/);
  assert.match(stderr, /broken\.ndjson, line 2/);
  const json = await chirp([...EXPORT, '--json', broken]);
  assert.equal(json.code, 1);
  assert.equal(jsonLines(json.stdout)[0].problems[0].code, 'revision_skipped');
  assert.match((await chirp(EXPORT, { input: '' })).stderr, /json_syntax/);
});

test('verify names the first entry that breaks, for people and for programs', async () => {
  const changed = (await exported('--ndjson')).replace('step 2', 'step 4');
  const people = await chirp(['history', 'verify'], { input: changed });
  assert.equal(people.code, 1);
  assert.match(people.stdout, /^✗ the history breaks at entry 1, after 1 revision\n/);
  assert.match(people.stdout, /digest_mismatch at \/entries\/1\/envelope\/integrity\/digest/);
  assert.match(people.stdout, /standard input:3:\d+\n/);
  const { code, stdout } = await chirp(['history', 'verify', '--json'], { input: changed });
  const [{ ok, entry, revisions: held, problems }] = jsonLines(stdout);
  assert.deepEqual([code, ok, entry, held, problems[0].code], [1, false, 1, 1, 'digest_mismatch']);
});

test('verify sees a cut tail with the head, and says without it that it cannot', async () => {
  const cut = await chirp([...EXPORT, file('1.json', first.text)]);
  const held = await chirp(['history', 'verify', '--json'], { input: cut.stdout });
  assert.deepEqual(
    [held.code, jsonLines(held.stdout)[0].advice.map(({ code }) => code)],
    [0, ['head_unconfirmed']],
  );
  const seen = await chirp(['history', 'verify', '--head', third.digest], { input: cut.stdout });
  assert.equal(seen.code, 1);
  assert.match(seen.stdout, /^✗ the history does not hold\n[\s\S]*head_mismatch at \/head/);
});
