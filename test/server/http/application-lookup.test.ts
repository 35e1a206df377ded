import { expect, test } from 'vitest';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const server = startedOnce(startTestServer);

test('a changed application is found as it is, a deleted one is not, under every name', async () => {
  const { id } = (await server.call('POST', '/app', { name: 'first', uid: 'u' })).json;
  const read = async (name: string) => (await server.call('GET', `/app/${name}`)).json;
  expect((await read('u')).name).toBe('first');
  await server.call('PATCH', `/app/${id}`, { name: 'second', uid: 'v' });
  expect((await read(id)).name).toBe('second');
  expect((await read('u')).code).toBe('not_found');
  expect((await read('v')).name).toBe('second');
  await server.call('DELETE', '/app/v');
  expect((await read('v')).code).toBe('not_found');
  expect((await read(id)).code).toBe('not_found');
  expect((await server.call('POST', '/app', { name: 'third', uid: 'v' })).status).toBe(201);
  expect((await read('v')).name).toBe('third');
});
