// Owns: the log: what a line of it is, what is said of a failure, and lines as JSON.

import { type Level, pino } from 'pino';
import { StoreUnavailable } from './store/sql.js';

/** One line of the log. It holds no text of a message, no parameter and no secret. */
export interface LogLine {
  readonly time: string;
  readonly level: 'info' | 'warn' | 'error';
  readonly event: string;
  readonly [more: string]: string | number;
}

/** How much is logged: everything, what may be wrong, what is wrong. */
export type LogLevel = 'info' | 'warn' | 'error';

/** Members that would hold a secret, if ever a line had one. */
const SECRETS = ['authorization', 'code', 'cookie', 'secret', 'token'];

/** A log for a hub that writes each line of a level or above as one JSON object. What could be a secret is left out. */
export function logTo(write: (line: string) => void, level: LogLevel = 'info'): (line: LogLine) => void {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: false,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRETS, remove: true },
    },
    { write },
  );
  return ({ level: of, ...line }) => logger[of satisfies Level](line);
}

/** What is said of a failure: which, and where in the hub; not the words of a database, which may quote a row. */
export function failureLine(now: Date, error: unknown, more: Readonly<Record<string, string>> = {}): LogLine {
  const time = now.toISOString();
  if (error instanceof StoreUnavailable)
    return { time, level: 'warn', event: 'store_unavailable', ...more, error: error.message };
  const { name, message, stack = '' } = error instanceof Error ? error : new Error('no error');
  // A line of the message may look like a frame.
  const frames = stack
    .replace(message, () => '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
  return { time, level: 'error', event: 'failed', ...more, error: name, at: frames.join('\n') };
}
