// Owns: what a tool says of an answer of the hub: what was made, or what a model can do about a refusal.

import { exportText } from '@chirp-protocol/protocol/hub';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Reply } from './hub.js';

/** A problem, as the hub says it. */
interface Problem {
  readonly code: string;
  readonly at: string;
  readonly message: string;
  readonly hint?: string;
}

/** Problem details, as far as they are told. */
interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly detail?: string;
  readonly problems?: readonly Problem[];
  readonly more?: number;
  readonly head?: { readonly revision: number; readonly digest: string };
  readonly message?: Message;
}

/** A message, as far as it is told. */
export interface Message {
  readonly id: string;
  readonly channel: string;
  readonly thread_id?: string;
  readonly [more: string]: unknown;
}

/** What the core says of a message that is kept out of where it leaves the workspace. */
const KEPT_OUT = exportText('');

/** Whether the handling of a message keeps it out of what leaves the workspace, as a model's context does. */
export function isKeptOut(message: Message): boolean {
  return exportText(JSON.stringify(message)) === KEPT_OUT;
}

/** A success, as structured content and as the same in text. `said` is a sentence about it. */
export function success(value: object, said?: string): CallToolResult {
  return {
    content: [
      { type: 'text', text: JSON.stringify(value) },
      ...(said === undefined ? [] : [{ type: 'text' as const, text: said }]),
    ],
    structuredContent: { ...value },
  };
}

/** A message that was sent, without the compiled form of its text, which is for renderers. */
export function sent({ status, json }: Reply): CallToolResult {
  const { projection: _, ...message } = JSON.parse(json) as Message;
  return success(
    message,
    status === 200
      ? 'this was sent before; the message is the first one, nothing was stored again'
      : undefined,
  );
}

/** A refusal: in words, every problem with its place and what to do, and as the problem details that the hub gave. */
export function refusal({ json }: Reply): CallToolResult {
  const { message, ...details } = JSON.parse(json) as Refusal;
  const shown = message === undefined || isKeptOut(message) ? {} : { message };
  return failure(wordsOf(details), { ...details, ...shown });
}

/** A failure of a tool with a code of the same kind as the hub's. */
export function failure(text: string, details: object): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }], structuredContent: { ...details } };
}

/** What a tool was given that it does not take. */
export function misuse(detail: string): CallToolResult {
  return failure(`bad_parameter: ${detail}`, { code: 'bad_parameter', detail });
}

function wordsOf({ code, status, detail = '', problems = [], more = 0, head }: Refusal): string {
  const lines = problems.map((problem) => {
    const hint = problem.hint === undefined ? '' : ` (${problem.hint})`;
    return `- at ${problem.at === '' ? 'the whole' : problem.at}: ${problem.code}: ${problem.message}${hint}`;
  });
  if (more > 0) lines.push(`- and ${more} more`);
  if (head !== undefined) lines.push(`the head of the series is revision ${head.revision}, ${head.digest}`);
  if (code === 'unauthorized')
    lines.push('the token is not valid, or was revoked; a person has to give another');
  if (status === 503)
    lines.push(
      'try again in a second; a send only with its dedupe_key, since the first may have been stored',
    );
  return [`${code}${detail === '' ? '' : `: ${detail}`}`, ...lines].join('\n');
}
