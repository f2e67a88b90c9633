// Owns: the command `lens`: from lines of messages to one lens of a board, for one person at one time.

import { readFile } from 'node:fs/promises';
import { EnvelopeError, LIMITS } from '@chirp-protocol/protocol/compile';
import type {
  Classified,
  Lens,
  LensIndex,
  PutReport,
  RegisteredCapability,
} from '@chirp-protocol/protocol/instruments';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { describeLens, type Seen } from './board.js';
import { LineSplitter, Misuse, reasonOf, type Source, sourceOf } from './input.js';
import type { Output } from './output.js';
import { ACCEPTED, REJECTED } from './run.js';
import { visibleLine } from './visible.js';

/** What the options of the command say. */
interface Settings {
  viewer: string;
  role: string[];
  lens: string;
  now: string;
  workspace: string;
  capabilities?: string;
  json?: true;
}

/** Where the output goes, and who hears the exit code. */
interface Ends {
  readonly stdout: Output;
  readonly stderr: Output;
  done(code: number): void;
}

type Core = typeof import('@chirp-protocol/protocol/instruments');

const MORE = `The newest revision of each series counts. Lines that are no instrument are
passed over; one that does not hold is reported, and the exit code is then 1.
The file of capabilities is JSON: [{"name","roles"?,"confirm"?,"repeatable"?,
"settles"?}]. Without it nothing is registered, so no action can be used.

Examples:
  chirp lens --viewer ana --role owner < sealed.ndjson
  chirp lens --viewer ana --lens runs --json sealed.ndjson
  chirp lens --viewer ana --capabilities registry.json sealed.ndjson`;

/** Adds the command. `exitCodes` is what the help of every command ends with. */
export function addLens(parent: Command, exitCodes: string, ends: Ends): void {
  const command = parent
    .command('lens')
    .summary('show one lens of a board, and why each message is in it')
    .description(
      'Reads sealed messages, one a line, and shows what a person sees of the instruments among them.',
    )
    .argument('[file]', 'the lines; "-" or nothing is standard input')
    .requiredOption('--viewer <id>', 'who looks', filled)
    .addOption(
      new Option('--role <name>', 'a role of theirs; may be given more than once')
        .argParser((role: string, roles: string[]) => [...roles, filled(role)])
        .default([], 'none'),
    )
    .option('--lens <name>', 'needs_me, runs, decisions, incidents, artifacts or knowledge', 'needs_me')
    .addOption(
      new Option('--now <time>', 'judge by this time')
        .argParser(filled)
        .default(new Date().toISOString(), 'the clock'),
    )
    .option('--capabilities <file>', 'what is registered, as JSON', filled)
    .option('--workspace <id>', 'the workspace that the series belong to', filled, 'local')
    .option('--json', 'print {"ok","lens","heads":[…],…}')
    .addHelpText('after', `\n${MORE}\n\n${exitCodes}`);
  command.action(async (file: string | undefined, settings: Settings) => {
    ends.done(await show(sourceOf(file, 'chirp lens'), settings, ends));
  });
}

async function show(source: Source, settings: Settings, { stdout, stderr }: Ends): Promise<number> {
  const { viewer, role: roles, lens: name, now, workspace } = settings;
  const core = await import('@chirp-protocol/protocol/instruments');
  const lens = lensCalled(core, name);
  const capabilities = await registered(settings.capabilities);
  const index = new core.LensIndex({
    workspace,
    context: { viewer: { id: viewer, roles }, capabilities, now },
  });
  const { labels, refused } = await fill(index, source);
  const heads = allOf(index, lens);
  const { counts, changesAt } = index;
  if (settings.json) {
    const changes = changesAt === undefined ? {} : { changes_at: changesAt };
    const ok = refused.length === 0;
    await stdout.writeForeign(`${JSON.stringify({ ok, lens, heads, counts, ...changes, refused })}\n`);
  } else {
    const seen: Seen = { lens, heads, counts, changesAt, labels, viewer, now };
    await stdout.write(describeLens(seen, stdout.style));
    for (const { line, code, message } of refused) {
      const place = stderr.style.quiet(`${visibleLine(source.name)}:${line}`);
      await stderr.write(`${place} ${stderr.style.bad(code)} ${visibleLine(message)}\n`);
    }
  }
  return refused.length === 0 ? ACCEPTED : REJECTED;
}

function lensCalled({ LENSES }: Core, name: string): Lens {
  const found = LENSES.find((lens) => lens === name);
  if (found === undefined)
    throw new Misuse(`no lens is called ${visibleLine(name)}; there are ${LENSES.join(', ')}`);
  return found;
}

/** What is registered; the core judges it. Throws {@link Misuse} if it cannot be read, or is no JSON. */
async function registered(file: string | undefined): Promise<RegisteredCapability[]> {
  if (file === undefined) return [];
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new Misuse(`cannot read ${visibleLine(file)}: ${reasonOf(error)}`);
  });
  try {
    return JSON.parse(text) as RegisteredCapability[];
  } catch {
    throw new Misuse(`${visibleLine(file)} is no JSON`);
  }
}

/** Puts every line into the index: the lines that do not hold, and how a person calls the others, by their digest. */
async function fill(
  index: LensIndex,
  source: Source,
): Promise<{ labels: Map<string, string>; refused: PutReport['problems'] }> {
  const labels = new Map<string, string>();
  const refused: PutReport['problems'] = [];
  const splitter = new LineSplitter(LIMITS.message_bytes);
  /** Of a line that is no message because of its size alone, the index says so by throwing. */
  function putLine(bytes: Uint8Array): Pick<PutReport, 'inserted' | 'revised' | 'problems'> {
    try {
      return index.put(bytes);
    } catch (error) {
      if (!(error instanceof EnvelopeError)) throw error;
      return {
        inserted: 0,
        revised: 0,
        problems: error.problems.map((problem) => ({ ...problem, line: 1 })),
      };
    }
  }
  function put(lines: ReturnType<LineSplitter['take']>): void {
    for (const { number, bytes } of lines) {
      if (bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)) continue;
      const { inserted, revised, problems } = putLine(bytes);
      refused.push(...problems.map((problem) => ({ ...problem, line: number })));
      if (inserted + revised > 0) remember(bytes, labels);
    }
  }
  for await (const chunk of source.chunks()) put(splitter.take(chunk));
  put(splitter.finish());
  return { labels, refused };
}

/** Keeps the name of what a message is about. For display only. */
function remember(bytes: Uint8Array, labels: Map<string, string>): void {
  const message = JSON.parse(new TextDecoder().decode(bytes));
  const { subject, integrity } = message.protocol?.presentation === undefined ? message : message.protocol;
  labels.set(integrity.digest, subject.label ?? subject.id);
}

function allOf(index: LensIndex, lens: Lens): Classified[] {
  const heads: Classified[] = [];
  let after: string | undefined;
  do {
    const page = index.page({ lens, limit: LIMITS.lens_page, ...(after === undefined ? {} : { after }) });
    heads.push(...page.heads);
    after = page.next;
  } while (after !== undefined);
  return heads;
}

function filled(value: string): string {
  if (value === '') throw new InvalidArgumentError('It must not be empty.');
  return value;
}
