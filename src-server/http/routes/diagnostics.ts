import { apiError, invalidField } from '../../base/errors';
import type { RecentLog } from '../../base/recent-log';
import { backgroundTaskOutSchema } from '../../contract/background-task';
import {
  type CrashProofIn,
  crashProofInSchema,
  LOG_LEVELS,
  type LogLevelWord,
  type PacingProofIn,
  PROOF_SECONDS_MAX,
  pacingProofInSchema,
  recentLogOutSchema,
  type SelfCheckOut,
  selfCheckOutSchema,
} from '../../contract/diagnostics';
import type { TaskRunner } from '../../delivery/task-runner';
import { CRASH_PROOF } from '../../diagnostics/crash-proof';
import type { Jobs } from '../../diagnostics/jobs';
import { PACING_PROOF } from '../../diagnostics/pacing-proof';
import { bodyOf, type Route, route } from '../route';

export interface DiagnosticsRouteParts {
  readonly selfCheck: () => Promise<SelfCheckOut>;
  readonly recentLog: RecentLog;
  readonly jobs: Jobs;
  readonly tasks: TaskRunner;
  /** As in ServiceRouteParts. */
  readonly noCrashProofBecause: string | null;
}

/** Whether this server is well, what it has logged, and experiments that prove what it promises. */
export function diagnosticsRoutes(parts: DiagnosticsRouteParts): readonly Route[] {
  const { jobs, tasks } = parts;
  return [
    route({
      method: 'POST',
      path: '/diagnostics/self-check',
      access: 'admin',
      summary: 'Look at everything this server depends on: database, disk, clock, names, queue.',
      answers: { 200: selfCheckOutSchema },
      async handler() {
        return { status: 200, body: await parts.selfCheck() };
      },
    }),
    route({
      method: 'GET',
      path: '/diagnostics/log',
      access: 'admin',
      summary: 'Read the newest lines of the log, without secrets, the newest first.',
      query: {
        level: {
          type: 'string',
          enum: LOG_LEVELS,
          default: 'debug',
          description: 'Lines of this level and worse.',
        },
        text: { type: 'string', maxLength: 200, default: '', description: 'Only lines with this text.' },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: 1000,
          default: 200,
          description: 'Most lines of the answer.',
        },
      },
      answers: { 200: recentLogOutSchema },
      handler: ({ query }) => ({
        status: 200,
        body: parts.recentLog.read({
          level: (query.level ?? 'debug') as LogLevelWord,
          text: query.text ?? '',
          limit: query.limit ?? 200,
        }),
      }),
    }),
    route({
      method: 'POST',
      path: '/diagnostics/pacing-proof',
      access: 'admin',
      summary:
        'Send messages at a limit to the built-in receiver and measure what arrives, as a background task.',
      body: bodyOf<PacingProofIn>(pacingProofInSchema),
      answers: { 202: backgroundTaskOutSchema },
      errors: ['conflict'],
      async handler({ body }) {
        if (body.messages / body.rateLimit > PROOF_SECONDS_MAX) {
          throw invalidField('messages', `at that limit they would take longer than ${PROOF_SECONDS_MAX} s`);
        }
        return { status: 202, body: tasks.present(await jobs.begin(PACING_PROOF, body)) };
      },
    }),
    route({
      method: 'POST',
      path: '/diagnostics/crash-proof',
      access: 'admin',
      summary:
        'Kill a scratch server in the middle of its work and count what was lost, as a background task.',
      body: bodyOf<CrashProofIn>(crashProofInSchema),
      answers: { 202: backgroundTaskOutSchema },
      errors: ['conflict', 'generic_error'],
      async handler({ body }) {
        if (parts.noCrashProofBecause !== null) throw apiError('generic_error', parts.noCrashProofBecause);
        return { status: 202, body: tasks.present(await jobs.begin(CRASH_PROOF, body)) };
      },
    }),
  ];
}
