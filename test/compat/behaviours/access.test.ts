import { describe, expect, test } from 'vitest';
import { fileBench } from '../bench';
import { VERSIONS } from '../clients';

/** Access and the form of refusals, with every client: 58 to 61 and 68 of the list in section-e.ts. */

const bench = fileBench();

describe.each(VERSIONS)('svix %s', (version) => {
  const call = (method: string, ...parameters: unknown[]) =>
    bench.client(version).call(method, ...parameters);
  const put = version === '2.5' ? 'application.upsert' : 'application.update';
  const last = () => bench.wire.exchanges.at(-1);
  const refused = (code: number, pending: Promise<unknown>) =>
    expect(pending).rejects.toMatchObject({ code });

  test('a customer reads their own application, changes none, and finds no other', async () => {
    const [app, other] = [await bench.app(), await bench.app()];
    const { token } = await call('authentication.appPortalAccess', app, {});
    const customer = bench.client(version, token);
    expect((await customer.call('application.get', app)).id).toBe(app);
    await refused(403, customer.call('application.create', { name: 'x' }));
    await refused(403, customer.call('application.list'));
    await refused(403, customer.call(put, app, { name: 'x' }));
    await refused(403, customer.call('application.patch', app, { name: 'x' }));
    await refused(403, customer.call('application.delete', app));
    await refused(404, customer.call('application.get', other));
    await refused(404, customer.call('endpoint.list', other));
    expect(last()?.json).toEqual({ code: 'not_found', detail: expect.any(String) });
  });

  test('access to a dashboard needs no body', async () => {
    const app = await bench.app();
    // The newest client no longer has this method.
    const { url, token } =
      version === '2.5'
        ? await bench.api('POST', `/auth/dashboard-access/${app}`)
        : await call('authentication.dashboardAccess', app);
    if (version !== '2.5') expect(last()?.body).toBe('');
    expect(url).toContain('#key=');
    expect((await bench.client(version, token).call('endpoint.list', app)).data).toEqual([]);
  });

  test('a token that is none is told so, in words', async () => {
    for (const token of ['nonsense', 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl']) {
      await refused(401, bench.client(version, token).call('application.list'));
      expect(last()?.json).toEqual({ code: 'authentication_failed', detail: 'Invalid token' });
    }
  });

  test('what does not fit is told with its place', async () => {
    const app = await bench.app();
    const places = async (pending: Promise<unknown>) => {
      await refused(422, pending);
      return last()?.json.detail.map(({ loc }: { loc: string[] }) => loc);
    };
    expect(await places(call('application.create', { name: '' }))).toEqual([['body', 'name']]);
    expect(await places(call('endpoint.create', app, { url: 'no url' }))).toEqual([['body', 'url']]);
    expect(await places(call('application.list', { limit: 251 }))).toEqual([['query', 'limit']]);
    const channels = { eventType: 'a', payload: {}, channels: ['good', 'not good'] };
    expect(await places(call('message.create', app, channels))).toEqual([['body', 'channels', '[1]']]);
  });
});

test.each(['1.99', '2.5'] as const)(
  'svix %s: the application of a portal is made on the way in, once',
  async (version) => {
    const uid = bench.fresh('portal');
    const enter = (application?: object) =>
      bench.client(version).call('authentication.appPortalAccess', uid, application ? { application } : {});
    const refused = (code: number, pending: Promise<unknown>) =>
      expect(pending).rejects.toMatchObject({ code });
    await refused(404, enter());
    await refused(422, enter({ name: 'No uid' }));
    await refused(422, enter({ name: 'Other uid', uid: 'other' }));
    await enter({ name: 'First', uid });
    await enter({ name: 'Second', uid });
    expect((await bench.api('GET', `/app/${uid}`)).name).toBe('First');
  },
);

test('a list has fifty entries on a page unless another number is asked for', async () => {
  const app = await bench.app();
  const path = `/app/${app}/integration`;
  for (let n = 0; n < 51; n++) await bench.api('POST', path, { name: `I${n}` });
  const page = await bench.api('GET', path);
  expect([page.data.length, page.done]).toEqual([50, false]);
});
