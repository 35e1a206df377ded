import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Histogram } from '../../../src-server/base/histogram';
import { prometheusText } from '../../../src-server/base/prometheus-text';
import { ConfigError, readConfig } from '../../../src-server/config';
import { type Receiver, startReceiver } from '../../support/receiver';
import { startTestServer, type TestServer } from '../../support/start-test-server';

const METRICS_TOKEN = 'metrics-token-0123456789';

let server: TestServer;
let receiver: Receiver;

beforeAll(async () => {
  server = await startTestServer({ config: { metricsToken: METRICS_TOKEN } });
  receiver = await startReceiver(({ body }) => ({ status: body.includes('bad') ? 500 : 200 }));
});
afterAll(async () => {
  await server.remove();
  await receiver.close();
});

/** Status and text of /metrics, asked with exactly these headers. */
function read(
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const call = request(`${server.baseUrl}/metrics`, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    call.on('error', reject).end();
  });
}
const status = async (headers: Record<string, string>, method?: string) =>
  (await read(headers, method)).status;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
/** The value of a line. */
const numberOf = (text: string, name: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length),
  );

test('the numbers are those of what happened', async () => {
  const app = (await server.call('POST', '/app', { name: 'A' })).json.id;
  await server.call('POST', `/app/${app}/endpoint`, { url: receiver.baseUrl });
  const held = await server.call('POST', `/app/${app}/endpoint`, { url: receiver.baseUrl, disabled: true });
  const before = (await read()).text;
  expect(numberOf(before, 'posthorn_messages_accepted_total')).toBe(0);
  for (const payload of [{}, {}, { bad: 1 }]) {
    await server.call('POST', `/app/${app}/msg`, { eventType: 'a.b', payload });
  }
  await receiver.arrived(3);
  let text = '';
  do text = (await read()).text;
  while (numberOf(text, 'posthorn_deliveries_waiting') > 3);
  expect(numberOf(text, 'posthorn_messages_accepted_total')).toBe(3);
  expect(numberOf(text, 'posthorn_attempts_total{outcome="success"}')).toBe(2);
  expect(numberOf(text, 'posthorn_attempts_total{outcome="refused"}')).toBe(1);
  expect(numberOf(text, 'posthorn_attempts_total{outcome="timeout"}')).toBe(0);
  expect(numberOf(text, 'posthorn_deliveries_waiting')).toBe(3);
  expect(numberOf(text, 'posthorn_sends_in_flight')).toBe(0);
  expect(numberOf(text, 'posthorn_lanes')).toBe(2);
  expect(numberOf(text, 'posthorn_write_lane_length')).toBe(0);
  expect(numberOf(text, 'posthorn_commit_duration_seconds_count')).toBeGreaterThan(3);
  expect(numberOf(text, 'posthorn_commit_duration_seconds_bucket{le="+Inf"}')).toBe(
    numberOf(text, 'posthorn_commit_duration_seconds_count'),
  );
  expect(numberOf(text, 'posthorn_memory_resident_bytes')).toBeGreaterThan(10_000_000);
  expect(numberOf(text, 'posthorn_event_loop_delay_seconds{quantile="1"}')).toBeGreaterThanOrEqual(0);
  expect(text).not.toContain(held.json.id);
  expect(text).not.toContain(app);
});

test('every line is a comment, or a name with labels and a number, and every name is explained', async () => {
  const { text } = await read();
  const lines = text.trimEnd().split('\n');
  const sample = /^([a-z_]+)(?:\{[a-z]+="[^"]*"(?:,[a-z]+="[^"]*")*\})? -?[0-9][0-9.e+-]*$/;
  expect(lines.filter((line) => !/^# (HELP|TYPE) [a-z_]+ \S/.test(line) && !sample.test(line))).toEqual([]);
  const typed = new Set(lines.flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? []));
  const names = lines.flatMap((line) => sample.exec(line)?.[1] ?? []);
  expect(
    names.filter((name) => !typed.has(name) && !typed.has(name.replace(/_(bucket|sum|count)$/, ''))),
  ).toEqual([]);
});

describe('who may read them', () => {
  test('a program on this machine, without a token', async () => {
    expect(await status({})).toBe(200);
    expect(await status({ host: 'localhost' })).toBe(200);
  });

  test('whoever has the metrics token or an admin token, from anywhere', async () => {
    const elsewhere = { host: 'posthorn.example.com', 'x-forwarded-for': '203.0.113.7' };
    expect(await status({ ...elsewhere, ...bearer(METRICS_TOKEN) })).toBe(200);
    expect(await status({ ...elsewhere, ...bearer(server.adminToken) })).toBe(200);
  });

  test('nobody else: not through a proxy on this machine, not from a page in a browser on it', async () => {
    expect(await status({ 'x-forwarded-for': '203.0.113.7' })).toBe(401);
    expect(await status({ forwarded: 'for=203.0.113.7' })).toBe(401);
    expect(await status({ host: 'posthorn.example.com' })).toBe(401);
    expect(await status({ host: '127.0.0.1.example.com' })).toBe(401);
    expect(await status({ origin: 'https://page.example.com' })).toBe(401);
  });

  test('not who shows a token that is wrong or for something else', async () => {
    const reader = (await server.call('POST', '/auth/token', { name: 'r', featureFlags: [] })).json.token;
    expect(await status(bearer('wrong'))).toBe(401);
    expect(await status(bearer(reader))).toBe(403);
  });

  test('not who comes from another machine without a token', async () => {
    const address = Object.values(networkInterfaces())
      .flat()
      .find((one) => one && !one.internal && one.family === 'IPv4')?.address;
    if (!address) return; // a machine without a network has no other address
    const open = await startTestServer({ config: { host: address } });
    expect((await fetch(`${open.baseUrl}/metrics`)).status).toBe(401);
    await open.remove();
  });

  test('the metrics token opens nothing else', async () => {
    expect((await server.call('GET', '/app', undefined, { token: METRICS_TOKEN })).status).toBe(401);
  });

  test('they are only read', async () => expect(await status({}, 'POST')).toBe(405));
});

test('a metrics token comes from a flag or the environment, and one that could be guessed is refused', () => {
  const read = (args: string[], env = {}) => readConfig(args, env, '/data').metricsToken;
  expect(read([])).toBeNull();
  expect(read([], { POSTHORN_METRICS_TOKEN: METRICS_TOKEN })).toBe(METRICS_TOKEN);
  expect(read(['--metrics-token', METRICS_TOKEN])).toBe(METRICS_TOKEN);
  expect(() => read(['--metrics-token', 'short'])).toThrow(ConfigError);
  expect(() => read(['--metrics-token', 'short'])).not.toThrow(/short"/);
});

test('labels and help texts cannot break out of their line', () => {
  const samples = [{ labels: { a: 'x"\\\ny' }, value: 1 }];
  expect(prometheusText([{ name: 'm', help: 'one\ntwo', type: 'gauge', samples }])).toBe(
    '# HELP m one\\ntwo\n# TYPE m gauge\nm{a="x\\"\\\\\\ny"} 1\n',
  );
});

test('a histogram adds up what is below each bound', () => {
  const histogram = new Histogram([1, 2]);
  for (const value of [0.5, 1, 1.5, 7]) histogram.observe(value);
  expect(prometheusText([{ name: 'h', help: 'H.', histogram }])).toBe(
    '# HELP h H.\n# TYPE h histogram\nh_bucket{le="1"} 2\nh_bucket{le="2"} 3\nh_bucket{le="+Inf"} 4\nh_sum 10\nh_count 4\n',
  );
});
