import { beforeAll, expect, test } from 'vitest';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';
import { runPosthorn } from './run-posthorn';

const receiver = startedOnce(() => startReceiver(() => ({ status: up ? 200 : 503 })));
const server = startedOnce(() => startTestServer({ config: { retryScheduleS: [3600] } }));
let up = false;
let endpoint: string;

beforeAll(async () => {
  await server.call('POST', '/app', { name: 'Ada', uid: 'ada' });
  endpoint = await server.create('/app/ada/endpoint', { url: receiver.baseUrl });
  for (const n of [0, 1, 2]) {
    await server.call('POST', '/app/ada/msg', { eventType: n === 0 ? 'a.first' : 'b.other', payload: { n } });
  }
  await receiver.arrived(3);
});

async function retry(...args: string[]) {
  const output = await runPosthorn(['retry', '--application', 'ada', ...args], {
    defaultDataDir: server.dataDir,
  });
  return { ...output, json: output.out.startsWith('{') ? JSON.parse(output.out) : null };
}

test('a dry run counts by endpoint and scope, with the filter, and sends nothing', async () => {
  await expect.poll(async () => (await retry('--dry-run', '--json')).json.messages).toBe(3);
  const { exitCode, out } = await retry('--dry-run');
  expect(exitCode).toBe(0);
  expect(out).toBe(`${receiver.baseUrl}/  waiting  3  no limit\n3 messages would be queued.\n`);
  const typed = await retry('--dry-run', '--json', '--type', 'b.other', '--since', '1h');
  expect(typed.json).toMatchObject({
    ok: true,
    dryRun: true,
    messages: 2,
    endpoints: [{ endpointId: endpoint, scope: 'waiting', messages: 2 }],
  });
  expect((await retry('--dry-run', '--json', '--scope', 'given-up,never-sent')).json.messages).toBe(0);
  expect(receiver.arrivals).toHaveLength(3);
});

test('a disabled endpoint is named, and the exit code says that something was left', async () => {
  await server.call('PATCH', `/app/ada/endpoint/${endpoint}`, { disabled: true });
  const { exitCode, out } = await retry();
  expect([exitCode, out]).toEqual([
    1,
    `${receiver.baseUrl}/  waiting  0 of 3  disabled: enable the endpoint first\n0 messages queued.\n`,
  ]);
  expect((await retry('--scope', 'delivered')).exitCode).toBe(0);
  await server.call('PATCH', `/app/ada/endpoint/${endpoint}`, { disabled: false });
});

test('after the repair, what waits is sent again, followed, and told in a receipt', async () => {
  up = true;
  const message = (await server.call('GET', '/app/ada/msg')).json.data[0].id;
  const result = await retry('--endpoint', endpoint, '--message', message);
  expect([result.exitCode, result.out]).toEqual([
    0,
    `${receiver.baseUrl}/  waiting  1 of 1  finished\n1 message queued.\n`,
  ]);
  await receiver.arrived(4);
  const rest = await retry('--json');
  expect(rest.exitCode).toBe(0);
  expect(rest.json).toMatchObject({ ok: true, messages: 2, disabled: [] });
  expect(rest.json.tasks).toMatchObject([{ task: 'endpoint.retry-now', status: 'finished' }]);
  await receiver.arrived(6);
  // An attempt that is not on disk yet still counts as waiting, and is not sent twice.
  await expect.poll(async () => (await retry('--dry-run', '--json')).json.messages).toBe(0);
  const again = await retry('--scope', 'delivered', '--scope', 'waiting', '--json');
  expect(again.json.messages).toBe(3);
  await receiver.arrived(9);
});

test.each([
  ['no application', ['retry'], 2, /--application/],
  ['an unknown scope', ['retry', '--application', 'ada', '--scope', 'all'], 2, /waiting, given-up/],
  ['a time that is none', ['retry', '--application', 'ada', '--since', 'yesterday'], 2, /--since/],
  ['an application that is not there', ['retry', '--application', 'nobody'], 1, /404/],
  ['an endpoint that is not there', ['retry', '--application', 'ada', '--endpoint', 'ep_x'], 1, /404/],
] as const)('%s is said with its exit code', async (_what, args, code, words) => {
  const { exitCode, out, err } = await runPosthorn([...args], { defaultDataDir: server.dataDir });
  expect({ exitCode, out }).toEqual({ exitCode: code, out: '' });
  expect(err).toMatch(words);
});
