import { apiError, invalidField } from '../../base/errors';
import type { RecentLog } from '../../base/recent-log';
import { type LogLevelWord, PROOF_SECONDS_MAX, type SelfCheckOut } from '../../contract/diagnostics';
import { diagnosticsOperations } from '../../contract/operations/diagnostics';
import type { TaskRunner } from '../../delivery/tasks/task-runner';
import { CRASH_TEST } from '../../diagnostics/crash-test';
import type { Jobs } from '../../diagnostics/jobs';
import { PACING_TEST } from '../../diagnostics/pacing-test';
import { type Route, route } from '../route';

interface DiagnosticsRouteParts {
  readonly selfCheck: () => Promise<SelfCheckOut>;
  readonly recentLog: RecentLog;
  readonly jobs: Jobs;
  readonly tasks: TaskRunner;
  /** As in ServiceRouteParts. */
  readonly noCrashTestBecause: string | null;
}

/** Whether this server is healthy, what it has logged, and experiments that prove what it promises. */
export function diagnosticsRoutes(parts: DiagnosticsRouteParts): readonly Route[] {
  const { jobs, tasks } = parts;
  return [
    route(diagnosticsOperations.selfCheck, {
      access: 'admin',
      summary: 'Look at everything this server depends on: database, disk, clock, names, queue.',
      async handler() {
        return { status: 200, body: await parts.selfCheck() };
      },
    }),
    route(diagnosticsOperations.readLog, {
      access: 'admin',
      summary: 'Read the newest lines of the log, without secrets, the newest first.',
      handler: ({ query }) => ({
        status: 200,
        body: parts.recentLog.read({
          level: (query.level ?? 'debug') as LogLevelWord,
          text: query.text ?? '',
          limit: query.limit ?? 200,
        }),
      }),
    }),
    route(diagnosticsOperations.provePacing, {
      access: 'admin',
      summary:
        'Send messages at a limit to the built-in receiver and measure what is received, as a background task.',
      errors: ['conflict', 'generic_error'],
      async handler({ body }) {
        if (body.messages / body.rateLimit > PROOF_SECONDS_MAX) {
          throw invalidField('messages', `at that limit they would take longer than ${PROOF_SECONDS_MAX} s`);
        }
        return { status: 202, body: tasks.present(await jobs.begin(PACING_TEST, body)) };
      },
    }),
    route(diagnosticsOperations.proveDurability, {
      access: 'admin',
      summary:
        'Kill a scratch server in the middle of its work and count what was lost, as a background task.',
      errors: ['conflict', 'generic_error'],
      async handler({ body }) {
        if (parts.noCrashTestBecause !== null) throw apiError('generic_error', parts.noCrashTestBecause);
        return { status: 202, body: tasks.present(await jobs.begin(CRASH_TEST, body)) };
      },
    }),
  ];
}
