import { type DestinationStream, type Level, type Logger, multistream, pino } from 'pino';
import { printable } from './printable';
import type { RecentLog } from './recent-log';

/** A structured log: one JSON object per line. Tokens and secrets are removed before a line is written. */
export type Log = Logger;

/** Fields that may hold a secret, at any place one or two levels deep. */
const SECRET_FIELDS = [
  'authorization',
  'token',
  'adminToken',
  'metricsToken',
  'secret',
  'key',
  'cookie',
  'password',
  'headers',
];

/**
 * Creates the root log.
 * @param level pino's level names; `silent` writes nothing
 * @param destination where lines go; standard error by default, so that standard output stays for responses
 * @param recent also gets every line from `info` up, whatever `level` says
 */
export function createLog(
  level: string,
  destination: DestinationStream = pino.destination(2),
  recent?: RecentLog,
): Log {
  const isFiner = ['trace', 'debug'].includes(level);
  return pino(
    {
      level: recent && !isFiner ? 'info' : level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // Whoever reads the log in a terminal must not obey what others have sent.
      hooks: { streamWrite: (line) => `${printable(line.trimEnd())}\n` },
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        censor: '[removed]',
      },
    },
    recent
      ? multistream([
          ...(level === 'silent' ? [] : [{ level: level as Level, stream: destination }]),
          { level: isFiner ? (level as Level) : 'info', stream: recent },
        ])
      : destination,
  );
}
