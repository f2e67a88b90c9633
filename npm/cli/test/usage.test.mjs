// The command as it is typed: help, version, and what is no verdict on the input.

import assert from 'node:assert/strict';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { chirp, file } from './chirp.mjs';

const COMMANDS = [
  ['validate'],
  ['seal'],
  ['verify'],
  ['canonicalize'],
  ['digest'],
  ['pubmark', 'compile'],
  ['pubmark', 'check'],
  ['pubmark', 'text'],
  ['series'],
  ['history', 'export'],
  ['history', 'verify'],
];

/** The commands of which the input is not one a line. */
const WHOLE = ['history verify'];

test('--version is that of the package', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  assert.deepEqual(await chirp(['--version']), { code: 0, stdout: `${version}\n`, stderr: '' });
});

test('--help names every command, shows examples and the exit codes', async () => {
  const { code, stdout, stderr } = await chirp(['--help']);
  assert.deepEqual([code, stderr], [0, '']);
  for (const [command] of COMMANDS) assert.match(stdout, new RegExp(`^ {2}${command}\\b`, 'm'));
  assert.match(stdout, /chirp seal message\.json \| chirp verify/);
  assert.match(stdout, /Exit codes:/);
});

test('every command has help of its own, with examples', async () => {
  for (const command of COMMANDS) {
    const { code, stdout, stderr } = await chirp([...command, '--help']);
    assert.deepEqual([code, stderr], [0, ''], command.join(' '));
    const file = command[1] === 'export' ? '[files...]' : '[file]';
    assert.ok(stdout.startsWith(`Usage: chirp ${command.join(' ')} [options] ${file}\n`), stdout);
    for (const part of ['--json', 'Examples:', 'Exit codes:']) assert.ok(stdout.includes(part), part);
    assert.equal(stdout.includes('--ndjson '), !WHOLE.includes(command.join(' ')), stdout);
  }
  assert.equal((await chirp(['help', 'seal'])).stdout, (await chirp(['seal', '--help'])).stdout);
});

test('help fits eighty columns', async () => {
  const ofHub = ['backup', 'export', 'import', 'sign-in', 'token'].map((name) => ['hub', name]);
  const more = [['hub'], ...ofHub, ['mcp']];
  for (const command of [[], ['pubmark'], ['history'], ...more, ...COMMANDS]) {
    const { stdout } = await chirp([...command, '--help']);
    for (const line of stdout.split('\n')) assert.ok([...line].length <= 80, `${command.join(' ')}: ${line}`);
  }
});

test('output that cannot be written is an error in one line', async () => {
  const reading = openSync(file('output', ''), 'r');
  const full = existsSync('/dev/full') ? [openSync('/dev/full', 'w')] : [];
  for (const fd of [reading, ...full]) {
    for (const args of [
      ['canonicalize'],
      ['validate', '--ndjson'],
      ['pubmark', 'text', '--json'],
      ['--help'],
    ]) {
      const { code, stderr } = await chirp(args, { input: '[1]', stdout: fd });
      assert.equal(code, 2, args.join(' '));
      assert.match(stderr, /^error: cannot write to standard output: [^\n:]+\n$/);
    }
  }
});

test('wrong usage exits 2, and says so on standard error only', async () => {
  const cases = [
    [[], /Usage: chirp/],
    [['pubmark'], /Usage: chirp pubmark/],
    [['valdate'], /unknown command 'valdate'\n\(Did you mean validate\?\)/],
    [['pubmark', 'cmpile'], /unknown command 'cmpile'\n\(Did you mean compile\?\)/],
    [['seal', '--unknown'], /unknown option '--unknown'/],
    [['seal', 'a.json', 'b.json'], /too many arguments/],
    [['digest', '--domain'], /argument missing/],
    [['digest', '--domain', ''], /must not be empty/],
    [['validate', '--workspace', ''], /must not be empty/],
    [['series'], /required option '--workspace <id>' not specified/],
    [['series', '--workspace', 'a b'], /^error: an option is not what it must be\n$/],
    [['history'], /Usage: chirp history/],
    [['history', 'verify', '--head', 'sha256:x'], /^error: `head` must be a digest\n$/],
    [['history', 'export', '--workspace', 'acme', '--json', '--ndjson'], /cannot be used with/],
    [['history', 'export', '--workspace', 'acme', 'no-such-file.json'], /^error: cannot read no-such-file/],
    [
      ['validate', 'no-such-file.json'],
      /^error: cannot read no-such-file\.json: no such file or directory\n$/,
    ],
    [['validate', '--ndjson', 'no-such-file.json'], /^error: cannot read no-such-file\.json/],
    [['validate', tmpdir()], /: it is a directory\n$/],
    [['validate', 'no\x1b[31m'], /^error: cannot read no\\u001b\[31m: /],
  ];
  for (const [args, expected] of cases) {
    const { code, stdout, stderr } = await chirp(args);
    assert.deepEqual([code, stdout], [2, ''], args.join(' '));
    assert.match(stderr, expected, args.join(' '));
  }
});
