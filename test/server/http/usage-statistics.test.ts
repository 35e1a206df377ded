import { expect, test } from 'vitest';
import { ApiError } from '../../../src-server/base/errors';
import type { RouteInput } from '../../../src-server/http/route';
import { usageStatisticsRoutes } from '../../../src-server/http/routes/usage-statistics';

const NOW = Date.parse('2026-01-31T12:00:00Z');
const apps = [
  { id: 'app_1', uid: 'one' },
  { id: 'app_2', uid: null },
];
const begun: object[] = [];
const routes = usageStatisticsRoutes({
  applications: {
    get: async (name: string) => apps.find(({ id, uid }) => id === name || uid === name),
  } as never,
  clock: { now: () => NOW } as never,
  tasks: {
    async begin(task) {
      begun.push(task);
      return task.task;
    },
    present: (task: string) => ({ id: 'qtask_1', status: 'running', task, updatedAt: 'now' }),
  },
});
const ask = (path: string, body?: unknown) =>
  routes.find((row) => row.path === path)?.handler({ body } as RouteInput);

test('the task of the event types is begun and shown', async () => {
  expect(await ask('/stats/usage/event-types')).toEqual({
    status: 202,
    body: { id: 'qtask_1', status: 'running', task: 'event-type.aggregate', updatedAt: 'now' },
  });
});

test('applications are named by id or uid; those that nobody has are said', async () => {
  const answer = await ask('/stats/usage/app', {
    since: '2026-01-01T00:00:00Z',
    until: '2027-01-01T00:00:00Z',
    appIds: ['one', 'app_1', 'nobody', 'app_2', 'nobody'],
  });
  expect(answer).toMatchObject({
    status: 202,
    body: { task: 'application.stats', unresolvedAppIds: ['nobody'] },
  });
  expect(begun.at(-1)).toMatchObject({
    arguments: { since: Date.parse('2026-01-01T00:00:00Z'), until: NOW, appIds: ['app_1', 'app_2'] },
  });
});

test('without a list every application counts', async () => {
  const range = { since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' };
  for (const appIds of [undefined, null, []]) {
    expect(await ask('/stats/usage/app', { ...range, appIds })).toMatchObject({
      body: { unresolvedAppIds: [] },
    });
    expect(begun.at(-1)).toMatchObject({ arguments: { appIds: null } });
  }
});

test.each([
  ['since', { since: '2026-01-02T00:00:00Z', until: '2026-01-01T00:00:00Z' }],
  ['since', { since: '2026-02-01T00:00:00Z', until: '2026-02-02T00:00:00Z' }],
  ['appIds', { since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z', appIds: ['nobody'] }],
])('a wrong %s is a 422 and begins nothing', async (field, body) => {
  const before = begun.length;
  const failure = await Promise.resolve(ask('/stats/usage/app', body)).catch((cause: unknown) => cause);
  expect(failure).toBeInstanceOf(ApiError);
  expect((failure as ApiError).body).toMatchObject({ detail: [{ loc: ['body', field] }] });
  expect(begun).toHaveLength(before);
});
