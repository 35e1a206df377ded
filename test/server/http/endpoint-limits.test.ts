import { beforeEach, describe, expect, test } from 'vitest';
import { type ApiResponse, startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const MAX = 4;
const url = 'http://127.0.0.1:9/';
const text = (length: number) => 'x'.repeat(length);
const statusesOf = (responses: readonly ApiResponse[]) => responses.map(({ status }) => status).sort();
const fieldOf = ({ status, json }: ApiResponse) => [status, json.detail?.[0]?.loc];

describe('the number of endpoints of an application', () => {
  const server = startedOnce(() => startTestServer({ config: { maxEndpoints: MAX } }));
  let app: string;
  beforeEach(async () => {
    app = `/app/${await server.create('/app', { name: 'A' })}`;
  });
  const create = (path = `${app}/endpoint`) => server.call('POST', path, { url });
  const fill = async (path = `${app}/endpoint`) => {
    for (let n = 0; n < MAX; n++) expect((await create(path)).status).toBe(201);
  };
  const refusal = {
    code: 'limit_reached',
    detail: `An application may have ${MAX} endpoints. Delete one first.`,
  };

  test('has a limit set at the start, however many are made at once, by POST and by PUT', async () => {
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 2 === 0 ? create() : server.call('PUT', `${app}/endpoint/e-${n}`, { url }),
      ),
    );
    expect(statusesOf(responses)).toEqual([...Array(MAX).fill(201), ...Array(12 - MAX).fill(409)]);
    for (const { status, json } of responses) if (status === 409) expect(json).toEqual(refusal);
    const { id } = responses.find(({ status }) => status === 201)?.json ?? {};
    expect((await server.call('PATCH', `${app}/endpoint/${id}`, { description: 'x' })).status).toBe(200);
    await server.call('DELETE', `${app}/endpoint/${id}`);
    expect((await create()).status).toBe(201);
  });

  test('is not raised by the settings, also not by those of an imported environment', async () => {
    await fill();
    const { json } = await server.call('POST', '/environment/export');
    json.settings.endpointsPerAppLimit = 1000;
    expect((await server.call('POST', '/environment/import', json)).status).toBeLessThan(300);
    expect((await server.call('GET', '/settings')).json.endpointsPerAppLimit).toBe(1000);
    expect(await create()).toMatchObject({ status: 409, json: refusal });
    await server.call('PATCH', '/settings', { endpointsPerAppLimit: null });
  });

  test('has the same limit for operational webhooks', async () => {
    await fill('/operational-webhook/endpoint');
    expect(await create('/operational-webhook/endpoint')).toMatchObject({ status: 409, json: refusal });
  });

  test('has the same limit for the sample', async () => {
    await server.create('/app', { name: 'S', uid: 'sample' });
    await fill('/app/sample/endpoint');
    expect(await server.call('POST', '/sample')).toMatchObject({ status: 409, json: refusal });
  });

  test('stays when a restart lowers the limit, until some are deleted', async () => {
    await fill();
    await server.restart({ config: { maxEndpoints: 2 } });
    const { data } = (await server.call('GET', `${app}/endpoint`)).json;
    expect(data).toHaveLength(MAX);
    expect((await server.call('PUT', `${app}/endpoint/${data[0].id}`, { url, paused: true })).status).toBe(
      200,
    );
    for (const { id } of data.slice(0, 2)) {
      expect((await create()).json.detail).toMatch(/may have 2 endpoints/);
      await server.call('DELETE', `${app}/endpoint/${id}`);
    }
    expect((await create()).status).toBe(409);
    await server.restart({ config: { maxEndpoints: MAX } });
  });
});

describe('an endpoint of an application with a hundred', () => {
  const server = startedOnce(startTestServer);

  test('is added by the sender, and not with a portal token', async () => {
    const id = await server.create('/app', { name: 'A' });
    const token = await server.portalToken(id);
    const path = `/app/${id}/endpoint`;
    const ids: string[] = [];
    for (let n = 0; n < 99; n++) ids.push(await server.create(path, { url }));
    const together = await Promise.all(
      [...Array(5)].map(() => server.call('POST', path, { url }, { token })),
    );
    expect(statusesOf(together)).toEqual([201, 409, 409, 409, 409]);
    ids.push(await server.create(path, { url }));
    const put = () => server.call('PUT', `${path}/mine`, { url }, { token });
    for (const id of ids.slice(0, 2)) {
      expect((await put()).json).toEqual({ code: 'limit_reached', detail: expect.stringMatching(/\b100\b/) });
      await server.call('DELETE', `${path}/${id}`, undefined, { token });
    }
    expect(await put()).toMatchObject({ status: 201 });
  });
});

