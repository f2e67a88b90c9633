/**
 * Events of Claude Code's hooks as drafts. Events and members that are not known are passed over, since both are added
 * every month. Nothing of what a person typed, of what a tool was given or said, or of what the agent answered is in a
 * draft unless it is asked for; of a path only the last name is.
 */
import { LIMITS, PROTOCOL } from '@chirp-protocol/protocol';
import { CLAUDE_CODE_OUTCOMES, type ClaudeCodeOutcome, TOOL_EVENTS } from './claude-code-outcomes.js';
import type { Draft, Drafted } from './drafted.js';
import { elements, identifier, member, timestamp } from './json.js';
import { type Prose, type Span, toPlainText, toPubMark } from './prose.js';
import { oneLine } from './text.js';

/** What may be taken out of an event beside what always is: at most the first 120 characters of it. */
export const CLAUDE_CODE_TEXTS = [
  'prompt',
  'tool_input',
  'tool_response',
  'last_assistant_message',
  'message',
] as const;

/** The name of a text that is left out unless it is asked for. */
export type ClaudeCodeText = (typeof CLAUDE_CODE_TEXTS)[number];

/** What is known of an event beside the event. */
export interface ClaudeCodeOptions {
  /** What the event is recognised by when it is sent again. */
  readonly delivery?: string | undefined;
  /** When it was heard, as RFC 3339: the events have no time of their own. Without it nothing asks for attention. */
  readonly at?: string | undefined;
  /** Texts that are left out unless they are named here. */
  readonly include?: readonly ClaudeCodeText[] | undefined;
  /** Whether every use of a tool is told of; by default none is. */
  readonly tools?: boolean | undefined;
}

/** The longest text that is taken out of an event, in Unicode scalar values. */
const TEXT = 120;

/** The longest name that a label is made of. */
const NAME = 60;

/** The id of the source. */
const SOURCE = 'claude-code';

/**
 * The draft for an event, which is a revision of its session, or of its subagent. Without a draft for an event that is not
 * known, that says nothing of its session, or that names none. Never throws, whatever JSON value `event` is.
 */
export function draftFromClaudeCode(event: unknown, options: ClaudeCodeOptions = {}): Drafted {
  const name = member(event, 'hook_event_name');
  const outcome = outcomeOf(event, name, options);
  const key = identifier(options.delivery) ?? toolKey(event, name);
  const known = key === undefined ? {} : { key };
  const subject = subjectOf(event);
  if (outcome === undefined || subject === undefined) return known;
  const at = timestamp(options.at);
  const prose: Prose = {
    headline: [{ strong: subject.label }, `: ${headline(event, outcome)}`],
    facts: factsOf(event, options.include ?? []),
  };
  const { state, severity, asks } = outcome;
  const attention = asks && at !== undefined ? { reason: headline(event, outcome), since: at } : undefined;
  const draft: Draft = {
    protocol: PROTOCOL,
    kind: asks ? 'request' : 'status',
    source: { kind: 'agent', id: SOURCE, display_name: 'Claude Code' },
    subject,
    presentation: { fallback: toPlainText(prose), pubmark: toPubMark(prose), lang: 'en' },
    instrument: {
      category: 'run',
      layout: 'status',
      ...(attention === undefined ? {} : { attention }),
    },
    ...(state === undefined ? {} : { lifecycle: { state } }),
    ...(severity === undefined ? {} : { severity }),
    ...(key === undefined ? {} : { delivery: { dedupe_key: key } }),
    ...(at === undefined ? {} : { occurred_at: at }),
  };
  return { ...known, draft };
}

function outcomeOf(
  event: unknown,
  name: unknown,
  { tools }: ClaudeCodeOptions,
): ClaudeCodeOutcome | undefined {
  if (typeof name !== 'string') return undefined;
  if (TOOL_EVENTS.includes(name) && tools !== true) return undefined;
  if (name === 'Notification')
    return row(CLAUDE_CODE_OUTCOMES.notification_type, member(event, 'notification_type'));
  const isStop = name === 'Stop' || name === 'SubagentStop';
  if (isStop && elements(member(event, 'background_tasks')).length > 0)
    return CLAUDE_CODE_OUTCOMES.background_tasks.running;
  if (name === 'PostToolUseFailure' && member(event, 'is_interrupt') === true)
    return CLAUDE_CODE_OUTCOMES.is_interrupt.true;
  return row(CLAUDE_CODE_OUTCOMES.hook_event_name, name);
}

