import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { SHARED_OPTIONS } from '../../../src-server/cli/help';
import { COMMANDS } from '../../../src-server/cli/posthorn';
import { startedOnce } from '../../support/started';
import { type CliRig, startCliRig } from './cli-rig';

const rig = startedOnce<CliRig>(startCliRig);
const run = (...args: string[]) => rig.run(...args);
const json = async (...args: string[]) => {
  const { exitCode, out, err } = await run(...args, '--json');
  expect({ exitCode, err, out }).toMatchObject({ exitCode: 0, err: '' });
  return JSON.parse(out);
};
const read = async (path: string) => (await rig.server.call('GET', path)).json;

test('no command has an option that means the instance or the data folder', () => {
  const taken = COMMANDS.flatMap(({ name, options, asks }) =>
    Object.keys(options)
      .filter((option) => option in SHARED_OPTIONS[asks])
      .map((option) => `${name} --${option}`),
  );
  expect(taken).toEqual([]);
});

test('an application is created, changed field by field, and deleted', async () => {
  const made = await json('app', 'create', 'Ada Ltd', '--uid', 'ada', '--rate-limit', '25');
  expect(made).toMatchObject({ ok: true, name: 'Ada Ltd', uid: 'ada', rateLimit: 25, metadata: {} });
  expect(await run('app', 'create', 'Grace', '--metadata', '{"plan":"large"}')).toMatchObject({
    ...{ exitCode: 0, err: '' },
    out: expect.stringMatching(/^Created app_\w+ "Grace" on 127\.0\.0\.1:\d+\.\n$/),
  });
  const changed = await run('app', 'update', 'ada', '--metadata', '{"plan":"small"}', '--rate-limit', '');
  expect(changed.out).toBe(`Changed ${made.id} "Ada Ltd" (ada) on ${new URL(rig.server.baseUrl).host}.\n`);
  expect(await read('/app/ada')).toMatchObject({
    name: 'Ada Ltd',
    rateLimit: null,
    metadata: { plan: 'small' },
  });
  expect(await json('app', 'update', 'ada', '--name', 'Ada', '--uid', '')).toMatchObject({
    name: 'Ada',
    uid: null,
  });
  expect((await run('app', 'delete', made.id)).out).toContain(`Deleted ${made.id} "Ada" on `);
  expect((await rig.server.call('GET', `/app/${made.id}`)).status).toBe(404);
});

test('an endpoint is created, changed field by field, and deleted', async () => {
  await run('app', 'create', 'E', '--uid', 'e');
  for (const name of ['invoice.paid', 'invoice.void']) await run('event-type', 'put', name);
  const types = ['--event-type', 'invoice.paid', '--event-type', 'invoice.void'];
  const more = ['--description', 'Billing', '--rate-limit', '5', '--channel', 'c1', '--uid', 'billing'];
  const url = 'https://e.example/hooks';
  const made = await json('endpoint', 'create', 'e', url, ...types, ...more);
  expect(made).toMatchObject({
    ...{ url, uid: 'billing', description: 'Billing', rateLimit: 5 },
    ...{ filterTypes: ['invoice.paid', 'invoice.void'], channels: ['c1'] },
  });
  const filter = '{"payload":{"country":["DE"]}}';
  const filtered = await run('endpoint', 'update', 'e', 'billing', '--filter', filter, '--channel', '');
  expect([filtered.err, filtered.exitCode]).toEqual(['', 0]);
  expect(await read(`/app/e/endpoint/${made.id}`)).toMatchObject({
    ...{ url, channels: null, filter: JSON.parse(filter), filterTypes: ['invoice.paid', 'invoice.void'] },
  });
  expect(await json('endpoint', 'update', 'e', 'billing', '--ordered')).toMatchObject({ ordered: true });
  expect(await json('endpoint', 'update', 'e', 'billing', '--unordered')).toMatchObject({ ordered: false });
  const moved = await run('endpoint', 'update', 'e', made.id, '--target', 'https://e.example/new');
  expect(moved.out).toMatch(/^Changed ep_\w+ \(billing\) for https:\/\/e\.example\/new on /);
  expect((await run('endpoint', 'delete', 'e', 'billing')).out).toContain(`Deleted ${made.id} (billing)`);
  expect((await rig.server.call('GET', `/app/e/endpoint/${made.id}`)).status).toBe(404);
});

