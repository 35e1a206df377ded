import { describe, expect, test } from 'vitest';
import { startTestServer } from '../../support/start-test-server';
import { fileBench } from '../bench';
import { clientOf, type Loose, VERSIONS } from '../clients';
import { limit, limitOf } from '../operation';

/** Applications and repeated requests, with every client: 8 to 15 of the list in section-e.ts. */

const bench = fileBench();

describe.each(VERSIONS)('svix %s', (version) => {
  const call = (method: string, ...parameters: unknown[]) =>
    bench.client(version).call(method, ...parameters);
  const put = version === '2.5' ? 'application.upsert' : 'application.update';
  const last = () => bench.wire.exchanges.at(-1);
  const create = (body: object = {}) => call('application.create', { name: 'Acme', ...body });

  test('an application is made, read, replaced with its metadata, and deleted for good', async () => {
    const { id } = await create({ metadata: { a: 'b' }, ...limit(4) });
    expect(await call('application.get', id)).toMatchObject({ id, name: 'Acme', metadata: { a: 'b' } });
    const out = await call(put, id, { name: 'New', metadata: { c: 'd' } });
    expect([out.name, out.metadata, limitOf(out)]).toEqual(['New', { c: 'd' }, null]);
    await call('application.delete', id);
    for (const method of ['get', 'delete'])
      await expect(call(`application.${method}`, id)).rejects.toMatchObject({ code: 404 });
    await expect(call('application.patch', id, { name: 'x' })).rejects.toMatchObject({ code: 404 });
  });

  test('a patch of an application sets and clears each field alone; a replacement of nothing makes one', async () => {
    const uid = bench.fresh('app');
    const { id } = await create({ metadata: { a: 'b' } });
    const patch = async (body: object) => {
      await call('application.patch', id, body);
      return last()?.json;
    };
    const same = { name: 'Acme', metadata: { a: 'b' } };
    expect(await patch(limit(9))).toMatchObject({ ...same, ...limit(9), uid: null });
    expect(await patch({ uid })).toMatchObject({ ...same, ...limit(9), uid });
    expect(await patch(limit(null))).toMatchObject({ ...same, ...limit(null), uid });
    expect(await patch({ uid: null })).toMatchObject({ ...same, uid: null });
    expect(await patch({ metadata: {} })).toMatchObject({ name: 'Acme', metadata: {} });
    expect(await patch({ name: 'New' })).toMatchObject({ name: 'New', metadata: {} });
    const other = bench.fresh('app');
    await call(put, other, { name: 'Made', uid: other });
    expect(last()?.status).toBe(201);
  });

  test('applications are listed oldest first, or newest first', async () => {
    const ids = [(await create()).id, (await create()).id];
    const list = async (order?: string) =>
      (await call('application.list', { limit: 250, ...(order && { order }) })).data.map(
        ({ id }: Loose) => id,
      );
    const up = await list();
    expect(up.slice(-2)).toEqual(ids);
    expect([await list('ascending'), await list('descending')]).toEqual([up, [...up].reverse()]);
  });

  test('a uid names one application: a conflict for others, free after deletion, not found once removed', async () => {
    const [uid, second] = [bench.fresh('app'), bench.fresh('app')];
    const { id } = await create({ uid });
    expect((await call('application.get', uid)).id).toBe(id);
    await expect(create({ uid })).rejects.toMatchObject({ code: 409 });
    const other = await create({ uid: second });
    await expect(call('application.patch', other.id, { uid })).rejects.toMatchObject({ code: 409 });
    await expect(call(put, other.id, { name: 'x', uid })).rejects.toMatchObject({ code: 409 });
    await call('application.patch', other.id, { uid: null });
    await expect(call('application.get', second)).rejects.toMatchObject({ code: 404 });
    await call('application.delete', uid);
    expect((await create({ uid })).id).not.toBe(id);
  });

  test('an application is made once by who gets or creates it, and a conflict without', async () => {
    const uid = bench.fresh('app');
    const { id } = await call('application.getOrCreate', { name: 'First', uid });
    expect(last()?.status).toBe(201);
    expect(await call('application.getOrCreate', { name: 'Second', uid })).toMatchObject({
      id,
      name: 'First',
    });
    expect(last()?.status).toBe(200);
    await expect(create({ uid })).rejects.toMatchObject({ code: 409 });
  });

  test('the same key is the same application, also when both ask at once', async () => {
    const options = { idempotencyKey: bench.fresh('key') };
    const ask = () => call('application.create', { name: 'Once' }, options);
    const { id } = await ask();
    expect((await ask()).id).toBe(id);
    const another = { idempotencyKey: bench.fresh('key') };
    const both = () => call('application.create', { name: 'Both' }, another);
    const made = await Promise.all([both(), both(), both()]);
    expect(new Set(made.map((application) => application.id)).size).toBe(1);
  });

  test('a response without a body is repeated as well', async () => {
    const app = await bench.app();
    const endpoint = await bench.endpoint(app);
    const key = async () => (await call('endpoint.getSecret', app, endpoint)).key;
    const options = { idempotencyKey: bench.fresh('key') };
    await call('endpoint.rotateSecret', app, endpoint, {}, options);
    const rotated = await key();
    await call('endpoint.rotateSecret', app, endpoint, {}, options);
    expect(await key()).toBe(rotated);
  });
});

test('two servers, which are two organisations, have the same uid beside each other', async () => {
  const other = await startTestServer();
  try {
    const uid = bench.fresh('app');
    const theirs = clientOf('2.5', other.baseUrl, other.adminToken);
    const made = await theirs.call('application.create', { name: 'Theirs', uid });
    const ours = await bench.client('2.5').call('application.create', { name: 'Ours', uid });
    expect(ours.id).not.toBe(made.id);
    expect((await theirs.call('application.get', uid)).name).toBe('Theirs');
  } finally {
    await other.remove();
  }
});
