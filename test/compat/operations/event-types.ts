import { expect } from 'vitest';
import { flag, flagsOf, names, type Operation } from '../operation';

const schemas = { 1: { type: 'object', properties: { id: { type: 'string' } }, examples: [{ id: 'a' }] } };
const spec = (name: string) => ({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  webhooks: {
    [name]: {
      post: {
        description: 'A pet arrived.',
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: {},
      },
    },
  },
});

/** The operations of the catalog. */
export const eventTypeOperations: readonly Operation[] = [
  {
    route: 'POST /event-type',
    status: 201,
    methods: names('eventType.create'),
    async run(call, { fresh, wire }) {
      const name = fresh('type');
      const made = await call({ name, description: 'd', archived: true, ...flag('beta'), schemas });
      expect(made).toMatchObject({ name, description: 'd', archived: true, schemas });
      expect(wire.exchanges.at(-1)?.json).toMatchObject({ ...flag('beta'), deprecated: false });
      expect([flagsOf(made), made.createdAt]).toEqual([['beta'], expect.any(Date)]);
    },
  },
  {
    route: 'GET /event-type',
    status: 200,
    methods: names('eventType.list'),
    async run(call, { api, fresh }) {
      const name = fresh('type');
      await api('POST', '/event-type', { name, description: 'd', schemas, archived: true });
      const page = await call({ limit: 250, includeArchived: true, withContent: true });
      expect(page.data.find((eventType: { name: string }) => eventType.name === name)).toMatchObject({
        schemas,
      });
      const bare = await call();
      expect(bare.data.find((eventType: { name: string }) => eventType.name === name)).toBeUndefined();
      expect(bare.done).toBe(true);
    },
  },
  {
    route: 'GET /event-type/{name}',
    status: 200,
    methods: names('eventType.get'),
    async run(call, { api, fresh }) {
      const name = fresh('type');
      await api('POST', '/event-type', { name, description: 'd', schemas });
      expect(await call(name)).toMatchObject({
        name,
        description: 'd',
        schemas,
        updatedAt: expect.any(Date),
      });
    },
  },
  {
    route: 'PUT /event-type/{name}',
    status: 200,
    methods: names('eventType.update', 'eventType.update', 'eventType.upsert'),
    async run(call, { api, fresh }) {
      const name = fresh('type');
      await api('POST', '/event-type', { name, description: 'd', schemas, featureFlags: ['beta'] });
      const out = await call(name, { description: 'new', archived: true });
      expect(out).toMatchObject({ name, description: 'new', archived: true });
      expect([flagsOf(out), out.schemas ?? null]).toEqual([null, null]);
      expect((await call(fresh('put'), { description: 'x' })).description).toBe('x');
    },
  },
  {
    route: 'PATCH /event-type/{name}',
    status: 200,
    methods: names('eventType.patch'),
    async run(call, { api, fresh }) {
      const name = fresh('type');
      await api('POST', '/event-type', { name, description: 'd', schemas, featureFlags: ['beta'] });
      const out = await call(name, { ...flag(null), archived: true });
      expect(out).toMatchObject({ description: 'd', schemas, archived: true });
      expect(flagsOf(out)).toBeNull();
    },
  },
  {
    route: 'DELETE /event-type/{name}',
    status: 204,
    methods: names('eventType.delete'),
    async run(call, { api, server, fresh }, version) {
      const name = fresh('type');
      await api('POST', '/event-type', { name, description: 'd' });
      expect(await call(name)).toBeFalsy();
      expect((await api('GET', `/event-type/${name}`)).archived).toBe(true);
      // The oldest client can only archive.
      if (version === '1.24') return;
      await call(name, { expunge: true });
      expect((await server.call('GET', `/event-type/${name}`)).status).toBe(404);
    },
  },
  {
    route: 'POST /event-type/import/openapi',
    status: 200,
    methods: names('eventType.importOpenApi', 'eventType.importOpenapi'),
    async run(call, { api, fresh, wire }, version) {
      const name = fresh('pet');
      // The oldest client cannot ask for a dry run.
      if (version !== '1.24') {
        const dry = await call({ spec: spec(name), dryRun: true });
        expect(dry.data.modified).toEqual([]);
        const { data } = wire.exchanges.at(-1)?.json ?? {};
        expect(data.to_modify[0]).toMatchObject({ name, description: 'A pet arrived.' });
      }
      const text = await call({ specRaw: JSON.stringify(spec(name)) });
      expect(text.data.modified).toEqual([name]);
      expect((await call({ spec: spec(name) })).data.modified).toEqual([]);
      expect((await api('GET', `/event-type/${name}`)).description).toBe('A pet arrived.');
    },
  },
];
