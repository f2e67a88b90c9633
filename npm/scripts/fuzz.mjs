// Owns: `npm run fuzz`. Builds the targets of core/fuzz and runs them, each for some seconds, two at a time.
//   npm run fuzz                              all targets, 10 seconds each; with LONG=1 600 seconds
//   npm run fuzz -- verify url --seconds 60   these
// The pinned stable toolchain is enough. Whoever has cargo-fuzz can use that instead, with the same flags:
//   cd core && cargo fuzz run -O -s none verify

import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { cxx, preflight } from './preflight.mjs';
import { ask, isMain, main, must, root, run, Stop, say, secondsSince } from './run.mjs';

const CRATE = join(root, 'core/fuzz');
const TARGETS = join(CRATE, 'fuzz_targets');

/** Why there is no fuzzing on this system, if there is none. */
export const NOT_HERE = process.platform === 'win32' ? 'the fuzz targets run on Linux and macOS' : undefined;

const SECONDS = 10;
const LONG_SECONDS = 600;
const AT_ONCE = 2;

/** Makes LLVM count edges and hand out what is compared, which libFuzzer is guided by. */
const RUSTFLAGS = [
  '--cfg',
  'fuzzing',
  '-Cpasses=sancov-module',
  '-Cllvm-args=-sanitizer-coverage-level=4',
  '-Cllvm-args=-sanitizer-coverage-inline-8bit-counters',
  '-Cllvm-args=-sanitizer-coverage-pc-table',
  '-Cllvm-args=-sanitizer-coverage-trace-compares',
];

/** Bytes of an input, of which longer ones are cut; seconds that one may take; megabytes of the process. */
const LIMITS = ['-max_len=65536', '-timeout=10', '-rss_limit_mb=2048'];

/**
 * Builds the targets and runs those that are named, all of them by default. Throws a Stop that lists, for
 * each finding, how to see it again.
 */
