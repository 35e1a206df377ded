import { ApiError, apiError, invalid } from '../../base/errors';
import type { DatabaseTrouble } from '../database-trouble';

/** What the failure of a statement says about its database. Null: nothing. */
type PostgresReason = Exclude<DatabaseTrouble['reason'], 'lost' | 'taken'> | null;

/**
 * By the code of PostgreSQL or of the network. 08: connection; 28: it does not let us in any more; 3D: the database is
 * gone; 53300: too many connections; 57P: it starts or stops, or an administrator ended the connection.
 */
const AWAY =
  /^(?:08|28|3D|53300|57P|ECONN|ENOENT$|EPIPE$|ETIMEDOUT$|EHOSTUNREACH$|ENETUNREACH$|ENOTFOUND$|EAI_AGAIN$|EACCES$)/;
/** What pg says without a code. */
const AWAY_WORDS =
  /^(?:Connection terminated|timeout exceeded|Query read timeout|Client has encountered a connection error|Client was closed)/i;
/** XX001, XX002: a page or an index is corrupted. */
const DAMAGED = /^XX00[12]$/;
/** 25006: a standby, or set to read-only; 53: out of memory or disk; 58: its disk fails. */
const UNWRITABLE = /^(?:25006|53|58)/;
const DISK_FULL = '53100';
/** 40P01: transactions wait for each other, and this one was ended; 40001: it would have to see what came after it. */
const IN_EACH_OTHERS_WAY = /^40(?:P01|001)$/;
/** What another session has locked was not free in time. */
const LOCKED = '55P03';
/** 22021: NUL in a text; 22P05: the same, escaped in JSON. */
const NUL = /^(?:22021|22P05)$/;
/** Half a surrogate pair, escaped in JSON. The code alone is that of any text that cannot be read. */
const HALF_PAIR = { code: '22P02', detail: /surrogate/ };

const DETAILS = {
  away: 'PostgreSQL cannot be reached, or does not respond. A request that needs it is tried for a few seconds and then refused (503), and nothing is sent. It is tried again each second, and everything goes on by itself when it is back; what was accepted is safe there.',
  damaged: 'PostgreSQL reports damaged data. See its log, and restore a backup of it.',
  unwritable:
    'PostgreSQL accepts no writes now: it may be a standby, or lack disk or memory. It is tried again each second.',
} as const;

export function postgresReason(cause: unknown): PostgresReason {
  // The response to a request has the failure of the statement as its cause.
  if (cause instanceof ApiError) return cause.cause === undefined ? null : postgresReason(cause.cause);
  const code = codeOf(cause);
  if (code === DISK_FULL) return null;
  if (AWAY.test(code) || (code === '' && AWAY_WORDS.test(String((cause as Error | null)?.message))))
    return 'away';
  if (DAMAGED.test(code)) return 'damaged';
  return UNWRITABLE.test(code) ? 'unwritable' : null;
}

/** Whether a transaction failed only because of another at the same time: nothing of it is written, and it may succeed. */
export function isInEachOthersWay(cause: unknown): boolean {
  return IN_EACH_OTHERS_WAY.test(codeOf(cause));
}

/** Whether another session has locked what a statement needs, for longer than that may wait: nothing of it is written. */
export function isLocked(cause: unknown): boolean {
  return codeOf(cause) === LOCKED;
}

export function postgresTrouble(reason: NonNullable<PostgresReason>): DatabaseTrouble {
  return { reason, detail: DETAILS[reason] };
}

/**
 * Turns failures that a caller can act on into their own answers, with the failure as `cause`; returns all others
 * unchanged.
 */
export function postgresFailure(cause: unknown, statement: 'read' | 'write'): unknown {
  if (codeOf(cause) === DISK_FULL) {
    return apiError(
      'disk_full',
      'The disk of PostgreSQL is full. Nothing was written; free some space and try again.',
    );
  }
  if (isInEachOthersWay(cause)) {
    const detail = 'Nothing was written: other writes were in the way again and again. Try again.';
    return Object.assign(apiError('unavailable', detail, 1), { cause });
  }
  if (isLocked(cause)) {
    const detail =
      'Nothing was written: another session of PostgreSQL has locked what this needs. Try again.';
    return Object.assign(apiError('unavailable', detail, 1), { cause });
  }
  const refused = refusedText(cause);
  if (refused !== null) {
    const msg = `must not contain ${refused}`;
    return Object.assign(invalid({ loc: ['body'], msg, type: 'value_error' }), { cause });
  }
  const reason = postgresReason(cause);
  if (reason === null || cause instanceof ApiError) return cause;
  const detail = `${statement === 'write' ? 'Nothing was written. ' : ''}${DETAILS[reason]}`;
  return Object.assign(apiError('unavailable', detail, reason === 'damaged' ? null : 1), { cause });
}

/** What PostgreSQL cannot store in a text, in words for the caller. Null: the failure is another. */
function refusedText(cause: unknown): string | null {
  if (NUL.test(codeOf(cause))) return 'the character NUL';
  const detail = (cause as { readonly detail?: unknown } | null)?.detail;
  const isHalfPair = codeOf(cause) === HALF_PAIR.code && HALF_PAIR.detail.test(String(detail));
  return isHalfPair ? 'half of a surrogate pair' : null;
}

function codeOf(cause: unknown): string {
  const code = (cause as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}
