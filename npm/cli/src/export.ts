// Owns: making a history of what several files hold, a message each or one a line.

import { EnvelopeError, exportHistory as exported, LIMITS } from '@chirp-protocol/protocol/instruments';
import { describe } from './human.js';
import { readWhole, type Source } from './input.js';
import { made, refused } from './outcome.js';
import type { Output } from './output.js';
import { ACCEPTED, REJECTED } from './run.js';

/** What the command is asked to do. */
export interface Export {
  readonly sources: readonly Source[];
  readonly workspace: string;
  readonly json: boolean;
  /** Whether the history is printed in lines. */
  readonly lines: boolean;
  readonly stdout: Output;
  readonly stderr: Output;
}

/** One message, and where it came from. */
interface Message {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const LF = 0x0a;

/** Makes the history, prints it, and gives the exit code. Throws Misuse, ReaderGone and CoreError. */
export async function exportHistory(asked: Export): Promise<number> {
  const { sources, workspace, json, lines, stdout, stderr } = asked;
  const messages: Message[] = [];
  for (const source of sources) {
    for (const message of messagesOf(source.name, await readWhole(source, LIMITS.history_bytes)))
      messages.push(message);
  }
  try {
    const form = lines ? 'lines' : 'document';
    const inputs = messages.map(({ bytes }) => bytes);
    const { bytes, digest, series, head } = exported(inputs, { workspace, form });
    const history = new TextDecoder().decode(bytes);
    if (json) {
      const facts = JSON.stringify({ digest, series, head }).slice(1, -1);
      const { report } = made(history, `${facts},"history":${history}`);
      await stdout.writeForeign(`${report}\n`);
    } else {
      await stdout.writeForeign(lines ? history : `${history}\n`);
    }
    return ACCEPTED;
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
    const outcome = refused(error);
    if (json) {
      await stdout.writeForeign(`${outcome.report}\n`);
    } else {
      // The first part of a pointer is the number of the message.
      const index = Number(error.problems[0]?.at.split('/')[1] ?? Number.NaN);
      const { name, bytes } = messages[index] ?? { name: 'the messages', bytes: new Uint8Array() };
      await stderr.write(describe(outcome, bytes, name, stderr.style));
    }
    return REJECTED;
  }
}

/** The messages of a file: one for each line if its first line is JSON and not all of it, else one. */
function messagesOf(name: string, bytes: Uint8Array): Message[] {
  const end = bytes.indexOf(LF);
  if (end === -1 || isBlank(bytes.subarray(end)) || !isJson(bytes.subarray(0, end))) return [{ name, bytes }];
  const messages: Message[] = [];
  let start = 0;
  for (let number = 1; start < bytes.length; number += 1) {
    const next = bytes.indexOf(LF, start);
    const line = bytes.subarray(start, next === -1 ? bytes.length : next);
    if (!isBlank(line)) messages.push({ name: `${name}, line ${number}`, bytes: line });
    start += line.length + 1;
  }
  return messages;
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d);
}

/** For telling lines apart from one value only: nothing is decided by it. */
function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder().decode(bytes));
    return true;
  } catch {
    return false;
  }
}
