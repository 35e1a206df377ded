import { expect, test } from 'vitest';
import { FakeClock } from '../../support/fake-clock';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';
import { runPosthorn } from './run-posthorn';

const clock = new FakeClock(Date.parse('2026-05-01T12:00:00Z'));
const server = startedOnce(() => startTestServer({ parts: { clock } }));
const run = (...args: string[]) =>
  runPosthorn(['clock', ...args, '--url', server.baseUrl, '--token', server.adminToken]);

test('a clock in doubt is exit code 1, until it is confirmed', async () => {
  expect(await run()).toMatchObject({ exitCode: 0, out: 'The clock is not in doubt.\n' });
  clock.setWall(Date.parse('2027-06-01T12:00:00Z'));
  const { exitCode, out } = await run();
  expect([exitCode, out]).toEqual([1, expect.stringContaining('2027-06-01T12:00:00.000Z')]);
  expect(JSON.parse((await run('--json')).out)).toMatchObject({
    clock: { from: '2026-05-01T12:00:00.000Z', steadyAt: '2027-06-01T13:00:00.000Z' },
  });
  expect((await run('--confirm')).exitCode).toBe(0);
  expect((await run()).exitCode).toBe(0);
});
