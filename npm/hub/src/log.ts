// Owns: the log as lines of JSON.

import { type Level, pino } from 'pino';
import type { LogLine } from './http/app.js';

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
