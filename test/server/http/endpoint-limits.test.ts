import { beforeEach, describe, expect, test } from 'vitest';
import { type Answer, startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const MAX = 4;
const url = 'http://127.0.0.1:9/';
const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();

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
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 2 === 0 ? create() : server.call('PUT', `${app}/endpoint/e-${n}`, { url }),
      ),
    );
    expect(statusesOf(answers)).toEqual([...Array(MAX).fill(201), ...Array(12 - MAX).fill(409)]);
    for (const { status, json } of answers) if (status === 409) expect(json).toEqual(refusal);
    const { id } = answers.find(({ status }) => status === 201)?.json ?? {};
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
    for (const one of ids.slice(0, 2)) {
      expect((await put()).json).toEqual({ code: 'limit_reached', detail: expect.stringMatching(/\b100\b/) });
      await server.call('DELETE', `${path}/${one}`, undefined, { token });
    }
    expect(await put()).toMatchObject({ status: 201 });
  });
});
