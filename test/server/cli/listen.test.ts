import { Webhook } from 'svix';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src-server/base/clock';
import { type Receiver, type ReceiverResponse, startReceiver } from '../../support/receiver';
import { type CliRig, startCliRig } from './cli-rig';

let rig: CliRig;
let receiver: Receiver;
/** The statuses that the program at the other end answers next; 200 when there is none. */
let statuses: number[] = [];
let poller: string;
let token: string;
const clock = { ...systemClock, sleep: () => Promise.resolve() };

beforeAll(async () => {
  rig = await startCliRig();
  receiver = await startReceiver(() => ({ status: statuses.shift() ?? 200 }));
  await rig.server.call('POST', '/app', { name: 'Ada', uid: 'ada' });
});
afterAll(async () => {
  await receiver.close();
  await rig.remove();
});
beforeEach(async () => {
  statuses = [];
  poller = await rig.server.create('/app/ada/polling-endpoint', {});
  token = (await rig.server.call('GET', `/auth/app/ada/poller/${poller}/token`)).json.token;
});

const send = async (body: string): Promise<void> => {
  const text = `{"eventType":"invoice.paid","payload":${body}}`;
  await rig.server.call('POST', '/app/ada/msg', undefined, { raw: text });
};

/** Runs it until nothing is left; what it prints, and the bodies that have arrived. */
async function listen(...more: string[]) {
  const lines: string[] = [];
  const before = receiver.arrivals.length;
  const at = `${rig.server.baseUrl}/api/v1/app/ada/poller/${poller}`;
  const args = ['--poller', at, '--token', token, '--forward', `${receiver.baseUrl}/hook?a=b`, ...more];
  const output = await rig.runIn({ clock, print: (line) => lines.push(line) }, 'listen', '--once', ...args);
  const arrivals = receiver.arrivals.slice(before);
  return { ...output, lines, arrivals, bodies: arrivals.map(({ body }) => body.toString()) };
}

test('each message is posted in order, as it was written, with headers that verify', async () => {
  await send('{"amount":1.0}');
  await send('{"amount":2}');
  const { exitCode, out, lines, arrivals, bodies } = await listen();
  expect([exitCode, out]).toEqual([0, 'Posted 2 messages.\n']);
  expect(bodies).toEqual(['{"amount":1.0}', '{"amount":2}']);
  expect(arrivals[0]).toMatchObject({ method: 'POST', path: '/hook?a=b' });
  const [start = '', first] = lines;
  const [, secret = ''] = /signed with (\S+)$/.exec(start) ?? [];
  const verify = (by: string) => () => {
    for (const { body, headers } of arrivals) new Webhook(by).verify(body, headers as Record<string, string>);
  };
  expect(verify(secret)).not.toThrow();
  expect(verify(`whsec_${Buffer.alloc(32).toString('base64')}`)).toThrow();
  expect(first).toMatch(/^invoice\.paid msg_\w+: 200 in \d+ ms$/);
  expect(lines).toHaveLength(3);
});

test('a message that is not taken is posted again before the next; what was taken does not come again', async () => {
  await send('{"n":1}');
  await send('{"n":2}');
  statuses = [500, 404];
  expect((await listen()).bodies).toEqual(['{"n":1}', '{"n":1}', '{"n":1}', '{"n":2}']);
  await send('{"n":3}');
  expect((await listen()).bodies).toEqual(['{"n":3}']);
  expect((await listen('--consumer', 'other')).bodies).toEqual(['{"n":1}', '{"n":2}', '{"n":3}']);
});

test('what it was stopped at comes first when it is started again', async () => {
  for (const n of [1, 2, 3]) await send(`{"n":${n}}`);
  statuses = [200, 500];
  const stop = new AbortController();
  const sleep = async () => stop.abort();
  const at = `${rig.server.baseUrl}/api/v1/app/ada/poller/${poller}`;
  const args = ['--poller', at, '--token', token, '--forward', receiver.baseUrl];
  await rig.runIn({ clock: { ...clock, sleep }, signal: stop.signal }, 'listen', ...args);
  expect((await listen()).bodies).toEqual(['{"n":2}', '{"n":3}']);
});

