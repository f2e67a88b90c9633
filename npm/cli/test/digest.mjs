// Owns: a digest worked out without the core, for values whose canonical form is their JSON with sorted members.

import { createHash } from 'node:crypto';

/** The digest of `value` under `domain`. Members must be ASCII, numbers small integers. */
export function digestOf(domain, value) {
  const preimage = `${domain}\0${JSON.stringify(sorted(value))}`;
  return `sha256:${createHash('sha256').update(preimage).digest('hex')}`;
}

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]));
}
