import dns from 'node:dns';
import { expect, onTestFinished, test } from 'vitest';
import { startReceiver } from '../../support/receiver';
import { replacedBuiltin } from '../../support/replaced-builtin';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';
import { runPosthorn } from './run-posthorn';

const lookup = replacedBuiltin<void>(dns, 'lookup');

const receiver = startedOnce(() => startReceiver());
const server = startedOnce(() => startTestServer({ config: { allowTargets: ['127.0.0.0/8'] } }));
const status = (...args: string[]) => runPosthorn(['status', ...args], { defaultDataDir: server.dataDir });

/** From now on, every name that a server or a command looks up has this answer. */
function names(error: string | null): void {
  lookup.mockImplementation(((
    _name: string,
    _options: object,
    done: (error: Error | null, addresses?: object) => void,
  ) =>
    error === null
      ? done(null, [{ address: '127.0.0.1', family: 4 }])
      : done(Object.assign(new Error(error), { code: error }))) as never);
}

/** Waits at the live stream until the network has come or gone once more. */
async function networkChanges() {
  const gone = new AbortController();
  onTestFinished(() => gone.abort());
  const headers = { authorization: `Bearer ${server.adminToken}` };
  const stream = await fetch(`${server.baseUrl}/api/v1/live`, { headers, signal: gone.signal });
  const events = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  return async () => {
    for (let text = ''; !text.includes('{"kind":"network-changed"}'); )
      text += (await events?.read())?.value ?? '';
  };
}

test('the status of a server tells a computer without a network from one that is healthy', async () => {
  const healthy = await status();
  expect([healthy.exitCode, healthy.out]).toEqual([
    0,
    expect.stringMatching(/^Posthorn \d\S* at 127\.0\.0\.1:\d+: healthy, 0 deliveries waiting\.\n$/),
  ]);
  const change = await networkChanges();
  names('EAI_AGAIN');
  await server.call('POST', '/app', { name: 'Ada', uid: 'ada' });
  await server.create('/app/ada/endpoint', { url: `http://a.test:${receiver.port}/` });
  for (const n of [1, 2]) await server.call('POST', '/app/ada/msg', { eventType: 'a.b', payload: { n } });
  await change();
  const lost = await status();
  expect([lost.exitCode, lost.out]).toEqual([
    1,
    expect.stringMatching(
      /: No network since \d\d:\d\d\. 2 deliveries wait; nothing counts against their receivers\.\n$/,
    ),
  ]);
  const { counts, endpoints } = (await server.call('GET', '/delivery-state')).json;
  expect([counts.active + counts.queued, endpoints[0].reason]).toEqual([1, 'no network; 2 wait']);
  const [message] = (await server.call('GET', '/app/ada/msg')).json.data;
  expect((await server.call('GET', `/app/ada/msg/${message.id}/why`)).text).toContain(
    'on hold: this service has had no network since',
  );
  const json = JSON.parse((await status('--json')).out);
  expect(json).toMatchObject({ status: 'degraded', network: { state: 'offline', waiting: 2 } });
  const checked = async () => {
    const { findings } = (await server.call('POST', '/diagnostics/self-check')).json;
    return findings.find(({ id }: { id: string }) => id === 'network');
  };
  expect(await checked()).toMatchObject({
    state: 'fail',
    message: expect.stringMatching(
      /^No network for (?:less than a second|\d+ s)\. 2 deliveries wait; nothing counts/,
    ),
    advice: expect.stringContaining('DNS'),
  });
  names(null);
  await change();
  await receiver.arrived(2);
  expect((await server.call('GET', '/health')).json).toMatchObject({
    status: 'ok',
    network: { state: 'online', waiting: 0 },
  });
  expect(await checked()).toMatchObject({ state: 'ok', advice: null });
});
