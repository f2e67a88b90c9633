// What a person sees: colours and places on a terminal, and nothing there that a message could act with.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chirp, ENVELOPE, file, onTerminal } from './chirp.mjs';

const ESC = '\x1b';
const BROKEN = '{\n  "protocol": "org.renkara.chirp.message/0.1",\n  "kind": "evnt"\n}\n';
const terminal = { node: onTerminal('stdout') };

test('colours are for terminals, and never against the wish of the user', async () => {
  const input = BROKEN;
  const coloured = async (options) => (await chirp(['validate'], { input, ...options })).stdout.includes(ESC);
  assert.equal(await coloured({}), false);
  assert.equal(await coloured(terminal), true);
  assert.equal(await coloured({ ...terminal, env: { NO_COLOR: '1' } }), false);
  assert.equal(await coloured({ ...terminal, env: { NO_COLOR: '' } }), true);
  assert.equal(await coloured({ ...terminal, env: { TERM: 'dumb' } }), false);
  assert.equal(await coloured({ env: { FORCE_COLOR: '1' } }), true);
  assert.equal(await coloured({ env: { FORCE_COLOR: '1', NO_COLOR: '1' } }), false);
  assert.equal(await coloured({ ...terminal, env: { FORCE_COLOR: '0' } }), false);
});

test('a problem shows its line with a mark below the place', async () => {
  const path = file('message.json', BROKEN);
  const { code, stdout } = await chirp(['validate', path]);
  assert.equal(code, 1);
  assert.match(stdout, /^✗ rejected: \d+ problems\n/);
  assert.match(stdout, /\n\nunknown_value at \/kind\n {2}the value `evnt` .*\n {2}hint: .*\n/);
  const place = `  ${path}:3:11\n  3 │   "kind": "evnt"\n    │           ^\n`;
  assert.ok(stdout.includes(place), stdout);
});

test('the mark stands below the character that a terminal shows there', async () => {
  const { stderr } = await chirp(['canonicalize'], { input: '["日本語", "e\u0301", \t\u001b x]' });
  const [line, mark] = stderr.split('\n').slice(-3, -1);
  const before = line.slice(0, line.indexOf('\\u001b'));
  const cells = [...before.normalize('NFC')].length + 3;
  assert.equal(mark.indexOf('^'), cells, stderr);
});

test('of a long line only the surroundings are shown', async () => {
  const { stderr } = await chirp(['canonicalize'], {
    input: `[${'1,'.repeat(100_000)}x${',1'.repeat(100_000)}]`,
  });
  const [line, mark] = stderr.split('\n').slice(-3, -1);
  assert.match(line, /^ {2}1 │ ….*x.*…$/);
  assert.ok(line.length < 100);
  assert.equal(line[mark.indexOf('^')], 'x');
});

test('a problem in PubMark inside an envelope shows the line of the source', async () => {
  const pubmark = 'fine\n\nsee [here](javascript:alert(1))';
  const input = JSON.stringify({ ...ENVELOPE, presentation: { fallback: 'fine see here', pubmark } });
  const { stdout } = await chirp(['validate'], { input });
  assert.match(stdout, /unsafe_link at \/presentation\/pubmark\n/);
  assert.match(stdout, /\n {2}standard input, in its PubMark:3:5\n {2}3 │ see \[here\]\(.*\n {4}│ {5}\^\n/);
});

test('a problem of pubmark that lies not inside the source has no line', async () => {
  const input = JSON.stringify({ ...ENVELOPE, presentation: { fallback: 'x', pubmark: 5 } });
  const { stdout } = await chirp(['validate'], { input });
  assert.match(stdout, /wrong_type at \/presentation\/pubmark\n/);
  assert.doesNotMatch(stdout, /standard input/);
});

test('the text of a message cannot act on the terminal, nor pass for words of the command', async () => {
  const body = `safe\r\n✓ verified\n${ESC}[2J${ESC}]0;title\x07\u009b31m\u202egnp.exe\u2066\u200b\u200e\u200f\u061c\u{e0041} \u{1f468}\u200d\u{1f469}`;
  for (const options of [{}, terminal]) {
    const { stdout } = await chirp(['verify'], {
      input: JSON.stringify({ body }),
      ...options,
      env: { NO_COLOR: '1' },
    });
    assert.ok(
      stdout.endsWith(
        '\n\n  │ safe\n  │ ✓ verified\n  │ \\u001b[2J\\u001b]0;title\\u0007\\u009b31m\\u202egnp.exe\\u2066\\u200b\\u200e\\u200f\\u061c\\udb40\\udc41 \u{1f468}\u200d\u{1f469}\n',
      ),
      stdout,
    );
  }
});

test('names and pointers from the input are escaped', async () => {
  const input = JSON.stringify({ ...ENVELOPE, [`evil${ESC}[31m\n`]: 1 });
  const { stdout } = await chirp(['validate'], { input });
  assert.ok(!stdout.includes(ESC));
  assert.match(stdout, /unknown_member at \/evil\\u001b\[31m\\u000a\n/);
});

test('what a command makes is escaped on a terminal only, where it is still the same JSON', async () => {
  const input = '"\u009b31m \u202e \u2028"';
  assert.equal((await chirp(['canonicalize'], { input })).stdout, `${input}\n`);
  const { stdout } = await chirp(['canonicalize'], { input, ...terminal });
  assert.equal(stdout, '"\\u009b31m \\u202e \\u2028"\n');
  assert.equal(JSON.parse(stdout), JSON.parse(input));
  const { stdout: report } = await chirp(['canonicalize', '--json'], { input, ...terminal });
  assert.ok(!report.includes('\u009b'));
});

test('on a terminal without input a command says how to give it', async () => {
  const { code, stdout, stderr } = await chirp(['pubmark', 'check'], { node: onTerminal('stdin') });
  assert.deepEqual([code, stdout], [2, '']);
  assert.match(
    stderr,
    /^error: no input: [\s\S]*chirp pubmark check message\.json[\s\S]*\| chirp pubmark check\n/,
  );
  const typed = await chirp(['canonicalize', '-'], { node: onTerminal('stdin'), input: '[1]' });
  assert.deepEqual([typed.code, typed.stdout], [0, '[1]\n']);
});