test('an ordered endpoint is created', async () => {
  await run('app', 'create', 'O', '--uid', 'o');
  const made = await json('endpoint', 'create', 'o', 'https://o.example/hooks', '--ordered');
  expect(await read(`/app/o/endpoint/${made.id}`)).toMatchObject({ ordered: true });
});

test('an event type is created with its schema as written, and a further put changes only what it names', async () => {
  const schema = '{"type":"object","properties":{"10":{"maximum":1.0},"9":true}}';
  await writeFile(rig.file('schema.json'), schema);
  const name = 'invoice.put';
  const first = await run(
    'event-type',
    'put',
    name,
    '--description',
    'Paid.',
    '--schema',
    rig.file('schema.json'),
  );
  expect(first.out).toMatch(/^Created invoice\.put on /);
  expect((await rig.server.call('GET', `/event-type/${name}`)).text).toContain(schema);
  const again = await json('event-type', 'put', name, '--flag', 'beta', '--flag', 'eu', '--group', 'Billing');
  expect(again).toMatchObject({ description: 'Paid.', featureFlags: ['beta', 'eu'], groupName: 'Billing' });
  expect((await run('event-type', 'put', name, '--flag', '')).out).toMatch(/^Changed invoice\.put on /);
  expect(await read(`/event-type/${name}`)).toMatchObject({ featureFlags: null, groupName: 'Billing' });
});

test('a message is sent with the payload of a file', async () => {
  await run('app', 'create', 'M', '--uid', 'm');
  await writeFile(rig.file('payload.json'), '{"amount": 1.0}');
  const { id } = await json(
    ...['message', 'send', 'm', 'invoice.paid', '--payload-file', rig.file('payload.json')],
    ...['--event-id', 'e-1', '--tag', 't'],
  );
  const sent = await rig.server.call('GET', `/app/m/msg/${id}`);
  expect(sent.json).toMatchObject({ eventId: 'e-1', tags: ['t'] });
  expect(sent.text).toContain('{"amount": 1.0}');
});

test.each([
  ['nothing to change', ['app', 'update', 'ada'], 2, '--name, --uid, --rate-limit, --metadata'],
  [
    'an order that is wanted and not',
    ['endpoint', 'update', 'a', 'e', '--ordered', '--unordered'],
    2,
    '--unordered contradicts another option',
  ],
  ['a limit that is none', ['app', 'create', 'A', '--rate-limit', '1.5'], 2, 'a whole number, not "1.5"'],
  ['metadata that is no JSON', ['app', 'create', 'A', '--metadata', '{'], 2, '--metadata is not JSON'],
  ['metadata that is no object', ['app', 'create', 'A', '--metadata', '[]'], 2, 'must be a JSON object'],
  ['an application that is not there', ['app', 'delete', 'nobody'], 1, '(404)'],
  ['a schema that is not there', ['event-type', 'put', 'a.b', '--schema', '/no/such'], 1, 'does not exist'],
  ['a name that cannot be', ['event-type', 'put', 'not a name'], 1, '(422)'],
  ['two payloads', ['message', 'send', 'm', 'x', '--payload', '{}', '--payload-file', 'f'], 2, 'either'],
])('%s is said with its exit code', async (_what, args, code, words) => {
  const { exitCode, out, err } = await run(...args);
  expect({ exitCode, out }).toEqual({ exitCode: code, out: '' });
  expect(err).toMatch(/^posthorn: /);
  expect(err).toContain(words);
});
