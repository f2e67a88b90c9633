// Owns: ids, tokens and other secrets. A secret is 256 random bits, so that its hash needs no salt and no work factor.

import { createHash, randomBytes } from 'node:crypto';

/** What every token begins with, so that scanners of source code know one. */
const TOKEN_PREFIX = 'chirp_';

/** A new id: 128 random bits. */
export function newId(): string {
  return randomBytes(16).toString('base64url');
}

/** A new token, which is shown once. */
export function newToken(): string {
  return `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
}

/** A new secret that a browser holds: 256 random bits. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a token or another secret: its SHA-256, in hex. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
