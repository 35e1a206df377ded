import type { FromSchema } from 'json-schema-to-ts';
import { dateTime } from './property-schemas';
import { strictObject } from './strict-object';

/** The most urgent level first. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevelWord = (typeof LOG_LEVELS)[number];

const logLineSchema = strictObject({
  number: { type: 'integer', description: 'Counts up from 1 since the server started.' },
  at: {
    type: ['string', 'null'],
    description: 'When it was written (RFC 3339, UTC). Null: the line does not say.',
  },
  level: { type: 'string', enum: LOG_LEVELS, description: 'How bad it is; `error` is the worst.' },
  text: { type: 'string', description: 'What happened, in words.' },
  fields: {
    type: ['string', 'null'],
    description: 'Other fields of the line, as the text of a JSON object without secrets. Null: none.',
  },
});

/** Answer of GET /diagnostics/log. */
export const recentLogOutSchema = strictObject({
  lines: { type: 'array', items: logLineSchema, description: 'The requested lines, newest first.' },
  matching: { type: 'integer', description: 'How many of the kept lines match.' },
  kept: { type: 'integer', description: 'How many lines are kept in memory; at most 1000.' },
  written: { type: 'integer', description: 'How many were written since the server started.' },
});

const findingSchema = strictObject({
  id: { type: 'string', description: 'Stable name of the check: `database`.' },
  title: { type: 'string', description: 'What was checked.' },
  state: {
    type: 'string',
    enum: ['ok', 'warn', 'fail'],
    description: '`warn`: it works, but needs attention; `fail`: it does not work.',
  },
  message: { type: 'string', description: 'What was found, in a sentence.' },
  advice: { type: ['string', 'null'], description: 'What to do. Null: nothing.' },
});

/** Answer of POST /diagnostics/self-check. */
export const selfCheckOutSchema = strictObject({
  at: dateTime('When the check ran (RFC 3339, UTC).'),
  findings: { type: 'array', items: findingSchema, description: 'One entry for each check.' },
});

/** Most messages in one proof of the pace: as many as its chart can show. */
export const PROOF_MESSAGES_MAX = 200;
/** The longest that a proof of the pace may take by its numbers, in seconds. */
export const PROOF_SECONDS_MAX = 60;

/** Body of POST /diagnostics/pacing-test. */
export const pacingTestInSchema = strictObject({
  messages: {
    type: 'integer',
    minimum: 2,
    maximum: PROOF_MESSAGES_MAX,
    description: `How many messages are sent to the built-in receiver: at most ${PROOF_SECONDS_MAX} seconds' worth at the limit.`,
  },
  rateLimit: {
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    description: 'The limit, in messages per second. The test may take at most a minute.',
  },
});

/** Body of POST /diagnostics/crash-test. */
export const crashTestInSchema = strictObject({
  kills: {
    type: 'integer',
    minimum: 1,
    maximum: 5,
    description: 'How often the scratch server is killed during its work.',
  },
});

export type LogLineOut = Readonly<FromSchema<typeof logLineSchema>>;
export type RecentLogOut = FromSchema<typeof recentLogOutSchema>;
export type FindingOut = Readonly<FromSchema<typeof findingSchema>>;
export type SelfCheckOut = FromSchema<typeof selfCheckOutSchema>;
export type PacingTestIn = FromSchema<typeof pacingTestInSchema>;
export type CrashTestIn = FromSchema<typeof crashTestInSchema>;

/** What a pacing test's task has in `data.result` when it is done. */
export interface PacingTestResult {
  readonly messages: number;
  readonly rateLimit: number;
  /** The most that arrived within any one second. */
  readonly worstSecond: number;
  /** Messages per second, from the first arrival to the last. */
  readonly meanPerSecond: number;
  /** From the first arrival to the last, in milliseconds. */
  readonly tookMs: number;
  /** When each one arrived, in milliseconds after the first, in order. */
  readonly arrivalsMs: readonly number[];
}

/** What a crash test's task has in `data.result` when it is done. */
export interface CrashTestResult {
  readonly kills: number;
  /** Messages answered with 202 before, between and after the kills. */
  readonly accepted: number;
  /** The number of them that arrived. */
  readonly arrived: number;
  /** Accepted ones that never arrived. */
  readonly lost: number;
  /** Arrivals beyond the first of a message: delivery is at least once, so a kill can cause another. */
  readonly repeated: number;
  /** How long each start after a kill took to accept requests, in milliseconds. */
  readonly restartsMs: readonly number[];
}
