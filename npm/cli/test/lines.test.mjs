// --ndjson: one input a line, one result a line, at any size, in any chunks, in bounded memory.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { chirp, ENVELOPE, file, jsonLines, outcomeOf, start } from './chirp.mjs';

const LIMIT = 1024 * 1024;
const INPUT = JSON.stringify(ENVELOPE);

/** What the command says on each line: the line's number and whether it was accepted. */
const verdicts = (stdout) => jsonLines(stdout).map(({ line, ok }) => [line, ok]);

test('every line gets one result, which says which line', async () => {
  const input = `${INPUT}\n\n{"a":1,"a":2}\n${INPUT}`;
  const expected = [
    [1, true],
    [2, false],
    [3, false],
    [4, true],
  ];
  for (const args of [['validate'], ['validate', '--json'], ['seal', '--json'], ['digest']]) {
    const { code, stdout, stderr } = await chirp([...args, '--ndjson'], { input });
    assert.deepEqual([code, stderr], [1, ''], args.join(' '));
    assert.deepEqual(verdicts(stdout), expected, args.join(' '));
    for (const { problems } of jsonLines(stdout)) assert.ok(Array.isArray(problems));
  }
});

test('a final line feed ends the last line and begins none; no input has no result', async () => {
  assert.deepEqual(verdicts((await chirp(['validate', '--ndjson'], { input: `${INPUT}\n` })).stdout), [
    [1, true],
  ]);
  assert.deepEqual(verdicts((await chirp(['validate', '--ndjson'], { input: '\n\n' })).stdout), [
    [1, false],
    [2, false],
  ]);
  const nothing = await chirp(['validate', '--ndjson'], { input: '' });
  assert.deepEqual(nothing, { code: 0, stdout: '', stderr: '' });
});

test('sealed envelopes go from one command to the next; what failed fails there too', async () => {
  const sealed = await chirp(['seal', '--ndjson'], { input: `${INPUT}\nnot json\n${INPUT}\n` });
  assert.equal(sealed.code, 1);
  const [first, refused, third] = jsonLines(sealed.stdout);
  assert.deepEqual(first.presentation, ENVELOPE.presentation);
  assert.deepEqual([refused.line, refused.ok, refused.problems[0].code], [2, false, 'json_syntax']);
  assert.deepEqual(third, first);

  const verified = await chirp(['verify', '--ndjson'], { input: sealed.stdout });
  assert.deepEqual(
    [verified.code, verdicts(verified.stdout)],
    [
      1,
      [
        [1, true],
        [2, false],
        [3, true],
      ],
    ],
  );
});

test('canonicalize prints a line an input line', async () => {
  const { code, stdout } = await chirp(['canonicalize', '--ndjson'], { input: '{"b":1,"a":2}\r\n[1.0]\n"x' });
  assert.equal(code, 1);
  const [first, second, third] = stdout.split('\n');
  assert.deepEqual([first, second], ['{"a":2,"b":1}', '[1]']);
  assert.deepEqual([JSON.parse(third).line, JSON.parse(third).ok], [3, false]);
});

test('PubMark comes as a JSON string a line', async () => {
  const input = `${JSON.stringify('# one\n\ntwo')}\n5\n"[x](javascript:1)"\n`;
  const { stdout } = await chirp(['pubmark', 'text', '--ndjson'], { input });
  const [first, second, third] = jsonLines(stdout);
  assert.match(first.text, /one[\s\S]*two/);
  assert.equal(second.problems[0].code, 'wrong_type');
  assert.deepEqual([third.line, third.problems[0].code], [3, 'unsafe_link']);
  const compiled = await chirp(['pubmark', 'compile', '--ndjson'], { input });
  assert.equal(jsonLines(compiled.stdout)[0].tree.type, 'root');
});

test('lines end at LF and nowhere else, whatever the bytes', async () => {
  const odd = '"a\u2028b\u2029c\u0085d"';
  const input = Buffer.concat([
    Buffer.from(`${odd}\r\n`),
    Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a]),
    Buffer.from('[1,\r2]\n'),
    Buffer.from('"\0"\n'),
  ]);
  const { stdout } = await chirp(['canonicalize', '--ndjson'], { input });
  const lines = stdout.split('\n');
  assert.equal(lines.length, 5);
  assert.deepEqual([lines[0], lines[2]], [odd, '[1,2]']);
  assert.deepEqual(
    [JSON.parse(lines[1]), JSON.parse(lines[3])].map(({ line, problems }) => [line, problems[0].code]),
    [
      [2, 'json_syntax'],
      [4, 'json_syntax'],
    ],
  );
});

test('chunks do not matter', async () => {
  const input = `${JSON.stringify('日本語 🐦')}\n\n[1]\n{"a":1,"a":1}\n${JSON.stringify('x'.repeat(300))}`;
  const whole = await chirp(['canonicalize', '--ndjson'], { input });
  for (const chunk of [1, 2, 3, 7, 100]) {
    assert.deepEqual(
      await chirp(['canonicalize', '--ndjson'], { input, chunk }),
      whole,
      `chunks of ${chunk}`,
    );
  }
});

