import { expect, test } from 'vitest';
import { DEFAULT_RETRY_SCHEDULE_S, OPTIONS, readConfig } from '../../../src-server/config';
import { startSettings } from '../../../src-server/http/start-settings';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const server = startedOnce(() =>
  startTestServer({
    config: { metricsToken: 'metrics-s3cret-token', retryScheduleS: [5, 300] },
  }),
);

test('the service says what it is, where it is reached, and what it does', async () => {
  const { json } = await server.call('GET', '/service');
  expect(json).toMatchObject({
    version: '0.1.0',
    address: server.baseUrl,
    hosting: 'headless',
    nodeVersion: process.versions.node,
    load: { waitingDeliveries: 0, inFlight: 0 },
  });
  const isPostgres = process.env.POSTHORN_TEST_ENGINE === 'postgres';
  expect(json.database).toBe(isPostgres ? 'PostgreSQL' : 'SQLite');
  expect(json.databaseVersion).toMatch(isPostgres ? /^1[5-9]\.\d+$/ : /^3\.\d+\.\d+$/);
  expect(json.memory.residentBytes).toBeGreaterThan(10_000_000);
  expect(json.noCrashTestBecause).toContain('second one');
});

test('no response holds a token', async () => {
  const texts = [
    await server.call('GET', '/service'),
    await server.call('GET', '/data'),
    await server.call('GET', '/diagnostics/log'),
    await server.call('POST', '/diagnostics/self-check'),
  ].map(({ text }) => text);
  expect(texts.join('')).not.toContain('metrics-s3cret-token');
  expect(texts.join('')).not.toContain(server.adminToken);
});

test('every setting of the start is named, with its flag, its variable and where it comes from', () => {
  const env = { POSTHORN_RETENTION_DAYS: '30', POSTHORN_ADMIN_TOKEN: 'admin-s3cret' };
  const settings = startSettings(readConfig(['--port', '9000', '--workstation'], env, '/data'));
  expect(settings.map(({ name }) => name).sort()).toEqual([...Object.keys(OPTIONS), 'admin-token'].sort());
  const of = (wanted: string) => settings.find(({ name }) => name === wanted);
  expect(of('port')).toMatchObject({ value: '9000', source: 'flag', variable: 'POSTHORN_PORT' });
  expect(of('retention-days')).toMatchObject({ value: '30 days', source: 'environment' });
  expect(of('workstation')).toMatchObject({ value: 'on', source: 'flag', flag: '--workstation' });
  expect(of('retry-schedule')).toMatchObject({
    value: DEFAULT_RETRY_SCHEDULE_S.join(', '),
    source: 'default',
  });
  expect(of('admin-token')).toMatchObject({ value: 'set', source: 'environment', flag: null });
  expect(JSON.stringify(settings)).not.toContain('s3cret');
});
