// Owns: the order in which everything is built, and what is left alone because it is current.
//   1. the Rust crate `chirp-wasm`, each artefact in two builds, bound to its glue -> npm/protocol/dist-wasm
//   2. each workspace that has a `build` script, in the order of package.json   -> its dist

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inputDigest, isCurrent, markCurrent, markStale } from './inputs.mjs';
import { install } from './install.mjs';
import { preflight } from './preflight.mjs';
import { ask, isMain, main, must, npm, root, Stop, say, secondsSince } from './run.mjs';

const WASM_TARGET = 'wasm32-unknown-unknown';

/** The wasm modules that npm/protocol carries, all of one crate: what each adds to it by features. */
const ARTEFACTS = [
  { name: 'verify', features: [] },
  { name: 'compile', features: ['compile'] },
  { name: 'instruments', features: ['instruments'] },
  { name: 'hub', features: ['hub'] },
];

/**
 * Each artefact is built for hosts that have the 128-bit vectors of WebAssembly and for those that do not. They keep
 * apart folders of cargo's, so that neither evicts the other. The flags are given for the target alone: the crates that
 * run in the compiler are the host's.
 */
const BUILDS = [
  { name: 'plain', targetFolder: '', flags: [] },
  { name: 'simd', targetFolder: 'simd', flags: ['-Ctarget-feature=+simd128'] },
];

const WASM_INPUTS = [
  'Cargo.toml',
  'Cargo.lock',
  'rust-toolchain.toml',
  'core/Cargo.toml',
  'core/src',
  'wasm/Cargo.toml',
  'wasm/src',
  'wasm/build',
  'npm/scripts/build.mjs',
];

/** What every package's build reads besides its own folder. */
const PACKAGE_INPUTS = ['package-lock.json', 'tsconfig.base.json', 'npm/scripts/package.mjs'];

/** Installs what is missing, then builds what is stale. */
export async function build() {
  await preflight();
  await install();
  await buildAll();
}

/**
 * Builds what is stale. Afterwards every package has a `dist` that belongs to the sources as they are, and
 * the commands of the packages work in this clone.
 */
export async function buildAll() {
  let digest = await buildWasm();
  for (const folder of workspaces()) digest = await buildWorkspace(folder, digest);
}

/** The arguments that make cargo hold to Cargo.lock in CI, where a lock that does not fit is an error. */
export function locked() {
  return process.env.CI ? ['--locked'] : [];
}

/** Runs the build program of wasm/build; its cold compilation takes about twenty seconds. */
export async function chirpBuild(args) {
  await must('cargo', ['run', ...locked(), '--package', 'chirp-build', '--profile', 'tool', '--', ...args]);
}

async function buildWasm() {
  const folder = join(root, 'npm/protocol/dist-wasm');
  const digest = inputDigest(root, WASM_INPUTS);
  if (ARTEFACTS.every(({ name }) => isCurrent(folder, `${name}/simd/core.js`, digest))) return digest;

  const start = performance.now();
  say(
    existsSync(folder)
      ? 'building the wasm'
      : 'building the wasm (the first time takes one to three minutes)',
  );
  mkdirSync(folder, { recursive: true });
  markStale(folder);
  for (const build of BUILDS) {
    for (const artefact of ARTEFACTS) await buildArtefact(artefact, build, folder);
  }
  for (const { name } of ARTEFACTS) mustShareGlue(join(folder, name));
  markCurrent(folder, digest);
  say(`built the wasm in ${secondsSince(start)}`);
  return digest;
}

async function buildArtefact({ name, features }, build, folder) {
  const target = join(targetFolder(), build.targetFolder);
  await must('cargo', [
    'build',
    ...locked(),
    ...['--package', 'chirp-wasm', '--target', WASM_TARGET, '--profile', 'wasm', '--target-dir', target],
    ...['--config', `target.${WASM_TARGET}.rustflags=${JSON.stringify(build.flags)}`],
    ...(features.length > 0 ? ['--features', features.join(',')] : []),
  ]);
  // Every artefact lands at the same path, so each is bound before the next is built.
  await chirpBuild([
    'bind',
    join(target, WASM_TARGET, 'wasm/chirp_wasm.wasm'),
    join(folder, name, build.name),
  ]);
}

/** An entry carries both builds and the glue of one. */
function mustShareGlue(folder) {
  const [glue, ...others] = BUILDS.map(({ name }) => readFileSync(join(folder, name, 'core.js'), 'utf8'));
  if (others.some((other) => other !== glue))
    throw new Stop(`the builds in ${folder} do not share their glue`);
}

function targetFolder() {
  const metadata = ask('cargo', ['metadata', '--format-version', '1', '--no-deps']);
  if (metadata === undefined) throw new Stop('`cargo metadata` failed; run it to see why');
  return JSON.parse(metadata).target_directory;
}

/** The folders of the workspaces, in the order in which they may depend on each other. */
export function workspaces() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).workspaces;
}

/**
 * Builds one workspace if it has a build script and is stale, and returns a digest for those after it. The
 * digest takes in all that was built before, since a package bundles or is typed by what it imports.
 */
async function buildWorkspace(folder, before) {
  const path = join(root, folder);
  const { name, scripts } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  if (scripts?.build === undefined) return before;
  const digest = inputDigest(root, [folder, ...PACKAGE_INPUTS], [before]);
  if (isCurrent(path, 'dist', digest)) return digest;

  const start = performance.now();
  markStale(path);
  const [program, ...args] = npm();
  await must(program, [...args, 'run', '--silent', 'build'], { cwd: path });
  markCurrent(path, digest);
  say(`built ${name} in ${secondsSince(start)}`);
  return digest;
}

if (isMain(import.meta.url)) await main(build);
