import type { Clock } from '../../base/clock';
import { invalidField } from '../../base/errors';
import { usageStatisticsOperations } from '../../contract/operations/usage-statistics';
import type { TaskRunner } from '../../delivery/tasks/task-runner';
import type { AppStatsArguments } from '../../live/usage-tasks';
import type { ApplicationStore } from '../../storage/application-store';
import { type Route, route } from '../route';

interface UsageStatisticsRouteParts {
  readonly applications: ApplicationStore;
  readonly clock: Clock;
  readonly tasks: TaskRunner;
}

/** Counts over all applications. Each is a background task, whose `data` has the result once it is finished. */
export function usageStatisticsRoutes({
  applications,
  clock,
  tasks,
}: UsageStatisticsRouteParts): readonly Route[] {
  const begin = (task: string, args: object) =>
    tasks.begin({ task, appId: null, endpointId: null, arguments: { ...args } });

  return [
    route(usageStatisticsOperations.recordEventTypes, {
      access: 'admin',
      summary: 'Find which applications receive which event types, as a background task.',
      async handler() {
        return { status: 202, body: tasks.present(await begin('event-type.aggregate', {})) };
      },
    }),
    route(usageStatisticsOperations.countApplications, {
      access: 'admin',
      summary: 'Count the usage of applications in a period, as a background task.',
      async handler({ body }) {
        const since = Date.parse(body.since);
        const until = Math.min(Date.parse(body.until), clock.now());
        if (since > until) throw invalidField('since', 'This must not be later than `until`, or than now.');
        const wanted = body.appIds?.length ? [...new Set(body.appIds)] : null;
        const { ids, unresolved } = await resolve(applications, wanted ?? []);
        if (wanted && ids.length === 0) throw invalidField('appIds', 'None of these applications was found.');
        const args: AppStatsArguments = { since, until, appIds: wanted && ids };
        const task = await begin('application.stats', args);
        return { status: 202, body: { ...tasks.present(task), unresolvedAppIds: unresolved } };
      },
    }),
  ];
}

/** Ids of applications given by id or uid, each once, and the names that match none. */
async function resolve(applications: ApplicationStore, names: readonly string[]) {
  const ids = new Set<string>();
  const unresolved: string[] = [];
  for (const name of names) {
    const found = await applications.get(name);
    if (found) ids.add(found.id);
    else unresolved.push(name);
  }
  return { ids: [...ids], unresolved };
}
