// Owns: when the packages of node_modules are installed. Runs before anything is installed, so it uses
// nothing but Node.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMain, main, must, npm, root, say } from './run.mjs';

const DEPENDENCY_FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/**
 * Makes node_modules agree with package-lock.json: does nothing when it already does, `npm ci` when it does
 * not. When a package.json asks for something the lock has not seen, `npm install` brings the lock up to
 * date, except in CI, where `npm ci` refuses it.
 */
export async function install() {
  const lock = readJson(join(root, 'package-lock.json'));
  const current = lock !== undefined && lockCovers(lock, readManifests());
  if (current && isInstalled(lock, readJson(join(root, 'node_modules/.package-lock.json')))) return;
  const command = current || process.env.CI ? 'ci' : 'install';
  say(`npm ${command}`);
  const [program, ...args] = npm();
  // Errors only: what a peer of the benchmark says about this Node is nothing that a reader here has to act on.
  await must(program, [...args, command, '--no-audit', '--no-fund', '--loglevel=error']);
}

/**
 * Whether what npm recorded in node_modules holds every package of the lock, at the same version and content.
 * Packages that are optional may be absent: they are for other systems.
 */
export function isInstalled(lock, record) {
  if (record === undefined) return false;
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (!path.includes('node_modules/')) return true;
    const found = record.packages[path];
    if (found === undefined) return wanted.optional === true;
    return (
      found.version === wanted.version && found.integrity === wanted.integrity && found.link === wanted.link
    );
  });
}

/**
 * Whether the lock was made for these manifests, a map of workspace folder ('' is the root) to its
 * package.json.
 */
export function lockCovers(lock, manifests) {
  return Object.entries(manifests).every(([folder, manifest]) => {
    const locked = lock.packages[folder];
    return (
      locked !== undefined && DEPENDENCY_FIELDS.every((field) => sameMap(locked[field], manifest[field]))
    );
  });
}

function sameMap(left = {}, right = {}) {
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => left[name] === right[name]);
}

function readManifests() {
  const manifest = readJson(join(root, 'package.json'));
  const folders = manifest.workspaces.map((folder) => [folder, readJson(join(root, folder, 'package.json'))]);
  return { '': manifest, ...Object.fromEntries(folders) };
}

function readJson(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

if (isMain(import.meta.url)) await main(install);
