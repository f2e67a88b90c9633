/**
 * What the events of Claude Code mean here, as data. That an agent finished responding says nothing of whether it
 * succeeded, so `Stop` waits for a person's next words and `SubagentStop` and `SessionEnd` have no state; and that it is
 * idle does not say that it needs anybody, so only rows with `asks` ask for attention.
 */
import type { Outcome } from './github-outcomes.js';

/** The meaning of an event: words to follow the label of the session, what we may claim, and whether it asks for somebody. */
export interface ClaudeCodeOutcome extends Outcome {
  readonly asks?: true;
}

/** The truth table of the Claude Code mapper: where the word stands in an event, the word, its meaning. */
export const CLAUDE_CODE_OUTCOMES = {
  /** `hook_event_name`. */
  hook_event_name: {
    SessionStart: { words: 'session started', state: 'running', severity: 'info' },
    UserPromptSubmit: { words: 'works on a prompt', state: 'running', severity: 'info' },
    PreToolUse: { words: 'uses a tool', state: 'running', severity: 'info' },
    PostToolUse: { words: 'has used a tool', state: 'running', severity: 'info' },
    PostToolUseFailure: { words: 'goes on after a tool failed', state: 'running', severity: 'warning' },
    PermissionRequest: { words: 'asks for a permission', state: 'blocked', severity: 'warning', asks: true },
    SubagentStart: { words: 'subagent started', state: 'running', severity: 'info' },
    SubagentStop: { words: 'subagent finished responding', severity: 'info' },
    Stop: { words: 'finished responding', state: 'waiting', severity: 'info' },
    StopFailure: { words: 'stopped by an error', state: 'failed', severity: 'error' },
    PreCompact: { words: 'compacts its context', state: 'running', severity: 'info' },
    SessionEnd: { words: 'session ended', severity: 'info' },
  },
  /** `notification_type` of a `Notification`; others say nothing of the session. */
  notification_type: {
    permission_prompt: { words: 'needs a permission', state: 'blocked', severity: 'warning', asks: true },
    elicitation_dialog: { words: 'asks a question', state: 'blocked', severity: 'warning', asks: true },
    idle_prompt: { words: 'is idle', state: 'waiting', severity: 'info' },
  },
  /** `background_tasks` of a `Stop` or `SubagentStop`, if there are some. */
  background_tasks: {
    running: { words: 'finished responding, tasks still run', state: 'running', severity: 'info' },
  },
  /** `is_interrupt` of a `PostToolUseFailure`. */
  is_interrupt: {
    true: { words: 'goes on after a tool was interrupted', state: 'running', severity: 'notice' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ClaudeCodeOutcome>>>>;

/** Events of every use of a tool, which are left out unless they are asked for. */
export const TOOL_EVENTS: readonly string[] = ['PreToolUse', 'PostToolUse'];

/** The events that become messages where nothing else is asked for. */
export const CLAUDE_CODE_EVENTS: readonly string[] = [
  ...Object.keys(CLAUDE_CODE_OUTCOMES.hook_event_name).filter((name) => !TOOL_EVENTS.includes(name)),
  'Notification',
];