test('it goes on, no sooner than it is told to, when the server fails or wants to be asked later', async () => {
  const message = { id: 'msg_1', eventType: 'a', offset: 7, payload: { n: 1 } };
  const page = (data: object[], done: boolean) => ({ status: 200, body: JSON.stringify({ data, done }) });
  const script: ReceiverResponse[] = [
    { status: 429, headers: { 'retry-after': '7' }, body: '{"detail":"Too many."}' },
    { status: 503 },
    page([], false),
    page([message], true),
    { status: 500 },
    { status: 204 },
    page([], true),
  ];
  const server = await startReceiver(() => script.shift() ?? { status: 418 });
  onTestFinished(() => server.close());
  const slept: number[] = [];
  const sleep = async (ms: number) => void slept.push(ms);
  const at = `${server.baseUrl}/api/v1/app/ada/poller/job`;
  const args = ['--poller', at, '--token', 'sk_poll_x', '--forward', receiver.baseUrl];
  const output = await rig.runIn({ clock: { ...clock, sleep } }, 'listen', '--once', ...args);
  expect(output).toMatchObject({ exitCode: 0, out: 'Posted 1 message.\n' });
  expect([slept, script]).toEqual([[7000, 2000, 2000], []]);
});

test('it pauses where polls are answered at once though there is nothing', async () => {
  const stop = new AbortController();
  const server = await startReceiver(() => ({ status: 200, body: '{"data":[],"done":true}' }));
  onTestFinished(() => server.close());
  const slept: number[] = [];
  const sleep = async (ms: number) => {
    slept.push(ms);
    if (slept.length === 2) stop.abort();
  };
  const at = `${server.baseUrl}/api/v1/app/ada/poller/job`;
  const args = ['--poller', at, '--token', 'sk_poll_x', '--forward', receiver.baseUrl];
  const still = { ...clock, sleep, monotonicUs: () => 0 };
  await rig.runIn({ clock: still, signal: stop.signal }, 'listen', ...args);
  expect([slept, server.arrivals.length]).toEqual([[2000, 2000], 2]);
});

test.each([
  ['redirects', 308, 'responds with a redirect to https://elsewhere.example/api. Use the final URL.'],
  ['is another program', 200, 'responds, but not like Posthorn. Check the URL.'],
])('it ends with a sentence where what it polls %s', async (_name, status, sentence) => {
  const headers = { location: 'https://elsewhere.example/api' };
  const server = await startReceiver(() => ({ status, headers, body: '<html></html>' }));
  onTestFinished(() => server.close());
  const at = `${server.baseUrl}/api/v1/app/ada/poller/job`;
  const output = await listen('--poller', at);
  expect(output).toMatchObject({ exitCode: 3, err: expect.stringContaining(sentence) });
  expect(server.arrivals).toHaveLength(1);
});

test('it ends with a sentence where the program that it posts to redirects, and has committed nothing', async () => {
  await send('{"n":1}');
  const elsewhere = await startReceiver(() => ({ status: 302, headers: { location: '/login' } }));
  onTestFinished(() => elsewhere.close());
  const output = await listen('--forward', elsewhere.baseUrl);
  const sentence = `${elsewhere.baseUrl}/ responds with a redirect to /login. Use the final URL as --forward.`;
  expect(output).toMatchObject({ exitCode: 3, err: expect.stringContaining(sentence) });
  expect([elsewhere.arrivals.length, (await listen()).bodies]).toEqual([1, ['{"n":1}']]);
});

test('what is missing or refused is said, and ends it', async () => {
  const malformed = await listen('--poller', 'http://127.0.0.1:1/api/v1/app/%E0%A4%A/poller/x');
  expect(malformed).toMatchObject({ exitCode: 2, err: expect.stringContaining('--poller http') });
  expect(await rig.run('listen', '--forward', 'http://x/')).toMatchObject({ exitCode: 2 });
  expect(await listen('--token', 'sk_poll_wrong')).toMatchObject({ exitCode: 4, arrivals: [] });
  await rig.server.call('PATCH', `/app/ada/polling-endpoint/${poller}`, { disabled: true });
  expect(await listen()).toMatchObject({ exitCode: 1, err: expect.stringContaining('(409)') });
});
