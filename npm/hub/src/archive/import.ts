// Owns: taking in what another hub exported: which workspace it goes to, and what became of each line.

import { ready } from '@chirp-protocol/protocol/hub';
import { lock } from '../cursor.js';
import { openDatabase } from '../database.js';
import { Refusal } from '../refusal.js';
import { migrate } from '../store/migrate.js';
import type { Driver } from '../store/sql.js';
import { type FirstRun, firstRun } from '../workspace.js';
import { type Entry, entryOf, type WorkspaceEntry } from './entry.js';
import { VERSION } from './export.js';
import { Intake, type Outcome, seriesIn } from './intake.js';
import { workspaceIn } from './workspace.js';

/** A line of an export. */
export interface ImportLine {
  /** Counted from 1. */
  readonly number: number;
  /** Without its line feed. Need not last longer than until the next line is asked for. */
  readonly bytes: Uint8Array;
}

/** A line that was refused, as a hub refuses. */
export interface RefusedLine {
  readonly line: number;
  readonly code: string;
  readonly detail: string;
  /** Where the first problem is, if it is in the line's message. */
  readonly at?: string;
}

/** What is imported, and to where. */
export interface ImportOptions {
  /** A file, or a URL of PostgreSQL, as a hub has it. It may be empty, and in use. */
  readonly database: string;
  /** The workspace; by default the one that the export names if it is there, or the only one. */
  readonly workspace?: string;
  /** The lines of an export, from the first; asked for more than once. */
  readonly lines: () => AsyncIterable<ImportLine>;
  /** Hears of every line that was refused, in order. */
  readonly refused: (line: RefusedLine) => void;
  /** Hears, before any line is taken in, what was made of an empty database: the owner's token is here and nowhere else. */
  readonly made?: (firstRun: FirstRun) => void;
}

/** What became of the lines between the first and the last. */
export interface Imported {
  readonly workspace: string;
  readonly stored: number;
  /** Lines that say what was there already. */
  readonly present: number;
  readonly refused: number;
  /** Whether the last line is the end of the export: without it, lines are missing. */
  readonly complete: boolean;
}

/** What the core takes for the id of a workspace. */
const WORKSPACE = /^[\p{L}\p{N}\p{P}\p{S}]{1,128}$/u;

/** Lines that are one transaction. */
const BATCH = 100;

/**
 * Takes in the lines of an export: every message goes through the core again, as what it was when it was sent, and keeps
 * id, sender and time, and its cursor where that is still to come. A line that is refused is told and passed over. May be
 * repeated, and taken up again after it was ended: what is there is not stored again. An empty database gets the workspace
 * of the export, with a new owner. Rejects with StoreUnavailable, and with RangeError for what is no export and for a
 * workspace that is not there.
 */
export async function importMessages(options: ImportOptions): Promise<Imported> {
  await ready();
  const header = await headerOf(options.lines());
  if (!WORKSPACE.test(options.workspace ?? header.workspace))
    throw new RangeError('that is no id of a workspace');
  const driver = openDatabase(options.database);
  try {
    await migrate(driver);
    const made = await firstRun(driver, new Date().toISOString(), options.workspace ?? header.workspace);
    if (made !== undefined) options.made?.(made);
    const workspace = await targetOf(driver, options.workspace, header.workspace);
    const isSame = workspace === header.workspace;
    const intake = new Intake(workspace, isSame ? undefined : await seriesIn(options.lines(), workspace));
    const counts = await takeAll(driver, intake, options);
    return { workspace, ...counts, complete: intake.isComplete };
  } finally {
    await driver.close();
  }
}

async function headerOf(lines: AsyncIterable<ImportLine>): Promise<WorkspaceEntry> {
  let entry: Entry | undefined;
  for await (const { bytes } of lines) {
    try {
      entry = entryOf(bytes);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
    break;
  }
  if (entry?.type !== 'workspace') throw new RangeError('the first line is not that of an export of a hub');
  if (entry.version !== VERSION)
    throw new RangeError(`the export is of version ${entry.version}, which is unknown`);
  return entry;
}

function targetOf(driver: Driver, named: string | undefined, exported: string): Promise<string> {
  return driver.read(async (sql) => {
    const same = await sql.all('SELECT id FROM workspaces WHERE id = $1', exported);
    return (await workspaceIn(sql, named ?? (same.length > 0 ? exported : undefined))).id;
  });
}

async function takeAll(
  driver: Driver,
  intake: Intake,
  { lines, refused }: ImportOptions,
): Promise<Pick<Imported, 'stored' | 'present' | 'refused'>> {
  const counts = { stored: 0, present: 0, refused: 0 };
  const deny = (line: number, { code, details: { detail = code, problems } }: Refusal) => {
    counts.refused += 1;
    const [first] = problems ?? [];
    refused({ line, code, detail, ...(first === undefined ? {} : { at: first.at }) });
  };
  const batch: { line: number; entry: Entry | Refusal }[] = [];
  const flush = async () => {
    const outcomes = await driver.write(async (sql) => {
      await lock(sql, intake.workspace);
      const made: (Outcome | Refusal)[] = [];
      for (const { entry } of batch)
        made.push(entry instanceof Refusal ? entry : await intake.take(sql, entry).catch(asRefusal));
      return made;
    });
    // What was stored is told when it is durable.
    for (const [index, outcome] of outcomes.entries())
      if (outcome instanceof Refusal) deny(batch[index]?.line ?? 0, outcome);
      else if (outcome !== 'end') counts[outcome] += 1;
    batch.length = 0;
  };
  for await (const { number, bytes } of lines()) {
    if (number === 1) continue;
    batch.push({ line: number, entry: read(bytes) });
    if (batch.length === BATCH) await flush();
  }
  await flush();
  return counts;
}

function read(bytes: Uint8Array): Entry | Refusal {
  try {
    return entryOf(bytes);
  } catch (error) {
    return asRefusal(error);
  }
}

/** A refusal, which nothing was written before; anything else ends the import, and undoes the batch. */
function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}
