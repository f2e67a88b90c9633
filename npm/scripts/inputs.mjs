// Owns: the question whether a build is stale. A build is current when the digest of everything it was made
// from is the one written down beside its result.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file, beside a build's result, that holds the digest of its inputs. */
const STAMP = '.built-from';

/** Results and tests: what a build never reads. */
const NOT_INPUTS = new Set(['dist', 'dist-wasm', 'node_modules', 'target', 'test', STAMP]);

/**
 * The SHA-256, in hex, of the names and bytes of all files at `paths` (files or folders, relative to `base`;
 * those that do not exist count as absent) and of `more`. Linear in the bytes read.
 */
export function inputDigest(base, paths, more = []) {
  const digest = createHash('sha256');
  for (const path of paths.flatMap((path) => filesAt(base, path))) {
    const bytes = readFileSync(join(base, path));
    digest.update(`${path}\n${bytes.length}\n`).update(bytes);
  }
  for (const text of more) digest.update(`${text.length}\n${text}`);
  return digest.digest('hex');
}

/** Whether `result` exists in `folder` and was built from inputs with this digest. */
export function isCurrent(folder, result, digest) {
  const stamp = join(folder, STAMP);
  return existsSync(join(folder, result)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest;
}

/**
 * Forgets what `folder` was built from: said before a build, so that one that is interrupted counts as stale.
 */
export function markStale(folder) {
  rmSync(join(folder, STAMP), { force: true });
}

/** Writes down what `folder` was built from: said after a build. */
export function markCurrent(folder, digest) {
  writeFileSync(join(folder, STAMP), digest);
}

function filesAt(base, path) {
  const absolute = join(base, path);
  if (!existsSync(absolute)) return [];
  if (statSync(absolute).isFile()) return [path];
  return readdirSync(absolute)
    .filter((name) => !NOT_INPUTS.has(name))
    .sort()
    .flatMap((name) => filesAt(base, `${path}/${name}`));
}