test('a line of exactly the limit is read; one byte more is too large, and the next is read', async () => {
  const line = (length) => JSON.stringify('x'.repeat(length - 2));
  const input = `${line(LIMIT)}\n${line(LIMIT + 1)}\n[1]\n${line(5 * LIMIT)}\n[2]\n${line(LIMIT + 1)}`;
  const { code, stdout } = await chirp(['canonicalize', '--ndjson', '--json'], { input });
  assert.equal(code, 1);
  const results = jsonLines(stdout).map(({ line, ok, problems }) => [line, ok, problems[0]?.code]);
  assert.deepEqual(results, [
    [1, true, undefined],
    [2, false, 'too_large'],
    [3, true, undefined],
    [4, false, 'too_large'],
    [5, true, undefined],
    [6, false, 'too_large'],
  ]);
});

test('a result comes as soon as its line is there', async () => {
  const child = start(['validate', '--ndjson']);
  const finished = once(child, 'close');
  for (const line of [1, 2]) {
    child.stdin.write(`${INPUT}\n`);
    const [result] = await once(child.stdout, 'data');
    assert.deepEqual(verdicts(result.toString()), [[line, true]]);
  }
  child.stdin.end();
  assert.deepEqual(await finished, [0, null]);
});

/** Says on standard error how much memory the process held at most. Sampled: the system's own peak is inherited. */
const SAMPLER = `
let peak = 0;
const sample = () => { peak = Math.max(peak, process.memoryUsage.rss()); };
setInterval(sample, 5).unref();
process.on('exit', () => { sample(); process.stderr.write(String(peak)); });
`;

/** Runs the command on `chunks` and gives its code, the lines it wrote, and the most memory it held, in bytes. */
async function measure(args, chunks) {
  const child = start(args, { node: ['--import', `data:text/javascript,${encodeURIComponent(SAMPLER)}`] });
  const finished = once(child, 'close');
  let lines = 0;
  child.stdout.on('data', (chunk) => {
    for (const byte of chunk) if (byte === 0x0a) lines += 1;
  });
  let peak = '';
  child.stderr.on('data', (chunk) => {
    peak += chunk;
  });
  for (const chunk of chunks) if (!child.stdin.write(chunk)) await once(child.stdin, 'drain');
  child.stdin.end();
  const [code] = await finished;
  return { code, lines, peak: Number(peak) };
}

test('ten megabytes of lines, and a line without end, take no more memory than a few lines', async () => {
  const lines = Buffer.from(`${INPUT}\n`.repeat(400));
  const count = Math.ceil((10 * LIMIT) / lines.length);
  const few = await measure(['validate', '--ndjson'], [lines]);
  const many = await measure(['validate', '--ndjson'], Array(count).fill(lines));
  assert.deepEqual([many.code, many.lines], [0, 400 * count]);
  assert.ok(many.peak < few.peak + 48 * LIMIT, `${many.peak} after ${few.peak}`);

  const endless = Array(200).fill(Buffer.alloc(LIMIT, 0x78));
  const one = await measure(['validate', '--ndjson'], endless);
  assert.deepEqual([one.code, one.lines], [1, 1]);
  assert.ok(one.peak < few.peak + 48 * LIMIT, `${one.peak} after ${few.peak}`);
});

test('a reader that does not read stops the reading', async () => {
  const lines = `${INPUT}\n`.repeat(1000);
  const child = start(['validate', '--ndjson']);
  for (let written = 0; written < 50; written += 1) child.stdin.write(lines);
  child.stdin.end();
  // Nothing reads standard output, so soon nothing more leaves for the command.
  let waiting = child.stdin.writableLength;
  for (let before = Infinity; waiting < before; waiting = child.stdin.writableLength) {
    before = waiting;
    await wait(1000);
  }
  assert.ok(waiting > 40 * lines.length, `${waiting} bytes are waiting`);
  const { code, stdout } = await outcomeOf(child);
  assert.deepEqual([code, jsonLines(stdout).length], [0, 50_000]);
});

test('a reader that goes away ends the command without a word', async () => {
  const child = start(['validate', '--ndjson']);
  child.stdin.on('error', () => {});
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const finished = once(child, 'close');
  child.stdout.once('data', () => child.stdout.destroy());
  const feeding = setInterval(() => child.stdin.write(`${INPUT}\n`.repeat(1000)), 5);
  const [code] = await finished;
  clearInterval(feeding);
  assert.deepEqual([code, said], [141, '']);
});

test('a file is read by lines too', async () => {
  const path = file('many.ndjson', `${INPUT}\n`.repeat(1000));
  const { code, stdout } = await chirp(['validate', '--ndjson', path]);
  assert.equal(code, 0);
  assert.deepEqual(verdicts(stdout).at(-1), [1000, true]);
});
