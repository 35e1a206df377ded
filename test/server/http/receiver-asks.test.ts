import { expect, test } from 'vitest';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const target = startedOnce(() => startReceiver(() => response));
const server = startedOnce(startTestServer);
let response: { status: number; headers?: Record<string, string> };

async function endpointAndMessage(): Promise<{ app: string; endpoint: string; send: () => Promise<string> }> {
  const app = `/app/${await server.create('/app', { name: 'A' })}`;
  const { id } = (await server.call('POST', `${app}/endpoint`, { url: target.baseUrl })).json;
  const send = () => server.create(`${app}/msg`, { eventType: 'invoice.paid', payload: {} });
  return { app, endpoint: `${app}/endpoint/${id}`, send };
}

test.each([{ status: 410 }, { status: 200, headers: { 'webhook-delivery': 'disable' } }])(
  'a response of $status that wants no more disables the endpoint, also after a restart, until it is enabled again',
  async (wish) => {
    response = wish;
    const { endpoint, send } = await endpointAndMessage();
    const before = target.arrivals.length;
    await send();
    const disabled = async () => (await server.call('GET', endpoint)).json.disabled;
    await expect.poll(disabled).toBe(true);
    response = { status: 200 };
    await server.restart();
    expect(await disabled()).toBe(true);
    await send();
    expect(target.arrivals.length).toBe(before + 1);
    expect((await server.call('PATCH', endpoint, { disabled: false })).status).toBe(200);
    await target.arrived(before + 2);
    expect(await disabled()).toBe(false);
  },
);
