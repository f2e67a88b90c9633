// Owns: ids, tokens and other secrets. A secret is 256 random bits, so that its hash needs no salt and no work factor.

import { createHash, randomBytes } from 'node:crypto';

/** What every token begins with, so that scanners of source code know one; and what that of a hook begins with. */
const TOKEN_PREFIX = 'chirp_';
const HOOK_PREFIX = 'chirphook_';

/** What a secret in base64 begins with by which requests are signed (Standard Webhooks). */
export const SIGNING_PREFIX = 'whsec_';

/** A new id: 128 random bits, as nearly as matters. It does not begin as an option of a command does. */
export function newId(): string {
  for (;;) {
    const id = randomBytes(16).toString('base64url');
    if (!id.startsWith('-')) return id;
  }
}

/** A new token, which is shown once. */
export function newToken(): string {
  return TOKEN_PREFIX + newSecret();
}

/** A new token of a hook, which is shown once. No other token begins as it does. */
export function newHookToken(): string {
  return HOOK_PREFIX + newSecret();
}

/** Whether a token can be that of a hook. */
export function isHookToken(token: string): boolean {
  return token.startsWith(HOOK_PREFIX);
}

/** A new secret by which webhooks are signed. */
export function newSigningSecret(): string {
  return SIGNING_PREFIX + randomBytes(32).toString('base64');
}

/** A new secret that a browser holds: 256 random bits. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a token or another secret: its SHA-256, in hex. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