function row(
  table: Readonly<Record<string, ClaudeCodeOutcome>>,
  word: unknown,
): ClaudeCodeOutcome | undefined {
  return typeof word === 'string' && Object.hasOwn(table, word) ? table[word] : undefined;
}

/** The session, or the subagent that the event is about: what happens inside one is said of it. */
function subjectOf(event: unknown): Required<NonNullable<Draft['subject']>> | undefined {
  const session = identifier(member(event, 'session_id'));
  if (session === undefined) return undefined;
  const folder = baseName(member(event, 'cwd'), NAME);
  const place = folder === undefined ? '' : ` in ${folder}`;
  const agent = identifier(member(event, 'agent_id'));
  const id = agent === undefined ? undefined : identifier(`${session}/${agent}`);
  if (id === undefined) return { kind: 'session', id: session, label: `Claude Code${place}` };
  const type = oneLine(member(event, 'agent_type'), NAME) ?? 'subagent';
  return { kind: 'subagent', id, label: `Claude Code, ${type}${place}` };
}

/** The words of the outcome, with the tool or the error where one is named. */
function headline(event: unknown, { words }: ClaudeCodeOutcome): string {
  const name = member(event, 'hook_event_name');
  const error = member(event, 'error');
  // The kind of a failure is one word; what a tool says of its own is not taken.
  if (name === 'StopFailure' && typeof error === 'string' && /^[a-z_]{1,64}$/.test(error))
    return `${words}: ${error}`;
  const tool = oneLine(member(event, 'tool_name'), TEXT);
  return tool === undefined ? words : `${words}: ${tool}`;
}

function factsOf(event: unknown, include: readonly ClaudeCodeText[]): Span[][] {
  const word = (label: string, name: string) => fact(label, oneLine(member(event, name), LIMITS.label));
  const tasks = elements(member(event, 'background_tasks')).length;
  const facts = [
    word('Model', 'model'),
    word('Mode', 'permission_mode'),
    member(event, 'hook_event_name') === 'SessionStart' ? word('Begun by', 'source') : undefined,
    member(event, 'hook_event_name') === 'SessionEnd' ? word('Ended by', 'reason') : undefined,
    member(event, 'hook_event_name') === 'PreCompact' ? word('Begun by', 'trigger') : undefined,
    tasks > 0 ? [`Tasks that still run: ${tasks}`] : undefined,
    ...CLAUDE_CODE_TEXTS.filter((name) => include.includes(name)).map((name) =>
      fact(LABELS[name], textOf(name, member(event, name))),
    ),
  ];
  return facts.filter((found) => found !== undefined);
}

const LABELS: Readonly<Record<ClaudeCodeText, string>> = {
  prompt: 'Prompt',
  tool_input: 'Given to the tool',
  tool_response: 'Said by the tool',
  last_assistant_message: 'Said by the agent',
  message: 'Notice',
};

function fact(label: string, value: string | undefined): Span[] | undefined {
  return value === undefined ? undefined : [`${label}: ${value}`];
}

/** Members of what a tool is given that hold a path, and others that say what it is about. */
const PATHS = ['file_path', 'notebook_path', 'path'];
const WORDS = ['command', 'url', 'query', 'pattern', 'description', 'stdout', 'content'];

/** The beginning of a text; of an object, of the member that says most. */
function textOf(name: ClaudeCodeText, value: unknown): string | undefined {
  if (typeof value === 'string') return oneLine(value, TEXT);
  if (name !== 'tool_input' && name !== 'tool_response') return undefined;
  for (const path of PATHS) {
    const file = baseName(member(value, path));
    if (file !== undefined) return file;
  }
  for (const word of WORDS) {
    const text = oneLine(member(value, word), TEXT);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The last name of a path, of whatever system. */
function baseName(path: unknown, limit: number = TEXT): string | undefined {
  if (typeof path !== 'string') return undefined;
  return oneLine(
    path.split(/[/\\]/).findLast((name) => name !== ''),
    limit,
  );
}

/** A use of a tool has an id, so that it can be recognised; other events have none. */
function toolKey(event: unknown, name: unknown): string | undefined {
  const [session, use] = [member(event, 'session_id'), member(event, 'tool_use_id')];
  if (typeof name !== 'string' || typeof session !== 'string' || typeof use !== 'string') return undefined;
  return identifier([name, session, use].map(encoded).join(':'));
}

/** Percent-encoded, so that no two lists of pieces make one key. */
function encoded(piece: string): string {
  return encodeURIComponent(piece.toWellFormed());
}
