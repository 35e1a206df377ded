import { describe, expect, test } from 'vitest';
import { fileBench } from '../bench';
import { type Loose, VERSIONS } from '../clients';
import { flag } from '../operation';

/** Event types, with every client: 1 to 7 of the list in section-e.ts. */

const bench = fileBench();
const schemas = { 1: { type: 'object', properties: { id: { type: 'string' } } } };

describe.each(VERSIONS)('svix %s', (version) => {
  const call = (method: string, ...parameters: unknown[]) =>
    bench.client(version).call(method, ...parameters);
  const put = version === '2.5' ? 'eventType.upsert' : 'eventType.update';
  const last = () => bench.wire.exchanges.at(-1);
  const create = async (body: object = {}): Promise<string> => {
    const name = bench.fresh('type');
    await call('eventType.create', { name, description: 'd', ...body });
    return name;
  };

  test('a patch changes what it names and nothing else; schemas can be set, empty, and none', async () => {
    const name = await create({ ...flag('beta'), schemas });
    const patch = async (body: object) => {
      await call('eventType.patch', name, body);
      return last()?.json;
    };
    expect(await patch({ description: 'new' })).toMatchObject({
      description: 'new',
      schemas,
      ...flag('beta'),
    });
    expect((await patch({ schemas: {} })).schemas).toEqual({});
    expect((await patch({ schemas })).schemas).toEqual(schemas);
    expect((await patch({ schemas: null })).schemas).toBeNull();
    expect(await patch({ archived: true })).toMatchObject({
      archived: true,
      description: 'new',
      ...flag('beta'),
    });
    expect(await patch(flag(null))).toMatchObject({ featureFlag: null, featureFlags: null });
  });

  test('a replacement of what is not there makes it', async () => {
    const name = bench.fresh('type');
    expect(await call(put, name, { description: 'd' })).toMatchObject({ name, description: 'd' });
    expect(last()?.status).toBe(201);
    await call(put, name, { description: 'd' });
    expect(last()?.status).toBe(200);
  });

  test('what is read is what was made; a list hides schemas unless they are asked for', async () => {
    const name = await create({ schemas });
    const made = last()?.json;
    await call('eventType.get', name);
    expect(last()?.json).toEqual(made);
    const find = async (options: object) => {
      const { data } = await call('eventType.list', { limit: 250, ...options });
      return data.find((eventType: Loose) => eventType.name === name).schemas ?? null;
    };
    expect([await find({}), await find({ withContent: true })]).toEqual([null, schemas]);
  });

  test('a flagged type is seen by tokens with its flag and by no others, in lists and by name', async () => {
    const [open, hidden] = [await create(), await create(flag('beta'))];
    const app = await bench.app();
    const sees = async (featureFlags: readonly string[]) => {
      const { token } = await call('authentication.appPortalAccess', app, { featureFlags });
      const customer = bench.client(version, token);
      const { data } = await customer.call('eventType.list', { limit: 250 });
      const listed = data.map(({ name }: Loose) => name);
      const status = await customer.call('eventType.get', hidden).then(
        () => 200,
        ({ code }) => code,
      );
      return [listed.includes(open), listed.includes(hidden), status];
    };
    expect(await sees([])).toEqual([true, false, 404]);
    expect(await sees(['other'])).toEqual([true, false, 404]);
    expect(await sees(['beta'])).toEqual([true, true, 200]);
    expect(await sees(['other', 'beta'])).toEqual([true, true, 200]);
  });

  test('a schema that is not of Draft 7 is refused', async () => {
    const bad = { schemas: { 1: { readOnly: 15 } } };
    await expect(create(bad)).rejects.toMatchObject({ code: 422 });
    await expect(call('eventType.patch', await create(), bad)).rejects.toMatchObject({ code: 422 });
  });

  test('a deleted type is archived and hidden; expunged, it is gone', async () => {
    const name = await create();
    await call('eventType.delete', name);
    const listed = async (options: object) =>
      (await call('eventType.list', { limit: 250, ...options })).data.some(
        (eventType: Loose) => eventType.name === name,
      );
    expect([await listed({}), await listed({ includeArchived: true })]).toEqual([false, true]);
    expect((await call('eventType.get', name)).archived).toBe(true);
    // The oldest client has no name for it.
    if (version === '1.24') await bench.api('DELETE', `/event-type/${name}?expunge=true`);
    else await call('eventType.delete', name, { expunge: true });
    await expect(call('eventType.get', name)).rejects.toMatchObject({ code: 404 });
  });

  test('a name that is there is a conflict; an archived one comes back with what is new, and nothing old', async () => {
    const name = await create({ schemas, ...flag('beta') });
    const again = { name, description: 'again' };
    await expect(call('eventType.create', again)).rejects.toMatchObject({ code: 409 });
    expect(last()?.json.code).toBe('event_type_exists');
    await call('eventType.delete', name);
    await call('eventType.create', again);
    expect(last()?.status).toBe(201);
    expect(last()?.json).toMatchObject({ ...again, archived: false, schemas: null, featureFlags: null });
  });
});
