import { beforeEach, describe, expect, test } from 'vitest';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';
import { webhooksDocument } from '../../support/webhooks-document';

const server = startedOnce(startTestServer);
let names = 0;
let name: string;

beforeEach(() => {
  name = `invoice.paid-${names++}`;
});

const create = (extra: object = {}) =>
  server.call('POST', '/event-type', { name, description: 'Paid.', ...extra });
const patch = (body: object, token?: string) =>
  server.call('PATCH', `/event-type/${name}`, body, token === undefined ? {} : { token });
const history = async () => (await server.call('GET', `/event-type/${name}/history`)).json.data;
const restore = (version: number) =>
  server.call('POST', `/event-type/${name}/history/${version}/restore`, undefined);
const schemaOf = (properties: object) => ({ type: 'object', properties });

describe('the history of an event type', () => {
  test('has each change with its author and what it changed, newest first', async () => {
    const token = (await server.call('POST', '/auth/token', { name: 'Deploy robot' })).json;
    await create({ schema: schemaOf({ total: { type: 'number' } }) });
    await patch({ featureFlags: ['beta'], schema: schemaOf({ total: { type: 'string' } }) }, token.token);
    const [second, first] = await history();
    expect(second).toMatchObject({
      name,
      version: 2,
      act: 'update',
      author: 'Deploy robot',
      authorTokenId: token.id,
      source: null,
      schemaSummary: '~1',
      verdict: 'breaking',
      more: 0,
    });
    expect(second.changes).toEqual([
      { effect: null, where: 'visibility', text: 'now visible only with beta' },
      { effect: 'breaking', where: 'schema > total', text: 'number becomes string' },
    ]);
    expect(first).toMatchObject({ version: 1, act: 'create', author: 'admin', authorTokenId: null });
    expect(first).toMatchObject({ changes: [], verdict: null });
  });

  test('keeps the name of an author whose token was revoked', async () => {
    const token = (await server.call('POST', '/auth/token', { name: 'Gone' })).json;
    await create();
    await patch({ description: 'New.' }, token.token);
    await server.call('DELETE', `/auth/token/${token.id}`);
    expect((await history())[0]).toMatchObject({ author: 'Gone', authorTokenId: token.id });
  });

  test('names the action: archived, unarchived, deleted, created again, imported', async () => {
    await create();
    await server.call('DELETE', `/event-type/${name}`);
    await patch({ archived: false });
    await server.call('DELETE', `/event-type/${name}?expunge=true`);
    expect((await server.call('GET', `/event-type/${name}`)).status).toBe(404);
    await server.call('PUT', `/event-type/${name}`, { description: 'Again.' });
    await server.call('POST', '/environment/import', {
      eventTypes: [{ name, description: 'From a file.' }],
    });
    const spec = webhooksDocument({ [name]: { description: 'From a document.', responses: {} } });
    expect((await server.call('POST', '/event-type/import/openapi', { spec })).status).toBe(200);
    expect(
      (await history()).map(({ act, version }: { act: string; version: number }) => [version, act]),
    ).toEqual([
      [7, 'import'],
      [6, 'import'],
      [5, 'create'],
      [4, 'delete'],
      [3, 'unarchive'],
      [2, 'archive'],
      [1, 'create'],
    ]);
  });

  test('has no version for a change that changes nothing', async () => {
    await create({ featureFlags: ['a'] });
    await patch({ description: 'Paid.' });
    await patch({ featureFlags: ['a'] });
    expect(await history()).toHaveLength(1);
  });

  test('is written by the sample too, and is complete in each version', async () => {
    await server.call('POST', '/sample');
    const { data } = (await server.call('GET', '/event-type?limit=1')).json;
    await create({ schema: schemaOf({ a: {} }), groupName: 'money', featureFlags: ['beta'] });
    await patch({ schemas: null, groupName: null, deprecated: true });
    const version = await server.call('GET', `/event-type/${name}/history/1`);
    expect(version.json.content).toEqual({
      description: 'Paid.',
      archived: false,
      deprecated: false,
      sunsetAt: null,
      replacedBy: null,
      groupName: 'money',
      featureFlags: ['beta'],
      schemas: { 1: schemaOf({ a: {} }) },
    });
    const sample = await server.call('GET', `/event-type/${data[0].name}/history`);
    expect(sample.json.data.at(-1)).toMatchObject({ act: 'create', author: 'admin' });
  });

  test('is read in pages, back and forth', async () => {
    await create();
    for (let n = 2; n <= 12; n += 1) await patch({ description: `${n}` });
    const pages = [];
    for (let iterator = ''; ; ) {
      const page = (await server.call('GET', `/event-type/${name}/history?limit=5${iterator}`)).json;
      pages.push(page.data.map(({ version }: { version: number }) => version));
      if (page.done) break;
      iterator = `&iterator=${page.iterator}`;
    }
    expect(pages).toEqual([
      [12, 11, 10, 9, 8],
      [7, 6, 5, 4, 3],
      [2, 1],
    ]);
    const refused = await server.call('GET', `/event-type/${name}/history?iterator=x`);
    expect(refused.status).toBe(422);
  });

  test('is available across all event types, newest first', async () => {
    await create();
    await patch({ description: 'Newer.' });
    const { data } = (await server.call('GET', '/event-type-history?limit=2')).json;
    expect(data).toMatchObject([
      { name, version: 2, act: 'update' },
      { name, version: 1, act: 'create' },
    ]);
  });

  test('is a 404 for an unknown name, and for invalid versions', async () => {
    expect((await server.call('GET', `/event-type/${name}/history`)).status).toBe(404);
    await create();
    for (const version of ['2', '0', '-1', '1.0', 'x', '99999999999999999999']) {
      expect((await server.call('GET', `/event-type/${name}/history/${version}`)).status).toBe(404);
      const refused = await server.call('POST', `/event-type/${name}/history/${version}/restore`);
      expect(refused.status).toBe(404);
    }
  });

  test('is for the sender alone', async () => {
    await create();
    const app = (await server.call('POST', '/app', { name: 'A' })).json;
    const portal = await server.portalToken(app.id);
    const reader = (await server.call('POST', '/auth/token', { name: 'R', featureFlags: [] })).json.token;
    for (const token of [portal, reader]) {
      for (const path of [
        `/${name}/history`,
        `/${name}/history/1`,
        `/${name}/usage`,
        '-history',
        '-insights',
      ]) {
        expect((await server.call('GET', `/event-type${path}`, undefined, { token })).status).toBe(403);
      }
      const refused = await server.call('POST', `/event-type/${name}/history/1/restore`, undefined, {
        token,
      });
      expect(refused.status).toBe(403);
    }
  });
});

