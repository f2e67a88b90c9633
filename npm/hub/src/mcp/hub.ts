// Owns: the hub as the tools of MCP see it, wherever it is: calls of its API, and what it answers.

/** A call of the API by somebody, who is known. */
export interface Call {
  readonly method: 'GET' | 'POST';
  /** The path with its query, behind `/api/v1`. */
  readonly path: string;
  /** JSON text. */
  readonly body?: string;
}

/** What the hub answers: a status and JSON text. */
export interface Reply {
  readonly status: number;
  readonly json: string;
}

/** Calls the hub as one caller. Rejects with {@link HubAway} if it cannot be reached. */
export type Ask = (call: Call) => Promise<Reply>;

/** The hub cannot be reached. What was asked may have been done, and its answer lost. */
export class HubAway extends Error {
  override readonly name = 'HubAway';
}

/**
 * An id as one segment of a path; undefined for what can be none: an address would be made of it that names something
 * else.
 */
export function segment(id: string): string | undefined {
  return id === '' || /^\.{1,2}$/.test(id) || !id.isWellFormed() ? undefined : encodeURIComponent(id);
}
