import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiResponse, callServer } from '../../support/start-test-server';
import { type CopyWorld, startCopyWorld } from './copy-world';

let world: CopyWorld;
/** Somebody with a token of their own. */
let other: (method: string, path: string, body?: unknown) => Promise<ApiResponse>;

beforeEach(async () => {
  world = await startCopyWorld([{ name: 'invoice.paid', description: 'Paid.' }]);
  await world.call('POST', '/fetch');
  const { token } = (await world.here.call('POST', '/auth/token', { name: 'Bea' })).json;
  other = (method, path, body) => callServer(world.here, method, world.copy + path, body, { token });
});
afterEach(() => world.close());

const PAID = '/event-types/invoice.paid';
const tagOf = (response: ApiResponse) => response.headers.get('etag') ?? '';
const withTag = (method: string, tag: string, body?: object) =>
  world.here.call(method, world.copy + PAID, body, { headers: { 'if-match': tag } });

test('an event type of a working copy has a tag, and a write under an older one changes nothing', async () => {
  const tag = tagOf(await world.call('GET', PAID));
  await other('PATCH', PAID, { featureFlags: ['beta'] });
  for (const [method, body] of [
    ['PUT', { description: 'Mine.' }],
    ['PATCH', { description: 'Mine.' }],
    ['DELETE', undefined],
  ] as const) {
    const refused = await withTag(method, tag, body);
    expect([method, refused.status, refused.json.code]).toEqual([method, 412, 'precondition_failed']);
  }
  expect((await world.mine())['invoice.paid']).toMatchObject({
    description: 'Paid.',
    featureFlags: ['beta'],
  });

  const now = tagOf(await world.call('GET', PAID));
  expect(now).not.toBe(tag);
  const written = await withTag('PATCH', now, { description: 'Mine.' });
  expect(written.json).toMatchObject({ description: 'Mine.', featureFlags: ['beta'] });
  expect((await withTag('DELETE', tagOf(written))).status).toBe(204);
});

test('an If-Match on an event type that a working copy does not have changes no response but that of a creation', async () => {
  const tag = tagOf(await world.call('GET', PAID));
  expect((await withTag('DELETE', tag)).status).toBe(204);
  const responses: unknown[] = [];
  for (const [method, body] of [
    ['PATCH', { description: 'Mine.' }],
    ['DELETE', undefined],
    ['PUT', { description: 'Mine.' }],
  ] as const)
    for (const known of [tag, '*']) responses.push([method, (await withTag(method, known, body)).status]);
  expect(responses).toEqual([
    ...[
      ['PATCH', 404],
      ['PATCH', 404],
      ['DELETE', 404],
      ['DELETE', 404],
    ],
    ...[
      ['PUT', 412],
      ['PUT', 412],
    ],
  ]);
  expect(await world.mine()).not.toHaveProperty('invoice.paid');
});

test('a fetch leaves the tag of an event type of a working copy unchanged', async () => {
  const tag = tagOf(await world.call('GET', PAID));
  await world.change('invoice.paid', { deprecated: true });
  await world.call('POST', '/fetch');
  expect((await withTag('PATCH', tag, { description: 'Mine.' })).status).toBe(200);
});

test('two who change different fields of an event type of a working copy both keep what they wrote', async () => {
  await Promise.all([
    world.call('PATCH', PAID, { description: 'Mine.' }),
    other('PATCH', PAID, { groupName: 'billing' }),
  ]);
  expect((await world.mine())['invoice.paid']).toMatchObject({ description: 'Mine.', groupName: 'billing' });
  expect((await world.call('PATCH', '/event-types/nobody.knows', {})).status).toBe(404);
});

