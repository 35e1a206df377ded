import { afterAll, beforeAll, expect, it } from 'vitest';
import { WorkingCopyApi } from '../../../src-renderer/admin/platform/working-copy/working-copy-api';
import { ApiClient } from '../../../src-renderer/api/api-client';
import type { ApiFailure } from '../../../src-renderer/api/api-failure';
import type { EventTypeOut } from '../../../src-server/contract/event-type';
import type { ListResponse } from '../../../src-server/contract/list';
import { type CopyWorld, startCopyWorld } from '../../server/sync/copy-world';

let world: CopyWorld;
let api: WorkingCopyApi;

beforeAll(async () => {
  world = await startCopyWorld([
    {
      name: 'invoice.paid',
      description: 'Paid.',
      schemas: { '1': { type: 'object', properties: { 2: {}, 1: {} } }, '2': { title: 'next' } },
    },
    { name: 'invoice.voided', description: 'Voided.', featureFlags: ['beta'] },
  ]);
  await world.call('POST', '/fetch');
  api = copyApi(world.there.baseUrl);
});
afterAll(() => world.close());

function copyApi(remoteUrl: string): WorkingCopyApi {
  const client = (baseAddress: string, token: string) => new ApiClient({ baseAddress, token });
  return new WorkingCopyApi({
    id: world.connectionId,
    local: client(world.here.baseUrl, world.here.adminToken),
    remote: client(remoteUrl, world.there.adminToken),
  });
}

const paid = { name: 'invoice.paid' };

it('a working copy lists and reads event types as the API does', async () => {
  const { data } = await api.call('GET /event-type-summaries');
  expect(data).toMatchObject([
    { name: 'invoice.paid', description: 'Paid.', hasSchema: true, featureFlags: null },
    { name: 'invoice.voided', hasSchema: false, featureFlags: ['beta'] },
  ]);
  const type = await api.call('GET /event-type/{name}', { path: { name: 'invoice.voided' } });
  expect(type).toMatchObject({ description: 'Voided.', featureFlag: 'beta', schemas: null });
});

it('a working copy lists event types in pages', async () => {
  const names: string[] = [];
  let iterator: string | null = null;
  do {
    const query = { include_archived: true, with_content: true, limit: 1, iterator };
    const page: ListResponse<EventTypeOut> = await api.call('GET /event-type', { query });
    names.push(...page.data.map(({ name }) => name));
    iterator = page.iterator;
  } while (iterator !== null);
  expect(names).toEqual(['invoice.paid', 'invoice.voided']);
});

it('a patch of a working copy changes only the given fields, and other schema versions stay', async () => {
  const before = await api.call('GET /event-type/{name}', { path: paid });
  const patch = { path: paid, bodyText: '{"schema":{"b":1.0,"a":1}}' };
  const { text } = await api.callText('PATCH /event-type/{name}', patch);
  expect(text).toContain('"schemas":{"1":{"b":1.0,"a":1},"2":{"title":"next"}}');
  const after = await api.call('PATCH /event-type/{name}', { path: paid, body: { description: 'New.' } });
  expect(after).toMatchObject({ description: 'New.', schemas: { '2': { title: 'next' } } });
  expect(after.updatedAt).not.toBe(before.updatedAt);
  expect((await world.theirs())['invoice.paid']).toMatchObject({ description: 'Paid.' });
});

it('a patch of a working copy under the tag of an older state is refused, and changes nothing', async () => {
  const { tag } = await api.callText('GET /event-type/{name}', { path: paid });
  expect(tag).not.toBeNull();
  const patch = (description: string) =>
    api.callText('PATCH /event-type/{name}', { path: paid, body: { description } }, { ifMatch: tag });
  await patch('First.');
  await expect(patch('Second.')).rejects.toMatchObject({ status: 412 });
  const now = await api.call('GET /event-type/{name}', { path: paid });
  expect(now).toMatchObject({ description: 'First.' });
});

it('a working copy refuses to create an existing event type, and names the invalid field of a new one', async () => {
  const create = (body: { name: string; schema?: object }) => api.call('POST /event-type', { body });
  await expect(create({ name: 'invoice.paid' })).rejects.toMatchObject({ status: 409 });
  const wrong = create({ name: 'order.new', schema: { type: 'nothing' } });
  await expect(wrong).rejects.toMatchObject({ status: 422 });
  const failure = await wrong.catch((cause: ApiFailure) => cause);
  expect((failure as ApiFailure).fieldError('schema')).toContain('/type must be');
  expect(await create({ name: 'order.new' })).toMatchObject({ name: 'order.new', description: '' });
});

