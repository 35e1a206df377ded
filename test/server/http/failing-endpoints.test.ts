import { expect, onTestFinished, test } from 'vitest';
import { ConfigError, readConfig } from '../../../src-server/config';
import { FakeClock } from '../../support/fake-clock';
import { type Receiver, startReceiver } from '../../support/receiver';
import { startTestServer, type TestServer } from '../../support/start-test-server';

const HOUR = 3_600_000;

let server: TestServer;
let own: Receiver;
/** A server that disables after 30 hours, an endpoint that always fails, and one that gets the notices. */
async function start() {
  const clock = new FakeClock(Date.now());
  const target = await startReceiver(() => ({ status: 500 }));
  own = await startReceiver();
  onTestFinished(target.close);
  onTestFinished(own.close);
  server = await startTestServer({ config: { disableAfterHours: 30 }, parts: { clock } });
  onTestFinished(() => server.remove());
  const filterTypes = ['endpoint.disabled', 'endpoint.enabled'];
  await server.call('POST', '/operational-webhook/endpoint', { url: own.baseUrl, filterTypes });
  const app = `/app/${await server.create('/app', { name: 'A' })}`;
  const endpoint = `${app}/endpoint/${await server.create(`${app}/endpoint`, { url: target.baseUrl })}`;
  const send = () => server.create(`${app}/msg`, { eventType: 'a.b', payload: {} });
  /** Sends a message and waits until its only attempt is on disk. */
  const attempt = async () => {
    const id = await send();
    await until(async () => (await server.call('GET', `${app}/attempt/msg/${id}`)).json.data.length === 1);
  };
  return { clock, app, endpoint, send, attempt };
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition()));
}
const isDisabled = async (endpoint: string) => (await server.call('GET', endpoint)).json.disabled === true;

test('an endpoint that fails for too long is disabled across a restart, and everybody is told why', async () => {
  const { clock, app, endpoint, send, attempt } = await start();
  const since = new Date(clock.now()).toISOString();
  await attempt();
  await until(async () => (await server.call('GET', endpoint)).json.failingSince === since);
  clock.stall(15 * HOUR);
  await attempt();
  await server.restart();
  clock.stall(15 * HOUR);
  expect(await isDisabled(endpoint)).toBe(false);
  await attempt();
  await until(() => isDisabled(endpoint));
  const disabledAt = new Date(clock.now()).toISOString();
  expect((await server.call('GET', endpoint)).json).toMatchObject({
    disabledAt,
    disabledReason: 'failing',
    failingSince: since,
  });

  await own.arrived(1);
  const notice = JSON.parse(own.arrivals[0]?.body.toString() ?? '');
  expect(notice).toEqual({
    type: 'endpoint.disabled',
    data: {
      appId: app.slice('/app/'.length),
      endpointId: endpoint.split('/').at(-1),
      ...{ trigger: 'automatic', reason: 'failing', failSince: since },
    },
  });

  const held = await send();
  const explained = await server.call('GET', `${app}/msg/${held}/why`);
  expect(explained.text).toMatch(/disabled on [^"]+ because all attempts had failed since /);

  await server.call('PATCH', endpoint, { disabled: false });
  expect((await server.call('GET', endpoint)).json).toMatchObject({
    ...{ disabled: false, disabledAt: null, disabledReason: null, failingSince: null },
  });
  await own.arrived(2);
  expect(JSON.parse(own.arrivals[1]?.body.toString() ?? '').type).toBe('endpoint.enabled');
});

test('with the setting off it is left enabled, however long it fails', async () => {
  const { clock, endpoint, attempt } = await start();
  const response = await server.call('PATCH', '/settings', { disableEndpointOnFailure: false });
  expect(response.json.disableEndpointOnFailure).toBe(false);
  for (let n = 0; n < 5; n++) {
    await attempt();
    clock.stall(15 * HOUR);
  }
  expect(await isDisabled(endpoint)).toBe(false);
  // The failures counted nevertheless: once this is enabled again, the next failure disables the endpoint.
  await server.call('PATCH', '/settings', { disableEndpointOnFailure: true });
  await attempt();
  await until(() => isDisabled(endpoint));
});

test('the time is five days unless the server is started with another, and 0 is for ever', () => {
  const hours = (...args: string[]) => readConfig(args, {}, '/tmp').disableAfterHours;
  expect([hours(), hours('--disable-after-hours', '0'), hours('--disable-after-hours=1.5')]).toEqual([
    120, 0, 1.5,
  ]);
  expect(readConfig([], { POSTHORN_DISABLE_AFTER_HOURS: '24' }, '/tmp').disableAfterHours).toBe(24);
  expect(() => hours('--disable-after-hours', '-1')).toThrow(ConfigError);
});
