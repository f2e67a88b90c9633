// Owns: the forms in which things come in.

/** What a hook may be made to take, and the sources that it speaks as where nothing else is said. */
export const HOOK_KINDS = {
  github: ['integration/*'],
  claude_code: ['agent/claude-code'],
  plain: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A form in which things come in. */
export type HookKind = keyof typeof HOOK_KINDS;
