// Owns: what must be on the machine before anything can be built, and the cure for each thing that is not.
// Runs before anything is installed, so it uses nothing but Node.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, isMain, main, must, root, Stop, say } from './run.mjs';

const OLDEST_NODE = [20, 19];
const WASM_TARGET = 'wasm32-unknown-unknown';

const RUSTUP_CURE =
  process.platform === 'win32'
    ? 'winget install Rustlang.Rustup'
    : "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh";

const LINKER_CURE =
  process.platform === 'darwin' ? 'xcode-select --install' : 'sudo apt-get install build-essential';

/**
 * Makes sure that Node, Rust, its wasm target and a linker are there. Installs what rustup can install; for
 * the rest throws a Stop that names the command to run.
 */
export async function preflight() {
  checkNode(process.versions.node);
  const cargo = await rust();
  await wasmTarget();
  linker();
  say(`node ${process.versions.node}, ${cargo}, target ${WASM_TARGET}`);
}

/** Throws a Stop when `version` ("20.19.0") is older than what the built packages need. */
export function checkNode(version) {
  const [major, minor] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new Stop(
    `Node ${OLDEST_NODE.join('.')} or newer is needed; this is ${version}.\n` +
      'Install it from https://nodejs.org or with a version manager, for example: nvm install 20',
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
  const channel = pinnedChannel();
  say(`installing the Rust toolchain ${channel}`);
  await must('rustup', ['toolchain', 'install', channel, '--profile', 'minimal', '--target', WASM_TARGET]);
  return versionOnly(ask('cargo', ['--version']) ?? 'cargo');
}

function versionOnly(line) {
  return line.split(' ').slice(0, 2).join(' ');
}

function pinnedChannel() {
  const text = readFileSync(join(root, 'rust-toolchain.toml'), 'utf8');
  const channel = /^channel\s*=\s*"([^"]+)"/m.exec(text)?.[1];
  if (channel === undefined) throw new Stop('rust-toolchain.toml names no channel');
  return channel;
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
    `A C linker is needed to build, and there is no cc here. Install it with\n\n    ${LINKER_CURE}`,
  );
}

if (isMain(import.meta.url)) await main(preflight);
