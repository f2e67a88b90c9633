/** One door to the adapters: what came from outside is told apart and becomes a draft. */
import { type ClaudeCodeOptions, draftFromClaudeCode } from './claude-code.js';
import type { Drafted } from './drafted.js';
import { draftFromGitHub } from './github.js';
import { member } from './json.js';

/** What is known of a payload beside the payload. */
export interface OutsideOptions extends ClaudeCodeOptions {
  /** The header `X-GitHub-Event`. */
  readonly event?: string | undefined;
}

/**
 * What becomes of a payload from outside: of GitHub when there is an `event`, of Claude Code when it has a
 * `hook_event_name`, and otherwise nothing. Never throws, whatever JSON value `payload` is.
 */
export function toDraft(payload: unknown, options: OutsideOptions = {}): Drafted {
  const { event, delivery } = options;
  if (event !== undefined) return draftFromGitHub(event, payload, { delivery });
  return typeof member(payload, 'hook_event_name') === 'string' ? draftFromClaudeCode(payload, options) : {};
}
