// Every command does what it says, on a file and on standard input, for people and for programs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chirp, ENVELOPE, file, jsonLines } from './chirp.mjs';
import { digestOf } from './digest.mjs';

const INPUT = JSON.stringify(ENVELOPE);
const DIGEST = digestOf(ENVELOPE.protocol, ENVELOPE);
const BROKEN = '{\n  "protocol": "org.renkara.chirp.message/0.1",\n  "kind": "evnt"\n}\n';

/** Runs a command that must print one line of JSON. */
async function report(args, options) {
  const { code, stdout, stderr } = await chirp([...args, '--json'], options);
  assert.equal(stderr, '');
  const [value, ...more] = jsonLines(stdout);
  assert.deepEqual(more, []);
  return { code, value };
}

test('seal and verify make a round trip', async () => {
  const sealed = await chirp(['seal'], { input: INPUT });
  assert.deepEqual({ code: sealed.code, stderr: sealed.stderr }, { code: 0, stderr: '' });
  assert.deepEqual(JSON.parse(sealed.stdout), { ...ENVELOPE, integrity: { digest: DIGEST } });

  const { code, value } = await report(['verify'], { input: sealed.stdout });
  assert.equal(code, 0);
  assert.deepEqual(value, {
    ok: true,
    view: 'pubmark',
    fallback: 'Build 42 failed',
    reasons: [],
    digest: DIGEST,
  });
});

test('seal prints canonical JSON and one line feed', async () => {
  const { stdout } = await chirp(['seal'], { input: INPUT });
  const again = await chirp(['canonicalize'], { input: stdout });
  assert.equal(stdout, again.stdout);
  assert.match(stdout, /^\{"integrity":.*\}\n$/);
});

test('seal --json names the digest and holds the envelope', async () => {
  const { code, value } = await report(['seal'], { input: INPUT });
  assert.equal(code, 0);
  assert.deepEqual(value, {
    ok: true,
    problems: [],
    more: 0,
    advice: [],
    digest: DIGEST,
    envelope: { ...ENVELOPE, integrity: { digest: DIGEST } },
  });
});

test('seal --project prints a message that verifies with its projection', async () => {
  const { code, stdout } = await chirp(['seal', '--project'], { input: INPUT });
  assert.equal(code, 0);
  const message = JSON.parse(stdout);
  assert.deepEqual(Object.keys(message), ['body', 'projection', 'protocol']);
  assert.equal(message.body, 'Build 42 failed');

  const verified = await report(['verify', '--recompile'], { input: stdout });
  assert.deepEqual([verified.code, verified.value.view], [0, 'pubmark']);
  const asJson = await report(['seal', '--project'], { input: INPUT });
  assert.deepEqual(asJson.value.message, message);
});

test('a sealed envelope is never repaired', async () => {
  const sealed = { ...ENVELOPE, kind: 'report', integrity: { digest: DIGEST } };
  const { code, stdout, stderr } = await chirp(['seal'], { input: JSON.stringify(sealed) });
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /digest_mismatch at \/integrity\/digest/);
});

test('what a command cannot make goes to standard error, never to the next command', async () => {
  const input = '{"kind":"event","kind":"event"}';
  for (const args of [['seal'], ['canonicalize'], ['digest'], ['seal', '--project']]) {
    const { code, stdout, stderr } = await chirp(args, { input });
    assert.deepEqual([code, stdout], [1, ''], args.join(' '));
    assert.match(stderr, /^✗ rejected: \d+ problems?\n/, args.join(' '));
    assert.match(stderr, /\njson_duplicate_key at \/kind\n/, args.join(' '));
  }
});

test('problems beyond the first hundred are counted, whatever the command', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 130 }, (_, index) => [`x${index}`, 1]));
  const input = JSON.stringify({ ...ENVELOPE, ...unknown });
  const all = await report(['validate'], { input });
  assert.deepEqual([all.value.problems.length, all.value.more], [100, 30]);
  for (const args of [['seal'], ['seal', '--project'], ['digest']]) {
    assert.deepEqual(await report(args, { input }), all, args.join(' '));
    const { stderr } = await chirp(args, { input });
    assert.match(stderr, /^✗ rejected: 130 problems\n/);
    assert.match(stderr, /\n… and 30 more\n$/);
  }
});

