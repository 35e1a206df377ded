import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CliContext } from '../../../src-server/cli/command';
import { type CopyWorld, startCopyWorld } from '../sync/copy-world';
import { runPosthorn } from './run-posthorn';

let world: CopyWorld;
beforeEach(async () => {
  world = await startCopyWorld([{ name: 'invoice.paid', description: 'Paid.' }, { name: 'invoice.void' }]);
});
afterEach(() => world.close());

const context = (): Partial<CliContext> => ({ defaultDataDir: world.here.dataDir });
const run = (...args: string[]) => runPosthorn(args, context());
const json = async (...args: string[]) => {
  const { exitCode, out } = await run(...args, '--json');
  return { exitCode, ...JSON.parse(out) };
};

test('the status of a server with one connection says how its working copy stands, and with two does not', async () => {
  const server = /^Posthorn \S+ at \S+: healthy, 0 deliveries waiting\.\n/;
  const { exitCode, out } = await run('status');
  expect([exitCode, out.replace(server, '')]).toEqual([0, 'There: nothing was pulled yet.\n']);
  await run('pull', 'There');
  await world.put('invoice.new', {});
  expect((await run('status')).out).toMatch(/^Posthorn .*\nThere: 1 change here \(pulled 20.*\)\.\n$/);
  expect(await json('status')).toMatchObject({
    ...{ exitCode: 0, status: 'ok' },
    workingCopy: { connection: world.connectionId, changes: 1 },
  });
  const { token } = (await world.here.call('POST', '/auth/token', { name: 'R', featureFlags: [] })).json;
  const reader = await run('status', '--url', world.here.baseUrl, '--token', token);
  expect(reader.out).not.toContain('There:');
  const another = { name: 'Other', baseUrl: world.there.baseUrl, token: world.there.adminToken };
  expect(await world.here.call('POST', '/connections', another)).toMatchObject({ status: 201 });
  expect((await run('status')).out.replace(server, '')).toBe('');
});

test('a catalog is pulled, edited, compared and synced, and each step says how it stands', async () => {
  expect(await run('status', 'There')).toMatchObject({
    exitCode: 1,
    out: 'There: nothing was pulled yet.\n',
  });
  expect(await run('pull', 'There')).toMatchObject({
    exitCode: 0,
    out: 'There: 2 event types. Nothing new there.\n',
  });
  expect((await run('status', 'There')).out).toMatch(/^There: up to date \(pulled 20\d\d-/);
  expect(await run('diff', 'There')).toMatchObject({ exitCode: 0, out: 'No differences.\n' });

  await world.put('invoice.new', {});
  await world.change('invoice.void', { deprecated: true });
  expect(await json('pull', world.connectionId)).toMatchObject({
    ok: true,
    eventTypes: 2,
    new: ['invoice.void'],
  });
  expect(await run('status', 'There')).toMatchObject({
    exitCode: 1,
    out: expect.stringContaining('1 change here, 1 change there (pulled'),
  });
  expect(await run('diff', 'There')).toMatchObject({
    exitCode: 1,
    out: 'here   invoice.new\nthere  invoice.void\n',
  });
  expect(await run('sync', 'There', '--dry-run')).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(/^here /),
  });
  expect(Object.keys(await world.theirs())).not.toContain('invoice.new');
  expect(await json('sync', 'There')).toMatchObject({
    exitCode: 0,
    receiptId: expect.stringMatching(/^sync_/),
    items: [
      { name: 'invoice.void', outcome: 'done' },
      { name: 'invoice.new', outcome: 'done' },
    ],
  });
  expect(await world.mine()).toEqual(await world.theirs());
  expect(await run('sync', 'There')).toMatchObject({ exitCode: 0, out: 'Nothing to sync.\n' });
});

test.each([
  ['mine', 'Mine.'],
  ['theirs', 'Theirs.'],
])('a conflict ends a sync with 1, unless %s is taken', async (side, description) => {
  await run('pull', 'There');
  await world.put('invoice.paid', { description: 'Mine.' });
  await world.change('invoice.paid', { description: 'Theirs.' });
  expect(await run('diff', 'There')).toMatchObject({
    exitCode: 1,
    out: 'conflict  invoice.paid  /description\n',
  });
  expect((await run('sync', 'There', '--dry-run')).exitCode).toBe(1);
  expect(await json('sync', 'There')).toMatchObject({ exitCode: 1, items: [{ outcome: 'conflict' }] });
  expect((await json('sync', 'There', '--take', side, '--dry-run')).exitCode).toBe(0);
  expect(await json('sync', 'There', '--take', side)).toMatchObject({
    exitCode: 0,
    items: [{ outcome: 'done' }],
  });
  expect((await world.theirs())['invoice.paid']?.description).toBe(description);
  expect(await world.mine()).toEqual(await world.theirs());
});

test('a sync changes event types there without an announcement where none is wanted', async () => {
  const announced = async () => {
    const { data } = (await world.there.call('GET', '/event-type/invoice.paid/history')).json;
    return data.map((row: { announced: boolean }) => row.announced);
  };
  await run('pull', 'There');
  await world.put('invoice.paid', { description: 'Edited here.' });
  expect((await run('sync', 'There', '--no-announce')).exitCode).toBe(0);
  expect(await announced()).toEqual([false, true]);
  await world.put('invoice.paid', { description: 'Edited again.' });
  expect((await run('sync', 'There')).exitCode).toBe(0);
  expect(await announced()).toEqual([true, false, true]);
});

test('what cannot be done is said, with its exit code', async () => {
  expect(await run('sync', 'There', '--take', 'both')).toMatchObject({
    exitCode: 2,
    err: expect.stringMatching(/--take/),
  });
  expect(await run('pull')).toMatchObject({ exitCode: 2 });
  expect(await json('pull', 'Nowhere')).toMatchObject({
    exitCode: 1,
    ok: false,
    error: expect.stringMatching(/There are: There\./),
  });
  world.decide = () => 'cut';
  expect(await json('pull', 'There')).toMatchObject({ exitCode: 1, error: expect.stringMatching(/502/) });
  const { baseUrl } = world.there;
  world.decide = () => 'pass';
  await world.here.call('POST', '/connections', { name: 'There', baseUrl, token: world.there.adminToken });
  expect(await json('status', 'There')).toMatchObject({
    exitCode: 1,
    error: expect.stringMatching(/Several/),
  });
});