test('an undo says whose edit it would revert, and reverts that of someone else only by its id', async () => {
  await world.call('PATCH', PAID, { description: 'Mine.' });
  await other('PUT', '/event-types/order.new', { description: 'Bea’s.' });
  const refused = await world.call('POST', '/undo');
  expect([refused.status, refused.json.code]).toEqual([409, 'confirmation_needed']);
  expect(Object.keys(await world.mine())).toContain('order.new');

  const { undo } = (await world.call('GET', '/steps')).json;
  expect(undo).toMatchObject({ name: 'order.new', types: 1, act: 'edit', by: 'Bea', isOwn: false });
  expect((await other('GET', '/steps')).json.undo).toMatchObject({ edit: undo.edit, isOwn: true });
  expect((await world.call('POST', `/undo?edit=${undo.edit}`)).json.restored).toEqual(['order.new']);
  expect((await world.call('POST', `/undo?edit=${undo.edit}`)).status).toBe(409);
  const own = (await world.call('GET', '/steps')).json;
  expect(own.undo).toMatchObject({ name: 'invoice.paid', by: 'admin', isOwn: true });
  expect(own.redo).toMatchObject({ edit: undo.edit, by: 'Bea', isOwn: false });
  expect((await world.call('POST', '/redo')).json.code).toBe('confirmation_needed');
  expect((await other('POST', '/redo')).json.restored).toEqual(['order.new']);
});

test('undoing an edit that was overwritten since changes nothing, and uses up no step', async () => {
  await world.call('PATCH', PAID, { description: 'Mine.' });
  const { undo } = (await world.call('GET', '/steps')).json;
  await other('PATCH', PAID, { description: 'Bea’s.' });
  const refused = await world.call('POST', `/undo?edit=${undo.edit}`);
  expect([refused.status, refused.json.code]).toEqual([409, 'conflict']);
  await other('POST', '/undo');
  expect((await world.call('POST', '/undo')).json).toEqual({ restored: ['invoice.paid'], left: [] });
  expect((await world.mine())['invoice.paid']).toMatchObject({ description: 'Paid.' });
});

test('an older edit that was undone by its id is left out of a redo after a sync changed it, and others follow', async () => {
  await world.call('PATCH', PAID, { description: 'Mine.' });
  const { undo } = (await world.call('GET', '/steps')).json;
  for (const name of ['order.kept', 'order.new'])
    await world.call('PUT', `/event-types/${name}`, { description: '' });
  await world.call('POST', '/undo');
  expect((await world.call('POST', `/undo?edit=${undo.edit}`)).json.restored).toEqual(['invoice.paid']);
  await world.change('invoice.paid', { deprecated: true });
  await world.call('POST', '/fetch');
  await world.sync();
  expect((await world.mine())['invoice.paid']).toMatchObject({ description: 'Paid.', deprecated: true });

  expect((await world.call('POST', '/redo')).json).toEqual({ restored: [], left: ['invoice.paid'] });
  expect((await world.call('POST', '/redo')).json).toEqual({ restored: ['order.new'], left: [] });
  expect((await world.call('POST', '/redo')).status).toBe(409);
});

test('an older edit that was undone by its id is made again by a redo', async () => {
  await world.call('PATCH', PAID, { description: 'Mine.' });
  const { undo } = (await world.call('GET', '/steps')).json;
  await world.call('PUT', '/event-types/order.new', { description: '' });
  await world.call('POST', `/undo?edit=${undo.edit}`);
  expect((await world.call('POST', '/redo')).json).toEqual({ restored: ['invoice.paid'], left: [] });
  expect((await world.mine())['invoice.paid']).toMatchObject({ description: 'Mine.' });
});

test('after a restart it is still known whose an edit is, and another one’s is taken back only when it is named', async () => {
  await other('PATCH', PAID, { description: 'Bea’s.' });
  await world.here.restart();
  const { undo } = (await world.call('GET', '/steps')).json;
  expect(undo).toMatchObject({ by: 'Bea', isOwn: false });
  expect((await world.call('POST', '/undo')).json.code).toBe('confirmation_needed');
  expect((await other('GET', '/steps')).json.undo).toMatchObject({ isOwn: true });
  expect((await world.call('POST', `/undo?edit=${undo.edit}`)).status).toBe(200);
});