test('validate reports every problem with its place', async () => {
  const { code, value } = await report(['validate'], { input: BROKEN });
  assert.equal(code, 1);
  assert.equal(value.ok, false);
  const kind = value.problems.find(({ at }) => at === '/kind');
  assert.equal(kind.code, 'unknown_value');
  assert.equal(kind.position.line, 3);
  assert.ok(value.problems.length > 1);
  for (const member of ['rule', 'message']) assert.equal(typeof kind[member], 'string');
});

test('validate compiles PubMark', async () => {
  const pubmark = 'fine\n\n[here](javascript:alert(1))';
  const envelope = { ...ENVELOPE, presentation: { fallback: 'fine here', pubmark } };
  const { code, value } = await report(['validate'], {
    input: JSON.stringify({ body: 'fine here', protocol: envelope }),
  });
  assert.equal(code, 1);
  const [problem] = value.problems;
  assert.deepEqual([problem.code, problem.at], ['unsafe_link', '/protocol/presentation/pubmark']);
  assert.equal(problem.position.line, 3);
});

test('validate gives digest and projection, and in a workspace the series', async () => {
  const plain = await report(['validate'], { input: INPUT });
  assert.deepEqual([plain.code, plain.value.ok, plain.value.digest], [0, true, DIGEST]);
  assert.equal(plain.value.projection.profile, 'org.renkara.pubmark.projection/0.1');

  const subject = { kind: 'workflow_run', id: 'acme/app/run/1' };
  const instrument = { category: 'run', layout: 'status', revision: 1 };
  const input = JSON.stringify({ ...ENVELOPE, subject, instrument });
  const { value } = await report(['validate', '--workspace', 'acme'], { input });
  const { source } = ENVELOPE;
  assert.equal(
    value.series,
    digestOf('org.renkara.chirp.series/0.1', { source, subject, workspace: 'acme' }),
  );
});

test('verify shows the plain text of whatever it is given', async () => {
  const cases = [
    ['{"body":"hello"}', 'hello', 'untyped'],
    [INPUT, 'Build 42 failed', 'unsealed'],
    ['[1]', '', undefined],
    ['', '', 'json_syntax'],
    ['{"body":"kept","protocol":{"kind":1}}', 'kept', undefined],
  ];
  for (const [input, fallback, reason] of cases) {
    const { code, value } = await report(['verify'], { input });
    assert.deepEqual([code, value.ok, value.view, value.fallback], [1, false, 'fallback', fallback], input);
    assert.ok(value.reasons.length > 0, input);
    if (reason !== undefined) assert.equal(value.reasons[0].code, reason, input);
  }
});

test('verify --recompile refuses a projection that this compiler would not make', async () => {
  const { stdout } = await chirp(['seal', '--project'], { input: INPUT });
  const message = JSON.parse(stdout);
  const { digest, ...projection } = message.projection;
  projection.tree = {
    type: 'root',
    children: [{ type: 'paragraph', children: [{ type: 'text', value: 'all good' }] }],
  };
  message.projection = { ...projection, digest: digestOf(projection.profile, projection) };
  const input = JSON.stringify(message);
  assert.equal((await report(['verify'], { input })).value.view, 'pubmark');
  const strict = await report(['verify', '--recompile'], { input });
  assert.deepEqual([strict.value.view, strict.value.reasons[0].code], ['fallback', 'projection_mismatch']);
});

test('canonicalize prints RFC 8785', async () => {
  const input = '{"\\u20ac": 1e2, "a": [1.0, -0, "\\u00e4\\/"]}';
  const { code, stdout } = await chirp(['canonicalize'], { input });
  assert.deepEqual([code, stdout], [0, '{"a":[1,0,"ä/"],"€":100}\n']);
  const { value } = await report(['canonicalize'], { input });
  assert.equal(value.canonical, stdout.slice(0, -1));
});

test('digest is that of the seal, or of any JSON in a domain', async () => {
  assert.equal((await chirp(['digest'], { input: INPUT })).stdout, `${DIGEST}\n`);
  const domain = 'com.example.list/1';
  const { stdout } = await chirp(['digest', '--domain', domain], { input: '[2, 1]' });
  assert.equal(stdout, `${digestOf(domain, [2, 1])}\n`);
  assert.equal((await report(['digest'], { input: INPUT })).value.digest, DIGEST);
});

