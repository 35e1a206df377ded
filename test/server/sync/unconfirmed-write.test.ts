import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CopyWorld, expectAgreement, startCopyWorld } from './copy-world';
import { isWrite, type PassedRequest } from './disturbing-proxy';

let world: CopyWorld;
const LOG_IN = '<!doctype html><title>Log in</title>';

beforeEach(async () => {
  world = await startCopyWorld(
    ['changed', 'removed'].map((name) => ({ name: `type.${name}`, description: 'Base.' })),
  );
  await world.call('POST', '/fetch');
  await world.put('type.added', { description: 'Mine.' });
  await world.put('type.changed', { description: 'Mine.' });
  await world.call('DELETE', '/event-types/type.removed');
});
afterEach(() => world.close());

/** What a server would answer that had carried the request out. */
const echo = ({ path, body }: PassedRequest) => ({
  name: decodeURIComponent(path.replace(/.*\//, '')),
  description: '',
  featureFlags: null,
  groupName: null,
  archived: false,
  deprecated: false,
  schemas: null,
  ...JSON.parse(body === '' ? '{}' : body),
});

test.each([
  ['a log-in page with 200', () => ({ status: 200, body: LOG_IN })],
  ['204', () => ({ status: 204, body: '' })],
  ['an echo of what it should write', (seen: PassedRequest) => ({ status: 200, body: echo(seen) })],
  ['a page with 404', () => ({ status: 404, body: LOG_IN })],
])('what is answered with %s and was not written stays a change', async (_what, respond) => {
  world.respond = (request) => (isWrite(request) ? respond(request) : null);
  const outcomes = await world.sync();
  expect(Object.keys(outcomes)).toHaveLength(3);
  expect(Object.values(outcomes)).not.toContain('done');
  expect(await world.state()).toMatchObject({ changes: 3, theirs: 0 });
  expect((await world.mine())['type.changed']).toMatchObject({ description: 'Mine.' });

  world.respond = () => null;
  expect(await world.sync()).toEqual({
    'type.added': 'done',
    'type.changed': 'done',
    'type.removed': 'done',
  });
  expect(Object.keys(await world.theirs()).sort()).toEqual(['type.added', 'type.changed']);
  await expectAgreement(world);
});

test('what was written is done although the response to the write is empty', async () => {
  world.decide = (request) => (isWrite(request) ? 'mute' : 'pass');
  expect(await world.sync()).toEqual({
    'type.added': 'done',
    'type.changed': 'done',
    'type.removed': 'done',
  });
  await expectAgreement(world);
});

test('what somebody changed between the write and its confirmation is merged by the next sync', async () => {
  let isWritten = false;
  world.before = async ({ method, path }) => {
    const isChanged = path.endsWith('/type.changed');
    if (isChanged && method === 'GET' && isWritten) {
      isWritten = false;
      await world.change('type.changed', { deprecated: true });
    }
    if (isChanged && method === 'PATCH') isWritten = true;
  };
  const { data } = await world.runSync();
  expect(data.items.find(({ name }) => name === 'type.changed')).toMatchObject({
    outcome: 'failed',
    reason: expect.stringMatching(/^Not confirmed/),
  });
  await world.sync();
  expect((await world.theirs())['type.changed']).toMatchObject({ description: 'Mine.', deprecated: true });
  await expectAgreement(world);
});
