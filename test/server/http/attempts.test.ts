import { beforeAll, expect, test } from 'vitest';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const receiver = startedOnce(() =>
  startReceiver((arrival) => ({
    status: arrival.path === '/bad' ? 503 : 200,
    body: 'said',
  })),
);
const server = startedOnce(() => startTestServer({ config: { retryScheduleS: [3600] } }));
let app: string;
let message: string;
const ids: Record<string, string> = {};

/** One message to four endpoints: one works, one fails and waits for a retry, one is held, and one is deleted. */
beforeAll(async () => {
  app = `/app/${await server.create('/app', { name: 'A' })}`;
  for (const [uid, extra] of Object.entries({ good: {}, bad: {}, held: { disabled: true }, gone: {} })) {
    const body = { uid, url: `${receiver.baseUrl}/${uid}`, ...extra };
    ids[uid] = await server.create(`${app}/endpoint`, body);
  }
  message = await server.create(`${app}/msg`, { eventType: 'a.b', payload: { n: 1 }, channels: ['c'] });
  await receiver.arrived(3);
  while ((await attempts(`/attempt/msg/${message}`)).length < 3);
  await server.call('DELETE', `${app}/endpoint/gone`);
});

async function attempts(path: string): Promise<{ endpointId: string; response: string; msg?: unknown }[]> {
  return (await server.call('GET', app + path)).json.data;
}
const endpointsOf = (rows: readonly { endpointId: string }[]) => rows.map((row) => row.endpointId).sort();

test('attempts are found by message and endpoint, status, code and event type', async () => {
  const of = async (query: string) => endpointsOf(await attempts(`/attempt/msg/${message}?${query}`));
  expect(await of('status=0')).toEqual([ids.good, ids.gone].sort());
  expect(await of('status=2')).toEqual([ids.bad]);
  expect(await of('status=3')).toEqual([]);
  expect(await of('status_code_class=500')).toEqual([ids.bad]);
  expect(await of('status_code_class=0')).toEqual([]);
  expect(await of('endpoint_id=good')).toEqual([ids.good]);
  expect(await of('event_types=x,a.b&status=2')).toEqual([ids.bad]);
  expect(await of('event_types=x&event_types=y')).toEqual([]);
  expect(await of('event_types[]=x&event_types[1]=a.b&endpoint_id=bad')).toEqual([ids.bad]);
  expect(await of('channel=c&status=2')).toEqual([ids.bad]);
  expect(await of('channel=d')).toEqual([]);
  expect(await of(`before=2020-01-01T00:00:00Z`)).toEqual([]);
  expect(await of(`after=2020-01-01T00:00:00Z&limit=2`)).toHaveLength(2);
});

test('a row without content says why the attempt failed', async () => {
  const rows = (await server.call('GET', `${app}/attempt/msg/${message}?with_content=false`)).json.data;
  const causes = new Map(
    rows.map((row: { endpointId: string; cause: string | null }) => [row.endpointId, row.cause]),
  );
  expect([causes.get(ids.bad), causes.get(ids.good)]).toEqual(['http', null]);
});

test('content is omitted on request', async () => {
  const [full] = await attempts('/attempt/endpoint/bad?with_msg=true');
  expect([full?.response, full?.msg]).toEqual([
    'said',
    expect.objectContaining({ id: message, payload: { n: 1 } }),
  ]);
  const [bare] = await attempts('/attempt/endpoint/bad?with_msg=true&with_content=false');
  expect([bare?.response, bare?.msg]).toEqual(['{}', expect.objectContaining({ payload: {} })]);
});

test('the outcome of a message is reported by endpoint, including deleted ones', async () => {
  const { data } = (await server.call('GET', `${app}/msg/${message}/endpoint?expanded_statuses=true`)).json;
  const statuses = Object.fromEntries(
    data.map((row: { uid: string; statusText: string }) => [row.uid, row.statusText]),
  );
  expect(statuses).toEqual({ good: 'success', bad: 'sending', held: 'pending', gone: 'success' });
  const bad = data.find((row: { uid: string }) => row.uid === 'bad');
  expect(Date.parse(bad.nextAttempt)).toBeGreaterThan(Date.parse(bad.createdAt) + 2_000_000);
  expect(JSON.stringify(data)).not.toContain('whsec_');
});

test('the messages of an endpoint are found by outcome', async () => {
  const of = async (endpoint: string, query: string) =>
    (await server.call('GET', `${app}/endpoint/${endpoint}/msg?${query}`)).json.data.map(
      (row: { statusText: string }) => row.statusText,
    );
  expect(await of('good', '')).toEqual(['success']);
  expect(await of('good', 'status=2')).toEqual([]);
  expect(await of('bad', 'status=3&expanded_statuses=true')).toEqual(['sending']);
  expect(await of('bad', 'status=3')).toEqual(['pending']);
  expect(await of('bad', 'expanded_statuses=false')).toEqual(['pending']);
  expect(await of('held', 'status=1')).toEqual(['pending']);
  expect(await of('bad', 'tag=none')).toEqual([]);
});

test('statistics count deliveries by state', async () => {
  const of = async (endpoint: string) => (await server.call('GET', `${app}/endpoint/${endpoint}/stats`)).json;
  expect(await of('good')).toEqual({ success: 1, pending: 0, sending: 0, fail: 0, canceled: 0 });
  expect(await of('bad')).toMatchObject({ success: 0, sending: 1 });
  expect(await of('held')).toMatchObject({ pending: 1 });
});

test('a resend may be the first delivery to an endpoint whose filters did not want the message', async () => {
  const body = { url: receiver.baseUrl, filterTypes: ['other.type'] };
  await server.call('PUT', '/event-type/other.type', { description: '' });
  const { id } = (await server.call('POST', `${app}/endpoint`, body)).json;
  const attempts = async () =>
    (await server.call('GET', `${app}/attempt/endpoint/${id}`)).json.data.map(
      ({ msgId, status }: { msgId: string; status: number }) => [msgId, status],
    );
  expect(await attempts()).toEqual([]);
  expect((await server.call('POST', `${app}/msg/${message}/endpoint/${id}/resend`)).status).toBe(202);
  await expect.poll(attempts).toEqual([[message, 0]]);
});

test('a held endpoint refuses a resend with a reason, and attempts of others are not found', async () => {
  const resend = await server.call('POST', `${app}/msg/${message}/endpoint/held/resend`);
  expect([resend.status, resend.json.code]).toEqual([409, 'endpoint_disabled']);
  const other = `/app/${await server.create('/app', { name: 'B' })}`;
  expect((await server.call('GET', `${other}/msg/${message}`)).status).toBe(404);
  expect((await server.call('GET', `${other}/attempt/endpoint/${ids.good}`)).status).toBe(404);
});

test('a stored response can be removed for good', async () => {
  const [attempt] = (await server.call('GET', `${app}/attempt/endpoint/good`)).json.data;
  const path = `${app}/msg/${message}/attempt/${attempt.id}`;
  expect((await server.call('DELETE', `${path}/content`)).status).toBe(204);
  expect((await server.call('GET', path)).json.response).toBe('EXPUNGED');
  expect((await server.call('GET', `${app}/msg/${message}/attempt/atmpt_none`)).status).toBe(404);
});