test('pubmark compile prints a projection that a client believes', async () => {
  const { code, stdout } = await chirp(['pubmark', 'compile'], { input: ENVELOPE.presentation.pubmark });
  assert.equal(code, 0);
  const projection = JSON.parse(stdout);
  const protocol = { ...ENVELOPE, integrity: { digest: DIGEST } };
  const message = JSON.stringify({ body: 'Build 42 failed', protocol, projection });
  assert.equal((await report(['verify', '--recompile'], { input: message })).value.view, 'pubmark');
  const { value } = await report(['pubmark', 'compile'], { input: ENVELOPE.presentation.pubmark });
  assert.deepEqual(value, { ok: true, problems: [], more: 0, advice: [], projection });
});

test('pubmark check reports by line and column of the source', async () => {
  const input = 'one\n\ntwo [x](file:///etc/passwd)\n';
  const { code, value } = await report(['pubmark', 'check'], { input });
  assert.equal(code, 1);
  const [{ code: name, position }] = value.problems;
  assert.deepEqual([name, position.line], ['unsafe_link', 3]);
  const words = await chirp(['pubmark', 'check'], { input });
  assert.match(words.stdout, /standard input:3:\d+\n {2}3 │ two \[x\]\(file:\/\/\/etc\/passwd\)\n/);
  assert.equal((await chirp(['pubmark', 'check'], { input: '# fine' })).code, 0);
});

test('advice does not reject, and stays out of what a command makes', async () => {
  const input = '[main](./src/main.rs)';
  const { code, stdout, stderr } = await chirp(['pubmark', 'compile'], { input });
  assert.equal(code, 0);
  assert.equal(JSON.parse(stdout).tree.type, 'root');
  assert.match(stderr, /link_dropped/);
  const { value } = await report(['pubmark', 'check'], { input });
  assert.deepEqual([value.ok, value.advice[0].code], [true, 'link_dropped']);
});

test('pubmark text prints a fallback', async () => {
  const input = '# Title\n\nBuild **42** failed';
  const { code, stdout } = await chirp(['pubmark', 'text'], { input });
  assert.equal(code, 0);
  assert.match(stdout, /Title[\s\S]*Build 42 failed\n$/);
  assert.equal((await report(['pubmark', 'text'], { input })).value.text, stdout.slice(0, -1));
});

test('PubMark that is not UTF-8 is rejected, not repaired', async () => {
  for (const command of ['compile', 'check', 'text']) {
    const { code, value } = await report(['pubmark', command], { input: Buffer.from([0x61, 0xff]) });
    assert.deepEqual([code, value.problems[0].code], [1, 'bad_format'], command);
  }
});

test('a file, a dash and nothing are the same input', async () => {
  const path = file('message.json', INPUT);
  const results = await Promise.all([
    chirp(['seal', path]),
    chirp(['seal', '-'], { input: INPUT }),
    chirp(['seal'], { input: INPUT }),
  ]);
  assert.equal(new Set(results.map(({ stdout }) => stdout)).size, 1);
});

test('bytes reach the core as they are', async () => {
  const cases = [
    [Buffer.from([0x22, 0xff, 0x22]), 'json_syntax'],
    [Buffer.from('\ufeff{}'), 'json_syntax'],
    [Buffer.from('"\\ud800"'), 'json_lone_surrogate'],
    [Buffer.from('[1e999]'), 'json_number_range'],
    [Buffer.from('{"a":1,"\\u0061":2}'), 'json_duplicate_key'],
  ];
  for (const [input, expected] of cases) {
    const { code, value } = await report(['canonicalize'], { input });
    assert.deepEqual([code, value.problems[0].code], [1, expected], input.toString());
  }
});

test('an input above the limit is too large, however much larger', async () => {
  const limit = 1024 * 1024;
  const exact = JSON.stringify('x'.repeat(limit - 2));
  assert.equal((await chirp(['canonicalize'], { input: exact })).stdout, `${exact}\n`);
  for (const size of [limit + 1, 20 * limit]) {
    for (const command of ['validate', 'seal', 'canonicalize', 'digest']) {
      const { code, value } = await report([command], { input: Buffer.alloc(size, 0x20) });
      assert.deepEqual([code, value.problems[0].code], [1, 'too_large'], `${command} ${size}`);
    }
    const { code, value } = await report(['verify'], { input: Buffer.alloc(size, 0x20) });
    assert.deepEqual([code, value.reasons[0].code], [1, 'too_large']);
  }
});
