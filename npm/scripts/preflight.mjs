// Owns: what must be on the machine before anything can be built, and the cure for each thing that is not.
// Runs before anything is installed, so it uses nothing but Node.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, isMain, main, must, root, Stop, say } from './run.mjs';

const OLDEST_NODE = '20.19';
const WASM_TARGET = 'wasm32-unknown-unknown';

const RUSTUP_CURE =
  process.platform === 'win32'
    ? 'winget install Rustlang.Rustup'
    : "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh";

/** Brings `cc` and `c++`. */
const COMPILER_CURE =
  process.platform === 'darwin' ? 'xcode-select --install' : 'sudo apt-get install build-essential';

/**
 * Makes sure that Node, Rust, its wasm target and a linker are there. Installs what rustup can install; for
 * the rest throws a Stop that names the command to run.
 */
export async function preflight() {
  checkNode(process.versions.node);
  const cargo = await rust();
  checkRust(cargo.split(' ')[1]);
  await wasmTarget();
  linker();
  say(`node ${process.versions.node}, ${cargo}, target ${WASM_TARGET}`);
}

/** Throws a Stop when `version` ("20.19.0") is older than what the built packages need. */
export function checkNode(version) {
  if (isSince(version, OLDEST_NODE)) return;
  throw new Stop(
    `Node ${OLDEST_NODE} or newer is needed; this is ${version}.\n` +
      'Install it from https://nodejs.org or with a version manager, for example: nvm install 20',
  );
}

/**
 * Throws a Stop when `version` ("1.95.0") is older than the `rust-version` of Cargo.toml. A Rust of rustup never is,
 * since rust-toolchain.toml pins it; one from elsewhere may be.
 */
export function checkRust(version) {
  const oldest = setting('Cargo.toml', 'rust-version');
  if (isSince(version, oldest)) return;
  throw new Stop(
    `Rust ${oldest} or newer is needed; this is ${version}. Install rustup, which brings the right one, with\n\n` +
      `    ${RUSTUP_CURE}`,
  );
}

function isSince(version, oldest) {
  const [major, minor] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldest.split('.').map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/**
 * Throws a Stop where there is no C++ compiler: libFuzzer, which the fuzz targets link, is compiled from source. The
 * variable CXX names another one than `c++`, here as for cargo.
 */
export function cxx() {
  const compiler = process.env.CXX ?? 'c++';
  if (ask(compiler, ['--version']) !== undefined) return;
  throw new Stop(
    `The fuzz targets need a C++ compiler, and there is no ${compiler} here. Install it with\n\n    ${COMPILER_CURE}`,
  );
}

/** Makes sure that the subcommands of cargo that the tests use are there. */
export async function cargoTools(components) {
  for (const [command, component] of components) {
    if (ask('cargo', [command, '--version']) !== undefined) continue;
    if (ask('rustup', ['--version']) === undefined) {
      throw new Stop(
        `\`cargo ${command}\` is needed for the tests; install ${component} where this Rust came from`,
      );
    }
    say(`adding ${component}`);
    await must('rustup', ['component', 'add', component]);
  }
}

async function rust() {
  const found = ask('cargo', ['--version']);
  if (found !== undefined) return versionOnly(found);
  if (ask('rustup', ['--version']) === undefined) {
    throw new Stop(
      `Rust is needed to build, and there is no cargo here. Install it with\n\n    ${RUSTUP_CURE}\n\n` +
        'then open a new terminal and run the same command again.',
    );
  }
  // cargo is there but answers nothing: the toolchain that rust-toolchain.toml names is not installed yet.
  const channel = setting('rust-toolchain.toml', 'channel');
  say(`installing the Rust toolchain ${channel}`);
  await must('rustup', ['toolchain', 'install', channel, '--profile', 'minimal', '--target', WASM_TARGET]);
  return versionOnly(ask('cargo', ['--version']) ?? 'cargo');
}

function versionOnly(line) {
  return line.split(' ').slice(0, 2).join(' ');
}

/** The text that a TOML file of the root gives to a key that stands in it once. */
function setting(file, key) {
  const text = readFileSync(join(root, file), 'utf8');
  const value = new RegExp(`^${key}\\s*=\\s*"([^"]+)"`, 'm').exec(text)?.[1];
  if (value === undefined) throw new Stop(`${file} names no ${key}`);
  return value;
}

async function wasmTarget() {
  // Asked of rustc, not of rustup, so that a Rust from elsewhere that has the target is as good.
  const library = ask('rustc', ['--print', 'target-libdir', '--target', WASM_TARGET]);
  if (library !== undefined && existsSync(library)) return;
  if (ask('rustup', ['--version']) === undefined) {
    throw new Stop(
      `This Rust cannot compile to ${WASM_TARGET}, and there is no rustup to add it. Install rustup with\n` +
        `\n    ${RUSTUP_CURE}\n\nand run the same command again.`,
    );
  }
  say(`adding the Rust target ${WASM_TARGET}`);
  await must('rustup', ['target', 'add', WASM_TARGET]);
}

function linker() {
  // On Windows rustup itself asks for the build tools of Visual Studio and names them.
  if (process.platform === 'win32' || ask('cc', ['--version']) !== undefined) return;
  throw new Stop(
    `A C linker is needed to build, and there is no cc here. Install it with\n\n    ${COMPILER_CURE}`,
  );
}

if (isMain(import.meta.url)) await main(preflight);