describe('a version that is restored', () => {
  test('becomes the current content, as a new version', async () => {
    await create({ schema: schemaOf({ a: {} }), featureFlags: ['beta'] });
    await patch({ description: 'Worse.', schema: schemaOf({}), featureFlags: null, archived: true });
    const restored = await restore(1);
    expect(restored.status).toBe(200);
    expect(restored.json).toMatchObject({
      description: 'Paid.',
      archived: false,
      featureFlags: ['beta'],
      schemas: { 1: schemaOf({ a: {} }) },
    });
    expect((await server.call('GET', `/event-type/${name}`)).json).toEqual(restored.json);
    expect((await history())[0]).toMatchObject({ version: 3, act: 'restore', source: '1', author: 'admin' });
  });

  test('restores a deleted event type, and continues its history', async () => {
    await create({ schema: schemaOf({ a: {} }) });
    await server.call('DELETE', `/event-type/${name}?expunge=true`);
    expect((await restore(2)).json).toMatchObject({ name, schemas: { 1: schemaOf({ a: {} }) } });
    expect((await history()).map(({ act }: { act: string }) => act)).toEqual(['restore', 'delete', 'create']);
  });

  test('is no change if the event type is already like that', async () => {
    await create();
    expect((await restore(1)).status).toBe(200);
    expect(await history()).toHaveLength(1);
  });
});
