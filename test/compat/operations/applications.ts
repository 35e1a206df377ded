import { expect } from 'vitest';
import { limit, limitOf, names, type Operation } from '../operation';

/** The operations of applications. */
export const applicationOperations: readonly Operation[] = [
  {
    route: 'POST /app',
    status: 201,
    methods: names('application.create'),
    async run(call, { fresh }) {
      const uid = fresh('app');
      const made = await call({ name: 'Acme', uid, ...limit(7), metadata: { a: 'b' } });
      expect(made).toMatchObject({ name: 'Acme', uid, metadata: { a: 'b' }, createdAt: expect.any(Date) });
      expect([made.id, limitOf(made)]).toEqual([expect.stringMatching(/^app_.{27}$/), 7]);
    },
  },
  {
    route: 'POST /app',
    status: 200,
    methods: names('application.getOrCreate'),
    async run(call, { app, fresh }) {
      const uid = fresh('app');
      const id = await app({ uid });
      expect((await call({ name: 'Other', uid })).id).toBe(id);
      expect((await call({ name: 'New', uid: fresh('app') })).name).toBe('New');
    },
  },
  {
    route: 'GET /app',
    status: 200,
    methods: names('application.list'),
    async run(call, { app }) {
      const id = await app();
      const page = await call({ limit: 1, order: 'descending' });
      expect(page).toMatchObject({ data: [{ id, createdAt: expect.any(Date) }], iterator: id, done: false });
      const empty = await call({ limit: 250, order: 'ascending', excludeAppsWithNoEndpoints: true });
      expect(Array.isArray(empty.data)).toBe(true);
    },
  },
  {
    route: 'GET /app/{app}',
    status: 200,
    methods: names('application.get'),
    async run(call, { app, fresh }) {
      const uid = fresh('app');
      const id = await app({ uid });
      for (const either of [id, uid]) expect(await call(either)).toMatchObject({ id, uid, metadata: {} });
    },
  },
  {
    route: 'PUT /app/{app}',
    status: 200,
    methods: names('application.update', 'application.update', 'application.upsert'),
    async run(call, { app, fresh }) {
      const uid = fresh('app');
      const id = await app({ uid, ...limit(3), metadata: { a: 'b' } });
      const out = await call(id, { name: 'New', uid });
      expect([out.id, out.name, out.metadata, limitOf(out)]).toEqual([id, 'New', {}, null]);
      const other = fresh('app');
      expect((await call(other, { name: 'Made', uid: other })).uid).toBe(other);
    },
  },
  {
    route: 'PATCH /app/{app}',
    status: 200,
    methods: names('application.patch'),
    async run(call, { app, fresh }) {
      const uid = fresh('app');
      await app({ uid, ...limit(3), metadata: { a: 'b' } });
      const out = await call(uid, { ...limit(null), name: 'New' });
      expect([out.uid, out.name, out.metadata, limitOf(out)]).toEqual([uid, 'New', { a: 'b' }, null]);
      expect((await call(uid, { uid: null })).uid ?? null).toBeNull();
    },
  },
  {
    route: 'DELETE /app/{app}',
    status: 204,
    methods: names('application.delete'),
    async run(call, { app, server }) {
      const id = await app();
      expect(await call(id)).toBeFalsy();
      expect((await server.call('GET', `/app/${id}`)).status).toBe(404);
    },
  },
];
