import { spawnSync } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../../src-server/config';
import { rawRequest } from '../../support/raw-request';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const METRICS_TOKEN = 'metrics-token-0123456789';

const receiver = startedOnce(() =>
  startReceiver(({ body }) => ({ status: body.includes('bad') ? 500 : 200 })),
);
const server = startedOnce(() => startTestServer({ config: { metricsToken: METRICS_TOKEN } }));

const read = (headers: Record<string, string> = {}, method = 'GET') =>
  rawRequest(server.baseUrl, '/metrics', { method, headers });
const status = async (headers: Record<string, string>, method?: string) =>
  (await read(headers, method)).status;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
/** The value of a metric line. */
const numberOf = (text: string, name: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length),
  );

test('the numbers are those of what happened', async () => {
  const app = await server.create('/app', { name: 'A' });
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
  expect(numberOf(text, 'posthorn_sends_put_off_total')).toBe(0);
  expect(numberOf(text, 'posthorn_network_online')).toBe(1);
  expect(numberOf(text, 'posthorn_lanes')).toBe(2);
  expect(numberOf(text, 'posthorn_write_lane_length')).toBe(0);
  expect(numberOf(text, 'posthorn_commit_duration_seconds_count')).toBeGreaterThan(3);
  expect(numberOf(text, 'posthorn_commit_duration_seconds_bucket{le="+Inf"}')).toBe(
    numberOf(text, 'posthorn_commit_duration_seconds_count'),
  );
  expect(numberOf(text, 'posthorn_memory_resident_bytes')).toBeGreaterThan(10_000_000);
  expect(numberOf(text, 'posthorn_attempt_duration_seconds_count{outcome="success"}')).toBe(2);
  expect(numberOf(text, 'posthorn_attempt_duration_seconds_count{outcome="refused"}')).toBe(1);
  expect(numberOf(text, 'posthorn_delivery_delay_seconds_count')).toBe(3);
  expect(numberOf(text, 'posthorn_delivery_delay_seconds_sum')).toBeLessThan(15);
  expect(text).not.toContain(held.json.id);
  expect(text).not.toContain(app);
});

test('every attempt has a duration, and only the first of a delivery a delay', async () => {
  const own = await startTestServer({ config: { retryScheduleS: [0.01] } });
  const app = await own.create('/app', { name: 'A' });
  const { id } = (await own.call('POST', `/app/${app}/endpoint`, { url: receiver.baseUrl })).json;
  const text = async () => (await fetch(`${own.baseUrl}/metrics`)).text();
  const attempts = async (outcome: string) =>
    numberOf(await text(), `posthorn_attempt_duration_seconds_count{outcome="${outcome}"}`);
  const message = await own.call('POST', `/app/${app}/msg`, { eventType: 'a.b', payload: { bad: 1 } });
  while ((await attempts('refused')) < 2);
  await own.call('POST', `/app/${app}/msg/${message.json.id}/endpoint/${id}/resend`);
  while ((await attempts('refused')) < 3);
  expect(numberOf(await text(), 'posthorn_delivery_delay_seconds_count')).toBe(1);
  await own.remove();
});

/** A sample: name, labels, value. */
const SAMPLE = /^([a-z_]+)(?:\{([a-z]+="[^"]*"(?:,[a-z]+="[^"]*")*)\})? (-?[0-9][0-9.e+-]*|\+Inf)$/;

test('what is said keeps the rules of the format and of its checker', async () => {
  await read(); // starts the event loop's histogram
  const { text } = await read();
  expect(text).toMatch(/\n$/);
  const lines = text.split('\n').filter((line) => line !== '');
  const types = new Map(
    lines.flatMap((line) =>
      [/^# TYPE (\S+) (\S+)$/.exec(line)?.slice(1) ?? []].filter((type) => type.length),
    ) as [string, string][],
  );
  const samples = lines.filter(
    (line) => !/^# (HELP [a-z_]+ [A-Z].*\.|TYPE [a-z_]+ (counter|gauge|histogram))$/.test(line),
  );
  const odd: string[] = [];
  const seen = new Set<string>();
  for (const line of samples) {
    const [, name = '', labels = ''] = SAMPLE.exec(line) ?? [];
    const family = types.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '');
    const type = types.get(family);
    const key = line.slice(0, line.lastIndexOf(' '));
    if (name === '' || !type || seen.has(key)) odd.push(line);
    if (type === 'counter' ? !name.endsWith('_total') : name.endsWith('_total')) odd.push(`total: ${line}`);
    if (type !== 'histogram' && /_(bucket|sum|count)$/.test(name)) odd.push(`suffix: ${line}`);
    if (/(^|,)quantile=/.test(labels) || /(^|,)le=/.test(labels) !== name.endsWith('_bucket'))
      odd.push(`label: ${line}`);
    if (/(counter|gauge|histogram|summary|milli|micro|kilo|mega|_ms|_min|_hour|_kb|_mb)/.test(name))
      odd.push(`unit: ${line}`);
    seen.add(key);
  }
  expect(odd).toEqual([]);
  expect(lines.filter((line) => line.startsWith('# HELP')).length).toBe(types.size);
  expect(types.get('posthorn_event_loop_delay_seconds')).toBe('histogram');
});

test('every histogram rises to its count, up to infinity', async () => {
  const { text } = await read();
  const buckets = new Map<string, [number, number][]>();
  for (const line of text.split('\n')) {
    const [, name, labels = '', le = '', value] =
      /^(\w+)_bucket\{(.*?),?le="([^"]+)"\} (\d+)$/.exec(line) ?? [];
    if (!name) continue;
    const series = `${name}_count${labels ? `{${labels}}` : ''}`;
    buckets.set(series, [
      ...(buckets.get(series) ?? []),
      [le === '+Inf' ? Infinity : Number(le), Number(value)],
    ]);
  }
  // One for each outcome of an attempt, and three others.
  expect(buckets.size).toBe(8);
  for (const [series, steps] of buckets) {
    const rising = (at: 0 | 1) => steps.every((step, n) => n === 0 || step[at] >= (steps[n - 1]?.[at] ?? 0));
    expect([series, rising(0), rising(1), steps.at(-1)]).toEqual([
      series,
      true,
      true,
      [Infinity, numberOf(text, series)],
    ]);
  }
});

test('two programs that read them in turn see the same event loop', async () => {
  const count = async () => numberOf((await read()).text, 'posthorn_event_loop_delay_seconds_count');
  let first = await count();
  while (first < 2) first = await count();
  for (let times = 0; times < 5; times += 1) {
    const next = await count();
    expect(next).toBeGreaterThanOrEqual(first);
    first = next;
  }
});

test('promtool, where there is one, has nothing to say', async () => {
  const { text } = await read();
  const { error, stdout, stderr, status } = spawnSync('promtool', ['check', 'metrics'], { input: text });
  if (error) {
    // A machine without Prometheus; the tests above cover its rules.
    expect((error as NodeJS.ErrnoException).code).toBe('ENOENT');
    return;
  }
  expect([status, String(stdout), String(stderr)]).toEqual([0, '', '']);
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
      .find((network) => network && !network.internal && network.family === 'IPv4')?.address;
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
