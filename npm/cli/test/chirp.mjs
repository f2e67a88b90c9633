// Owns: running the real command, as a shell would, and the inputs that several tests share.

import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The file that npm links as `chirp`. */
export const bin = fileURLToPath(new URL('../bin/chirp.js', import.meta.url));

const scratch = mkdtempSync(join(tmpdir(), 'chirp-cli-'));

/** Makes Node take a standard stream for a terminal, which no test runner has at hand on every system. */
export const onTerminal = (stream) => ['--import', `data:text/javascript,process.${stream}.isTTY=true`];

/**
 * Starts the command, its standard output going to `stdout` if that is given. Colours are neither forced nor forbidden by whatever surrounds the tests.
 */
export function start(args, { node = [], env = {}, stdout = 'pipe' } = {}) {
  const { NO_COLOR, FORCE_COLOR, ...rest } = process.env;
  return spawn(process.execPath, [...node, bin, ...args], {
    env: { ...rest, TERM: 'xterm', ...env },
    stdio: ['pipe', stdout, 'pipe'],
  });
}

/** Runs the command with `input` on standard input, in chunks of `chunk` bytes if that is given. */
export async function chirp(args, { input = '', chunk, ...options } = {}) {
  const child = start(args, options);
  const finished = outcomeOf(child);
  // A command may end before it has read everything, which is no failure here.
  child.stdin.on('error', () => {});
  if (chunk === undefined) {
    child.stdin.end(input);
  } else {
    const bytes = Buffer.from(input);
    for (let at = 0; at < bytes.length; at += chunk) {
      child.stdin.write(bytes.subarray(at, at + chunk));
      await new Promise(setImmediate);
    }
    child.stdin.end();
  }
  return finished;
}

/** The exit code and everything that a started command writes. */
export async function outcomeOf(child) {
  const [stdout, stderr, code] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    new Promise((resolve) => child.once('close', resolve)),
  ]);
  return { code, stdout, stderr };
}

/** Everything that comes; of a stream that goes elsewhere, nothing. */
async function textOf(stream) {
  if (stream === null) return '';
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** A file with this content, under a name of its own folder. */
export function file(name, content) {
  const path = join(mkdtempSync(join(scratch, 'file-')), name);
  writeFileSync(path, content);
  return path;
}

/** The lines of an output, each of which must end with LF and be JSON. */
export function jsonLines(text) {
  if (text === '') return [];
  if (!text.endsWith('\n')) throw new Error(`no line feed at the end of ${JSON.stringify(text.slice(-80))}`);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** An envelope that is in order, with PubMark. */
export const ENVELOPE = {
  protocol: 'org.renkara.chirp.message/0.1',
  kind: 'event',
  source: { kind: 'integration', id: 'github.com/acme/app' },
  presentation: { fallback: 'Build 42 failed', pubmark: 'Build **42** failed' },
};
