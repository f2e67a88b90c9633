// Owns: ids and tokens. A token is 256 random bits, so that its hash needs no salt and no work factor.

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

/** What the token of a hook begins with; no other token does. */
const HOOK_PREFIX = 'chirphook_';

/** A new token of a hook, which is shown once. */
export function newHookToken(): string {
  return `${HOOK_PREFIX}${randomBytes(32).toString('base64url')}`;
}

/** Whether a token is one of a hook. */
export function isHookToken(token: string): boolean {
  return token.startsWith(HOOK_PREFIX);
}

/** What is kept of a token: its SHA-256, in hex. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
