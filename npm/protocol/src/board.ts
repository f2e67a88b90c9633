// Owns: what a board asks about one message: its lenses, its actions, an invocation, its audit, and what may be said of it
// elsewhere.

import * as core from 'wasm:glue';
import { call, type Operation, text } from './engine.js';
import { SECTION, STATUS } from './generated/abi.js';
import type {
  ActionStates,
  ActionsQuery,
  AuditSummary,
  Classified,
  ClassifyQuery,
  Decision,
  InvokeQuery,
  NotificationText,
} from './generated/board.js';
import { LIMITS } from './generated/limits.js';
import { CoreError, EnvelopeError } from './identity.js';
import { type Input, jsonOf } from './input.js';
import { optionsOf } from './options.js';
import type { Report } from './report.js';

/**
 * Which lenses show a sealed instrument to a viewer, whether it needs them, why or why not, and when that next changes by
 * itself. Throws EnvelopeError for what does not hold or is no instrument, CoreError for options that are not right.
 */
export function classify(input: Input, options: ClassifyQuery): Classified {
  return answer(input, core.classify, options) as Classified;
}

/** Whether a viewer may use each action of a sealed message, and why not. Throws as {@link classify} does. */
export function actionsOf(input: Input, options: ActionsQuery): ActionStates {
  return answer(input, core.actions, options) as ActionStates;
}

/**
 * Decides about an invocation of an action: `run`, `refuse` with the first reason, or `replay` what `known` records under
 * the same `invocation_id`, which comes before all else. It runs nothing. Throws as {@link classify} does.
 */
export function invoke(input: Input, options: InvokeQuery): Decision {
  return answer(input, core.invoke, options) as Decision;
}

/** What the producer reported of an audit, counted and not interpreted. Throws EnvelopeError for what does not hold. */
export function auditOf(input: Input): AuditSummary {
  return answer(input, (length) => core.audit(length)) as AuditSummary;
}

/** What a notification may say of a message. Any input has an answer; one that is not in order says nothing of itself. */
export function notificationOf(input: Input): NotificationText {
  return closed(input, core.notification, SECTION.report, { generic: true }, JSON.parse) as NotificationText;
}

/** The canonical message that an outbound webhook may carry; undefined if it may carry none. Any input has an answer. */
export function outboundOf(input: Input): string | undefined {
  return closed(input, core.outbound, SECTION.canonical, undefined, String);
}

/** One line for a log, without its line feed, which no message can forge. Any input has an answer. */
export function logLine(input: Input): string {
  return closed(input, core.log_line, SECTION.fallback, 'chirp.message restricted="true"', String);
}

/** A message as plain text for an export, ending with a line feed. Any input has an answer. */
export function exportText(input: Input): string {
  const withheld = '(a message whose handling keeps it out of here)\n';
  return closed(input, core.export_text, SECTION.fallback, withheld, String);
}

/** Options as the core takes them. Throws CoreError for what JSON would change. */
export function queryOf(options: object): string {
  try {
    const json = jsonOf(optionsOf(options), LIMITS.context_bytes);
    if (typeof json === 'string') return json;
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
    throw new CoreError('misuse', `the options are not right: ${error.message}`);
  }
  throw new CoreError('misuse', '`options` must be an object');
}

/** Throws CoreError with the first problem of the options, if the core refused them. */
export function mustBeUsed(status: number): void {
  if ((status & STATUS.misuse) === 0) return;
  const report = text(SECTION.report);
  const [first] = report === '' ? [] : (JSON.parse(report) as Report).problems;
  const detail = first === undefined ? '' : `: ${first.code} at ${first.at || 'the top'}: ${first.message}`;
  throw new CoreError('misuse', `an option is not what it must be${detail}`);
}

function answer(input: Input, operation: Operation, options?: object): unknown {
  const query = options === undefined ? undefined : queryOf(options);
  const status = call(operation, jsonOf(input, LIMITS.message_bytes), query);
  mustBeUsed(status);
  const report: unknown = JSON.parse(text(SECTION.report));
  if ((status & STATUS.ok) !== 0) return report;
  const { problems, more } = report as Report;
  throw new EnvelopeError(problems, more);
}

/** Runs an operation that has an answer to every input, also to one that is not even JSON: then it is `withheld`. */
function closed<Answer>(
  input: Input,
  operation: (length: number) => number,
  section: number,
  withheld: Answer,
  read: (text: string) => Answer,
): Answer {
  try {
    const status = call((length) => operation(length), jsonOf(input, LIMITS.message_bytes));
    return (status & STATUS.ok) === 0 ? withheld : read(text(section));
  } catch (error) {
    if (error instanceof EnvelopeError) return withheld;
    throw error;
  }
}
