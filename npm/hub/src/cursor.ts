// Owns: cursors: the order in which what happens in a workspace becomes visible, and how a client is given a place in it.

import { must } from './store/rows.js';
import type { Sql } from './store/sql.js';

/**
 * A place in the order of what happened: twice the cursor once everything of that cursor was told, and one less between its
 * two frames, if it has two.
 */
export type Place = number;

/** What a workspace counts. */
export interface Counts {
  readonly cursor: number;
  /** How often somebody's rights changed. */
  readonly rights: number;
}

/** What a workspace counts. */
export async function countsOf(sql: Sql, workspace: string): Promise<Counts> {
  const [row] = await sql.all<{ cursor: number; rights: number }>(
    'SELECT cursor, rights FROM workspaces WHERE id = $1',
    workspace,
  );
  return row ?? { cursor: 0, rights: 0 };
}

/** Holds the workspace until the transaction ends, so that cursors are in the order of commits. Its last cursor. */
export async function lock(sql: Sql, workspace: string): Promise<number> {
  const [row] = await sql.all<{ cursor: number }>(
    `SELECT cursor FROM workspaces WHERE id = $1${sql.forUpdate}`,
    workspace,
  );
  return must(row).cursor;
}

/** Moves the cursor of a workspace that the transaction holds, and says so. */
export async function moveTo(sql: Sql, workspace: string, cursor: number): Promise<void> {
  await sql.all('UPDATE workspaces SET cursor = $2 WHERE id = $1', workspace, cursor);
  await sql.notify(workspace);
}

/** The place at which everything up to a cursor was told. */
export function placeOf(cursor: number): Place {
  return cursor * 2;
}

/** A place as text, for a client to give back. */
export function placeText(place: Place): string {
  const cursor = Math.ceil(place / 2);
  return Buffer.from(place % 2 === 0 ? `c${cursor}` : `c${cursor}.1`).toString('base64url');
}

/** The place that a text stands for; undefined if it is none. */
export function placeFrom(text: string): Place | undefined {
  const [, cursor, half] =
    /^c(\d{1,15})(\.1)?$/.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  if (cursor === undefined) return undefined;
  const place = placeOf(Number(cursor)) - (half === undefined ? 0 : 1);
  return place < 0 ? undefined : place;
}

/** A cursor as text, for a client to give back: the place at which everything up to it was told. */
export function cursorText(cursor: number): string {
  return placeText(placeOf(cursor));
}

/** The cursor that a text stands for; undefined if it is none. Within one, it is the one whose first frame was told. */
export function cursorFrom(text: string): number | undefined {
  const place = placeFrom(text);
  return place === undefined ? undefined : Math.ceil(place / 2);
}
