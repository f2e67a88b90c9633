// Owns: a fresh program outside of this repository that has installed our packages as they would be published: packed,
// from the tarballs, and without asking a registry for anything.

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { npm, root } from '../../npm/scripts/run.mjs';

/** The packages that are published, by their folders in npm/. */
export const PUBLISHED = ['protocol', 'renderer', 'webhook', 'cli'];

/** The package.json of a published package, as it is here. */
export function manifest(name) {
  return JSON.parse(readFileSync(join(root, 'npm', name, 'package.json'), 'utf8'));
}

/**
 * Packs and installs. Resolves to `{ folder, packed, run, remove }`: the program's folder, which has a package.json and
 * node_modules; for each package of ours the paths that its tarball holds; a function that runs a program there; and
 * one that takes the folder away. Takes some seconds.
 */
export async function makeConsumer() {
  const folder = mkdtempSync(join(tmpdir(), 'chirp-consumer-'));
  const tarballs = join(folder, 'tarballs');
  mkdirSync(tarballs);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const run = (command, args) => start(command, args, folder);
  const [node, ...npmArgs] = npm();
  const runNpm = (...args) => run(node, [...npmArgs, ...args, '--offline', '--ignore-scripts']);

  const ours = PUBLISHED.map((name) => join(root, 'npm', name));
  const sources = [...ours, ...foreign().map(sourceOf)];
  const { stdout } = await runNpm('pack', ...sources, '--json', '--pack-destination', tarballs);
  const packs = JSON.parse(stdout);
  await runNpm('install', ...packs.map(({ filename }) => join(tarballs, filename)));

  const packed = Object.fromEntries(
    PUBLISHED.map((name) => {
      const { files } = packs.find((pack) => pack.name === manifest(name).name);
      return [name, files.map(({ path }) => path)];
    }),
  );
  return { folder, packed, run, remove: () => rmSync(folder, { recursive: true }) };
}

/** The names of what is installed in the program's node_modules. */
export function installed(folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'));
  return Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, ''));
}

/** The names of the packages of others that ours depend on, and that those depend on. */
export function foreign() {
  const ours = PUBLISHED.map((name) => manifest(name).name);
  const names = new Set(PUBLISHED.flatMap((name) => Object.keys(manifest(name).dependencies ?? {})));
  for (const name of ours) names.delete(name);
  // What is added meanwhile is gone through as well.
  for (const name of names) {
    const { dependencies } = JSON.parse(readFileSync(join(sourceOf(name), 'package.json'), 'utf8'));
    for (const further of Object.keys(dependencies ?? {})) names.add(further);
  }
  return [...names];
}

/** Where this clone has a package of others, which is packed too, so that an install needs no network. */
function sourceOf(name) {
  return join(root, 'node_modules', name);
}

/** Runs a program to its end, without a shell. Rejects, with what it said, unless it exits with 0. */
async function start(command, args, cwd) {
  // An npm that runs these tests tells its children about this repository, and they are to know nothing of it.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
  const env = { ...Object.fromEntries(inherited), npm_config_offline: 'true', NO_COLOR: '1' };
  try {
    return await promisify(execFile)(command, args, { cwd, env, maxBuffer: 2 ** 24 });
  } catch (error) {
    throw new Error(`${[command, ...args].join(' ')}\n${error.stdout}${error.stderr}`, { cause: error });
  }
}