it('a bulk change of a working copy is one undo step, and skips event types edited since when undone', async () => {
  const bulk = (eventTypes: readonly { name: string; [field: string]: unknown }[]) =>
    api.call('POST /event-type-bulk', { body: { eventTypes: [...eventTypes] } });
  const { eventTypes } = await bulk([
    { name: 'invoice.paid', archived: true },
    { name: 'invoice.voided', remove: true },
    { name: 'order.sent', description: 'Sent.' },
    { name: 'nobody.knows', archived: true },
  ]);
  expect(eventTypes.map(({ outcome }) => outcome)).toEqual(['changed', 'removed', 'created', 'missing']);
  expect(await world.mine()).toMatchObject({ 'invoice.paid': { archived: true }, 'order.sent': {} });
  await world.put('order.sent', { description: 'Edited since.' });
  const undo = eventTypes.slice(0, 3).map(({ name, before, version }) => ({
    name,
    ifVersion: version ?? 0,
    ...(before === null ? { remove: true } : { restore: before }),
  }));
  const undone = await bulk(undo);
  expect(undone.eventTypes.map(({ outcome }) => outcome)).toEqual(['changed', 'created', 'conflict']);
  expect(await world.mine()).toMatchObject({
    'invoice.paid': { archived: false },
    'invoice.voided': { featureFlags: ['beta'] },
    'order.sent': { description: 'Edited since.' },
  });
  // The edit above and the two bulk changes: three steps.
  await world.call('POST', '/undo');
  expect((await world.mine())['invoice.paid']).toMatchObject({ archived: true });
});

it('an import into a working copy runs offline as one undo step and reports its progress', async () => {
  const api = copyApi('http://127.0.0.1:9');
  const webhooks = {
    'import.new': { post: { description: 'New.', responses: {} } },
    'invoice.paid': { post: { description: 'From the document.', responses: {} } },
  };
  const spec = { openapi: '3.1.0', info: { title: 'Import', version: '1' }, webhooks };
  const options = { keepDescription: false, keepFlags: false, replaceAll: false };
  await world.put('invoice.paid', { ...(await world.mine())['invoice.paid'], deprecated: true });
  const plan = await api.call('POST /event-type/import/plan', { body: { spec, ...options } });
  expect(plan.counts).toMatchObject({ new: 1 });
  const apply = (digest: string) =>
    api.call('POST /event-type/import/apply', { body: { spec, ...options, digest } });
  await expect(apply('another')).rejects.toMatchObject({ status: 409 });
  expect(await apply(plan.digest)).toMatchObject({ created: ['import.new'], canUndo: false });
  expect(await world.mine()).toMatchObject({
    'invoice.paid': { deprecated: true },
    'import.new': { description: 'New.' },
  });
  expect(await api.call('GET /event-type/import/progress')).toEqual({ data: [] });
  await world.call('POST', '/undo');
  expect(Object.keys(await world.mine())).not.toContain('import.new');
});

it('an environment import into a working copy is one step and can be reverted', async () => {
  const api = copyApi('http://127.0.0.1:9');
  const before = await world.mine();
  const changed = { ...before['invoice.paid'], description: 'From a file.', createdAt: '', updatedAt: '' };
  const take = (body: object) => api.call('POST /environment/import', { body });
  await take({ eventTypes: [changed, { name: 'file.new', description: 'New.' }] });
  expect(await world.mine()).toMatchObject({
    'invoice.paid': { description: 'From a file.', featureFlags: before['invoice.paid']?.featureFlags },
    'file.new': { description: 'New.' },
  });
  await take({ eventTypes: [before['invoice.paid']], remove: { eventTypes: ['file.new', 'nobody.knows'] } });
  expect(await world.mine()).toEqual(before);
});

it('a working copy checks payloads and generates examples without the instance', async () => {
  const api = copyApi('http://127.0.0.1:9');
  const check = await api.call('POST /event-type/{name}/check-payload', {
    path: { name: 'invoice.paid' },
    body: { payload: {} },
  });
  expect(check).toMatchObject({ fits: true });
  const made = await api.call('POST /event-type/schema/generate-example', {
    body: { schema: { const: 5 } },
  });
  expect(made).toMatchObject({ example: 5 });
});

it('flag sets are read and saved in the working copy, and the instance keeps its own until a sync', async () => {
  const set = { id: 'set_mine', letter: 'A', name: 'Mine', colour: 'sky' as const, featureFlags: ['beta'] };
  const before = await api.call('GET /catalog/flag-sets');
  expect(before.flagSets).toEqual([]);
  const body = { flagSets: [set], version: before.version };
  expect((await api.call('PUT /catalog/flag-sets', { body })).flagSets).toEqual([set]);
  // Offline too.
  const offline = copyApi('http://127.0.0.1:9');
  expect((await offline.call('GET /catalog/flag-sets')).flagSets).toEqual([set]);
  expect((await world.there.call('GET', '/catalog/flag-sets')).json.flagSets).toEqual([]);
});