describe('the size of an endpoint', () => {
  const server = startedOnce(startTestServer);
  let path: string;
  beforeEach(async () => {
    path = `/app/${await server.create('/app', { name: 'A' })}/endpoint`;
  });
  const change = (method: string, to: string, body: object) => server.call(method, `${path}/${to}`, body);
  const headersOf = async (id: string) => (await server.call('GET', `${path}/${id}/headers`)).json.headers;
  const many = (from: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`x-${from + n}`, 'v']));

  test('has 50 headers at most, also when they are added bit by bit', async () => {
    const id = await server.create(path, { url, headers: many(0, 50) });
    expect(fieldOf(await change('PATCH', `${id}/headers`, { headers: many(50, 1) }))).toEqual([
      422,
      ['body', 'headers'],
    ]);
    const exchanged = await change('PATCH', `${id}/headers`, { headers: { 'x-0': null, ...many(50, 1) } });
    expect(exchanged.status).toBe(204);
    expect(Object.keys(await headersOf(id))).toHaveLength(50);
  });

  test('has headers of 8 KiB at most, by each way and also when two changes come together', async () => {
    const large = { a: text(4000), b: text(4000) };
    const id = await server.create(path, { url, headers: large });
    const tooLarge = { ...large, c: text(200) };
    const responses = [
      await server.call('POST', path, { url, headers: tooLarge }),
      await change('PUT', `${id}/headers`, { headers: tooLarge }),
      await change('PATCH', `${id}/headers`, { headers: { c: text(200) } }),
    ];
    for (const response of responses) expect(fieldOf(response)).toEqual([422, ['body', 'headers']]);
    const together = await Promise.all(
      ['c', 'd', 'e'].map((name) => change('PATCH', `${id}/headers`, { headers: { [name]: text(100) } })),
    );
    expect(statusesOf(together)).toEqual([204, 422, 422]);
  });

  test('is 72 KiB at most, and the refusal names the field that is to blame', async () => {
    const long = `${url}${text(60_000)}`;
    const id = await server.create(path, { url: long, headers: { a: text(4000) } });
    const description = text(15_000);
    expect(fieldOf(await change('PATCH', id, { description }))).toEqual([422, ['body', 'description']]);
    expect(fieldOf(await change('PUT', id, { url: long, description }))).toEqual([
      422,
      ['body', 'description'],
    ]);
    expect(fieldOf(await server.call('POST', path, { url: long, description }))).toEqual([
      422,
      ['body', 'url'],
    ]);
    expect((await change('PATCH', id, { description: text(9000) })).status).toBe(200);
    expect(fieldOf(await change('PATCH', `${id}/headers`, { headers: { b: text(4000) } }))).toEqual([
      422,
      ['body', 'headers'],
    ]);
  });

  test('counts a URL as it is stored, and event types that nobody knows', async () => {
    expect(fieldOf(await server.call('POST', path, { url: url + 'é'.repeat(20_000) }))).toEqual([
      422,
      ['body', 'url'],
    ]);
    const token = await server.portalToken(path.split('/')[2] ?? '');
    const filterTypes = Array.from({ length: 400 }, (_, n) => `${n}-${text(200)}`);
    const id = await server.create(path, { url });
    for (const name of ['filterTypes', 'eventTypes']) {
      const made = await server.call('POST', path, { url, [name]: filterTypes }, { token });
      const changed = await server.call('PATCH', `${path}/${id}`, { [name]: filterTypes }, { token });
      for (const refused of [made, changed]) expect(fieldOf(refused)).toEqual([422, ['body', name]]);
    }
  });

  test('may shrink and stay where it was too large before there was a limit, and not grow', async () => {
    const headers = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`x-${n}`, text(2000)]));
    const id = await server.create(path, { url });
    const db = await server.openDatabase();
    await db.write((tx) =>
      tx.run('UPDATE endpoint SET headers = ? WHERE id = ?', [JSON.stringify(headers), id]),
    );
    await db.close();
    expect((await change('PATCH', id, { paused: true })).status).toBe(200);
    expect(fieldOf(await change('PATCH', id, { description: 'x' }))).toEqual([422, ['body', 'description']]);
    expect((await change('PATCH', `${id}/headers`, { headers: { 'x-1': null } })).status).toBe(204);
    expect((await change('PATCH', `${id}/headers`, { headers: { more: text(2000) } })).status).toBe(422);
    expect(Object.keys(await headersOf(id))).toHaveLength(59);
  });
});
