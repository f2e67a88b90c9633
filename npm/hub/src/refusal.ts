// Owns: answers that are no success, as RFC 9457 problem details.

import type { Head, Problem } from '@chirp-protocol/protocol';

/** What the hub itself refuses, beside what the core does: the status and the sentence of each code. */
const REFUSALS = {
  address_refused: [422, 'no webhook may be at this address'],
  bad_parameter: [400, 'a parameter of the request is not what it must be'],
  bad_signature: [401, 'the request is not signed as this hook needs it, or too long ago'],
  closing: [503, 'this hub is about to close; ask another one'],
  conflict: [409, 'this is there already'],
  forbidden: [403, 'only who runs the workspace may do this'],
  host_not_allowed: [421, 'this hub is not called by that name'],
  internal: [500, 'the hub failed'],
  message_deleted: [410, 'the message that this made was deleted'],
  method_not_allowed: [405, 'this address does not take that method'],
  not_found: [404, 'there is nothing here'],
  origin_not_allowed: [403, 'a page of another origin may not ask this hub'],
  slow_body: [408, 'the body of the request took too long'],
  too_large: [413, 'the body of the request is too large'],
  unauthorized: [401, 'a valid token or session is needed'],
  too_many_requests: [429, 'too many requests; try again later'],
  unavailable: [503, 'the database cannot be reached; try again'],
  upgrade_required: [426, 'this address is asked by a WebSocket'],
} as const satisfies Record<string, readonly [number, string]>;

/** A code of the hub's own. */
export type RefusalCode = keyof typeof REFUSALS;

/** What stands in an answer beside what every problem has. */
export interface RefusalDetails {
  readonly detail?: string;
  readonly problems?: readonly Problem[];
  readonly more?: number;
  readonly head?: Head;
  /** When to try again, in seconds. */
  readonly retry_after?: number;
  /** The JSON text of the message that is shown. */
  readonly message?: string;
}

/** A refusal, thrown by whoever finds it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly status: number,
    readonly code: string,
    readonly details: RefusalDetails,
  ) {
    super(code);
  }

  /** The answer as JSON text. */
  json(): string {
    const { message, ...rest } = this.details;
    const text = JSON.stringify({ type: 'about:blank', status: this.status, code: this.code, ...rest });
    return message === undefined ? text : `${text.slice(0, -1)},"message":${message}}`;
  }
}

/** A refusal of the hub's own. */
export function refuse(code: RefusalCode, detail: string = REFUSALS[code][1]): Refusal {
  return new Refusal(REFUSALS[code][0], code, { detail });
}

/** A refusal that the core decided. The first problem names it. */
export function refused(
  decision: { status: number; problems: readonly Problem[]; more: number; head?: Head },
  message?: string,
): Refusal {
  const { status, problems, more, head } = decision;
  const [first] = problems;
  return new Refusal(status, first?.code ?? 'internal', {
    ...(first === undefined ? {} : { detail: first.message }),
    problems,
    more,
    ...(head === undefined ? {} : { head }),
    ...(message === undefined ? {} : { message }),
  });
}