export async function fuzz({ targets = [], env = process.env, seconds = usualSeconds(env) } = {}) {
  const chosen = choose(targets);
  const binaries = await build(env);
  const temporary = mkdtempSync(join(tmpdir(), 'chirp-fuzz-'));
  try {
    const material = prepare(temporary);
    say(`fuzzing ${chosen.length} targets, ${seconds} seconds each, from ${material.count} inputs`);
    const findings = [];
    const waiting = [...chosen];
    const worker = async () => {
      for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) {
        const finding = await search(target, { binaries, temporary, seconds, env, ...material });
        if (finding !== undefined) findings.push(finding);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    if (findings.length > 0) throw new Stop(findings.join('\n\n'));
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

function usualSeconds(env) {
  return env.LONG ? LONG_SECONDS : SECONDS;
}

function choose(words) {
  const all = readdirSync(TARGETS).map((name) => name.replace(/\.rs$/, ''));
  const unknown = words.filter((word) => !all.includes(word));
  if (unknown.length > 0)
    throw new Stop(`no fuzz target is called ${unknown.join(' or ')}; there are ${all.join(', ')}`);
  return words.length > 0 ? words : all;
}

/** Compiles the targets, which takes about half a minute at first, and returns the folder they land in. */
async function build(env) {
  const host = /^host: (.+)$/m.exec(ask('rustc', ['--version', '--verbose']) ?? '')?.[1];
  if (host === undefined) throw new Stop('`rustc --version --verbose` names no host');
  takeVersions();
  const target = join(CRATE, 'target');
  // With `--target`, build scripts and procedural macros are compiled without the flags.
  const args = ['build', '--release', '--bins', '--target', host, '--target-dir', target];
  await must('cargo', args, { cwd: CRATE, env: { ...env, CARGO_ENCODED_RUSTFLAGS: RUSTFLAGS.join('\x1f') } });
  return join(target, host, 'release');
}

/** The targets test the versions that the workspace has locked: their own lock starts as a copy of its. */
function takeVersions() {
  const [ours, theirs] = [join(root, 'Cargo.lock'), join(CRATE, 'Cargo.lock')];
  if (existsSync(theirs) && statSync(theirs).mtimeMs >= statSync(ours).mtimeMs) return;
  copyFileSync(ours, theirs);
}

/** Writes what every target begins with: the inputs of the vectors, and the words of the schemas. */
function prepare(temporary) {
  const seeds = join(temporary, 'seeds');
  mkdirSync(seeds);
  const inputs = jsonFiles(join(root, 'tests/vectors')).flatMap((path) => [...inputsOf(readJson(path))]);
  for (const [index, input] of inputs.entries()) writeFileSync(join(seeds, String(index)), input);
  const dictionary = join(temporary, 'words.dict');
  const words = new Set(
    jsonFiles(join(root, 'npm/protocol/schemas')).flatMap((path) => [...wordsOf(readJson(path))]),
  );
  // Of plain ASCII words the JSON text is an entry, quotes included, once those are escaped.
  const entries = [...words].filter((word) => /^[\w./:-]{1,60}$/.test(word)).map((word) => `"\\"${word}\\""`);
  writeFileSync(dictionary, `${entries.join('\n')}\n`);
  return { seeds, dictionary, count: inputs.length };
}

function jsonFiles(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith('.json'))
    .sort()
    .map((path) => join(folder, path));
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** What a file of vectors gives to read, as bytes: inputs, and sources with the trees that they compile to. */
function* inputsOf({ cases = [] }) {
  for (const { input, input_base64, source, tree } of cases) {
    yield* [input, source].filter((text) => text !== undefined).map((text) => Buffer.from(text));
    if (input_base64 !== undefined) yield Buffer.from(input_base64, 'base64');
    if (tree !== undefined) yield Buffer.from(JSON.stringify(tree));
  }
}

/** The names of members and the values of closed sets in a JSON Schema. */
function* wordsOf(schema) {
  if (schema === null || typeof schema !== 'object') return;
  yield* Object.keys(schema.properties ?? {});
  yield* [schema.const, ...(schema.enum ?? [])].filter((word) => typeof word === 'string');
  for (const part of Object.values(schema)) yield* wordsOf(part);
}

/** Runs one target, and returns what to tell of it if it found something. */
async function search(target, { binaries, temporary, seconds, env, seeds, dictionary }) {
  const corpus = join(temporary, target);
  const artifacts = join(CRATE, 'artifacts', target);
  mkdirSync(corpus);
  mkdirSync(artifacts, { recursive: true });
  const binary = join(binaries, target);
  const options = [
    ...[`-max_total_time=${seconds}`, ...LIMITS, `-dict=${dictionary}`],
    ...[`-artifact_prefix=${artifacts}/`, '-print_final_stats=1'],
  ];
  const log = join(temporary, `${target}.log`);
  const output = openSync(log, 'w');
  const start = performance.now();
  // A trace would push what failed out of the end of the log; the reproducer shows it.
  const quiet = { ...env, RUST_BACKTRACE: '0' };
  const code = await run(binary, [...options, corpus, seeds], { env: quiet, output });
  closeSync(output);
  const text = readFileSync(log, 'utf8');
  const runs = /^stat::number_of_executed_units:\s*(\d+)/m.exec(text)?.[1];
  say(`${target}: ${code === 0 ? 'holds' : 'fails'} after ${runs ?? 'some'} runs, ${secondsSince(start)}`);
  return code === 0 ? undefined : finding(target, binary, text);
}

/** The end of a log, which says what failed, and the command that runs the same input again. */
function finding(target, binary, log) {
  const reproducer = /Test unit written to (.+)$/m.exec(log)?.[1];
  const end = log.trimEnd().split('\n').slice(-30).join('\n');
  const command = [binary, reproducer ?? ''].map((path) => relative(root, path)).join(' ');
  return `${end}\n\n${target} fails. To see it again:\n\n    ${command}`;
}

if (isMain(import.meta.url)) {
  await main(async () => {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { seconds: { type: 'string' } },
    });
    const seconds = Number(values.seconds ?? usualSeconds(process.env));
    if (!Number.isInteger(seconds) || seconds < 1) throw new Stop('--seconds takes a whole number above 0');
    await preflight();
    if (NOT_HERE !== undefined) throw new Stop(NOT_HERE);
    cxx();
    await fuzz({ targets: positionals, seconds });
  });
}
