import { expect, test } from 'vitest';
import { FakeClock } from '../../support/fake-clock';
import { rawRequest } from '../../support/raw-request';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';

const RETRY_S = 600;

/** What the receiver answers, by path. */
const responses = new Map<string, number>();
const receiver = startedForEach(() => startReceiver(({ path }) => ({ status: responses.get(path) ?? 200 })));
const server = startedForEach(() =>
  startTestServer({
    config: { retryScheduleS: [RETRY_S] },
    parts: { clock: new FakeClock(Date.now()) },
  }),
);

interface Shown {
  readonly id: string;
  readonly state: string;
}

/** What each reader says of each endpoint of the application; an idle one is not named by the state of deliveries. */
async function shownStates(app: string) {
  const read = async (path: string) => (await server.call('GET', path)).json;
  const statesOf = (rows: readonly Shown[]) =>
    Object.fromEntries(rows.map(({ id, state }) => [id, state] as const));
  const list: Shown[] = (await read(`/app/${app}/endpoint`)).data;
  const single = await Promise.all(list.map(({ id }): Promise<Shown> => read(`/app/${app}/endpoint/${id}`)));
  const listed: Shown[] = (await read('/fleet/endpoint')).data;
  const live = await read('/delivery-state');
  const named = new Map<string, string>(
    live.endpoints.map((endpoint: { endpointId: string; state: string }) => [
      endpoint.endpointId,
      endpoint.state,
    ]),
  );
  const metrics = (await rawRequest(server.baseUrl, '/metrics')).text;
  return {
    list: statesOf(list),
    others: [
      statesOf(single),
      statesOf(listed),
      Object.fromEntries(list.map(({ id }) => [id, named.get(id) ?? 'idle'])),
    ],
    counts: live.counts,
    metrics: Object.fromEntries(
      [...metrics.matchAll(/^posthorn_endpoints\{state="(\w+)"\} (\d+)$/gm)].map(([, state, count]) => [
        state,
        Number(count),
      ]),
    ),
    attention: (await read('/fleet/attention')).data.map(
      ({ endpointId, state }: { endpointId: string; state: string }) => `${endpointId} ${state}`,
    ),
    overview: (await read('/fleet/app')).data[0],
  };
}

test('list, endpoint, list of all applications, live view, attention, overview and metrics say the same state of an endpoint', async () => {
  for (const name of ['a.all', 'a.again', 'a.burst', 'a.none']) {
    await server.call('POST', '/event-type', { name, description: '' });
  }
  const app = await server.create('/app', { name: 'Acme' });
  const endpoint = (path: string, more: object = {}) =>
    server.create(`/app/${app}/endpoint`, { url: `${receiver.baseUrl}${path}`, ...more });
  const send = (eventType: string) => server.call('POST', `/app/${app}/msg`, { eventType, payload: {} });
  for (const path of ['/failing', '/held', '/recovering']) responses.set(path, 503);
  const failing = await endpoint('/failing', { filterTypes: ['a.all'] });
  const paused = await endpoint('/held', { filterTypes: ['a.all'] });
  const recovering = await endpoint('/recovering', { filterTypes: ['a.all', 'a.again'] });
  const active = await endpoint('/active', { filterTypes: ['a.all'] });
  const delayed = await endpoint('/slow', { filterTypes: ['a.burst'], rateLimit: 1 });
  const disabled = await endpoint('/never', { disabled: true });
  const idle = await endpoint('/idle', { filterTypes: ['a.none'] });
  const attempted = async (id: string, attempts: number) => {
    const path = `/app/${app}/attempt/endpoint/${id}`;
    while ((await server.call('GET', path)).json.data.length < attempts);
  };
  await send('a.all');
  for (const id of [failing, paused, recovering, active]) await attempted(id, 1);
  await server.call('PATCH', `/app/${app}/endpoint/${paused}`, { paused: true });
  responses.set('/recovering', 200);
  await send('a.again');
  await attempted(recovering, 2);
  const burst = Array.from({ length: 310 }, () => send('a.burst'));
  await Promise.all(burst);
  await attempted(delayed, 1);

  const states = { failing, paused, recovering, active, delayed, disabled, idle };
  const expected = Object.fromEntries(Object.entries(states).map(([state, id]) => [id, state]));
  const { list, others, counts, metrics, attention, overview } = await shownStates(app);
  expect(list).toEqual(expected);
  expect(others).toEqual([expected, expected, expected]);
  const ones = {
    failing: 1,
    delayed: 1,
    recovering: 1,
    queued: 0,
    active: 1,
    paused: 1,
    disabled: 1,
    idle: 1,
  };
  expect(counts).toEqual(ones);
  expect(metrics).toEqual(ones);
  expect(attention.toSorted()).toEqual(
    [`${failing} failing`, `${paused} paused`, `${delayed} delayed`].toSorted(),
  );
  expect(overview).toMatchObject({ endpoints: 7, failing: 1, held: 2, failingEndpointId: failing });
});
