import { expect } from 'vitest';
import { limit, limitOf, names, type Operation, types, typesOf } from '../operation';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const ENDPOINT = '/app/{app}/endpoint/{endpoint}';

/** The operations of an endpoint: the endpoint itself, its secret, headers and counts. */
export const endpointOperations: readonly Operation[] = [
  {
    route: 'POST /app/{app}/endpoint',
    status: 201,
    methods: names('endpoint.create'),
    async run(call, { api, app, fresh, receiver }, version) {
      const type = fresh('type');
      await api('POST', '/event-type', { name: type, description: '' });
      const id = await app();
      const made = await call(id, {
        url: receiver.baseUrl,
        uid: 'all',
        description: 'd',
        ...limit(5),
        ...types([type]),
        channels: ['c'],
        disabled: true,
        secret: SECRET,
        metadata: { a: 'b' },
        ...(version === '1.24' ? { version: 1 } : { headers: { 'X-Own': 'o' } }),
      });
      expect(made).toMatchObject({
        uid: 'all',
        url: `${receiver.baseUrl}/`,
        description: 'd',
        disabled: true,
      });
      expect([typesOf(made), limitOf(made), made.channels, made.metadata]).toEqual([
        [type],
        5,
        ['c'],
        { a: 'b' },
      ]);
      expect(made.createdAt).toBeInstanceOf(Date);
      expect((await api('GET', `/app/${id}/endpoint/all/secret`)).key).toBe(SECRET);
      const { headers } = await api('GET', `/app/${id}/endpoint/all/headers`);
      expect(headers).toEqual(version === '1.24' ? {} : { 'X-Own': 'o' });
    },
  },
  {
    route: 'GET /app/{app}/endpoint',
    status: 200,
    methods: names('endpoint.list'),
    async run(call, { app, endpoint }) {
      const id = await app();
      const all = [await endpoint(id), await endpoint(id)];
      const idsOf = async (order?: string) =>
        (await call(id, order ? { order, limit: 10 } : undefined)).data.map(
          (endpoint: { id: string }) => endpoint.id,
        );
      expect([await idsOf('ascending'), await idsOf()]).toEqual([all, [...all].reverse()]);
    },
  },
  {
    route: `GET ${ENDPOINT}`,
    status: 200,
    methods: names('endpoint.get'),
    async run(call, { app, endpoint }) {
      const id = await app();
      const made = await endpoint(id, { uid: 'u', ...limit(3) });
      for (const either of [made, 'u']) {
        const out = await call(id, either);
        expect([out.id, out.uid, limitOf(out), typesOf(out)]).toEqual([made, 'u', 3, null]);
      }
    },
  },
  {
    route: `PUT ${ENDPOINT}`,
    status: 200,
    methods: names('endpoint.update', 'endpoint.update', 'endpoint.upsert'),
    async run(call, { app, endpoint, receiver }) {
      const id = await app();
      const made = await endpoint(id, { disabled: true, channels: ['c'], ...limit(3), description: 'd' });
      const out = await call(id, made, { url: `${receiver.baseUrl}/new`, ...limit(9) });
      expect(out).toMatchObject({
        id: made,
        url: `${receiver.baseUrl}/new`,
        disabled: false,
        description: '',
      });
      expect([limitOf(out), out.channels ?? null]).toEqual([9, null]);
      expect((await call(id, 'new', { url: receiver.baseUrl })).uid).toBe('new');
    },
  },
  {
    route: `PATCH ${ENDPOINT}`,
    status: 200,
    methods: names('endpoint.patch'),
    async run(call, { app, endpoint }) {
      const id = await app();
      const made = await endpoint(id, { channels: ['c'], ...limit(3), description: 'd' });
      const out = await call(id, made, { channels: null, description: 'new', disabled: true });
      expect(out).toMatchObject({ description: 'new', disabled: true });
      expect([limitOf(out), out.channels ?? null]).toEqual([3, null]);
    },
  },
  {
    route: `DELETE ${ENDPOINT}`,
    status: 204,
    methods: names('endpoint.delete'),
    async run(call, { app, endpoint, server }) {
      const id = await app();
      const made = await endpoint(id);
      expect(await call(id, made)).toBeFalsy();
      expect((await server.call('GET', `/app/${id}/endpoint/${made}`)).status).toBe(404);
    },
  },
  {
    route: `GET ${ENDPOINT}/secret`,
    status: 200,
    methods: names('endpoint.getSecret'),
    async run(call, { app, endpoint }) {
      const id = await app();
      expect(await call(id, await endpoint(id, { secret: SECRET }))).toEqual({ key: SECRET });
    },
  },
  {
    route: `POST ${ENDPOINT}/secret/rotate`,
    status: 204,
    methods: names('endpoint.rotateSecret'),
    async run(call, { app, endpoint, api }) {
      const id = await app();
      const made = await endpoint(id);
      const key = async () => (await api('GET', `/app/${id}/endpoint/${made}/secret`)).key;
      expect(await call(id, made, { key: SECRET })).toBeFalsy();
      expect(await key()).toBe(SECRET);
      await call(id, made, {});
      expect(await key()).not.toBe(SECRET);
    },
  },
  {
    route: `GET ${ENDPOINT}/headers`,
    status: 200,
    methods: names('endpoint.getHeaders'),
    async run(call, { app, endpoint }) {
      const id = await app();
      const made = await endpoint(id, { headers: { 'X-Own': 'o', Authorization: 'secret' } });
      expect(await call(id, made)).toEqual({ headers: { 'X-Own': 'o' }, sensitive: ['Authorization'] });
    },
  },
  {
    route: `PUT ${ENDPOINT}/headers`,
    status: 204,
    methods: names(
      'endpoint.updateHeaders endpoint.headersUpdate',
      'endpoint.updateHeaders endpoint.headersUpdate',
      'endpoint.setHeaders',
    ),
    async run(call, { app, api, endpoint }) {
      const id = await app();
      const made = await endpoint(id, { headers: { 'X-Old': 'o' } });
      expect(await call(id, made, { headers: { 'X-New': 'n' } })).toBeFalsy();
      expect((await api('GET', `/app/${id}/endpoint/${made}/headers`)).headers).toEqual({ 'X-New': 'n' });
    },
  },
  {
    route: `PATCH ${ENDPOINT}/headers`,
    status: 204,
    methods: names(
      'endpoint.patchHeaders endpoint.headersPatch',
      'endpoint.patchHeaders endpoint.headersPatch',
      'endpoint.patchHeaders',
    ),
    async run(call, { app, api, endpoint }, version) {
      const id = await app();
      const made = await endpoint(id, { headers: { One: '1', Two: '2' } });
      const headers = async () => (await api('GET', `/app/${id}/endpoint/${made}/headers`)).headers;
      expect(await call(id, made, { headers: { One: 'new', Three: '3' } })).toBeFalsy();
      expect(await headers()).toEqual({ One: 'new', Two: '2', Three: '3' });
      const remove = version === '2.5' ? { headers: {}, deleteHeaders: ['Two'] } : { headers: { Two: null } };
      await call(id, made, remove);
      expect(await headers()).toEqual({ One: 'new', Three: '3' });
    },
  },
  {
    route: `GET ${ENDPOINT}/stats`,
    status: 200,
    methods: names('endpoint.getStats'),
    async run(call, bench) {
      const id = await bench.app();
      const made = await bench.endpoint(id);
      await bench.attempts(id, await bench.message(id));
      const since = new Date(Date.now() - 60_000);
      expect(await call(id, made, { since })).toMatchObject({ success: 1, pending: 0, sending: 0, fail: 0 });
    },
  },
  {
    route: `POST ${ENDPOINT}/send-example`,
    status: 202,
    methods: names('endpoint.sendExample'),
    async run(call, bench) {
      const id = await bench.app();
      const made = await bench.endpoint(id);
      const out = await call(id, made, { eventType: 'svix.ping' });
      expect(out).toMatchObject({ eventType: 'svix.ping', timestamp: expect.any(Date) });
      expect((await bench.attempts(id, out.id))[0].endpointId).toBe(made);
    },
  },
];
