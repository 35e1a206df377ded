import { expect } from 'vitest';
import { names, type Operation, types, typesOf } from '../operation';

const INTEGRATION = '/app/{app}/integration/{integration}';

/** The operations of access (portal links, sessions, integrations) and of the whole server. */
export const accessOperations: readonly Operation[] = [
  {
    route: 'POST /auth/app-portal-access/{app}',
    status: 200,
    methods: names('authentication.appPortalAccess'),
    async run(call, { client, fresh, server }, version) {
      const uid = fresh('portal');
      const application = { name: 'Made on the way', uid };
      const more = { capabilities: ['ViewBase'], sessionId: 's', application };
      if (version === '1.24') await server.call('POST', '/app', application);
      const { url, token } = await call(uid, { featureFlags: ['beta'], expiry: 3600, ...more });
      const key = JSON.parse(Buffer.from(new URL(url).hash.replace('#key=', ''), 'base64').toString());
      expect(key).toEqual({ appId: expect.stringMatching(/^app_/), token });
      expect((await client(version, token).call('application.get', key.appId)).uid).toBe(uid);
      expect((await call(uid, {})).token).not.toBe(token);
    },
  },
  {
    route: 'POST /auth/dashboard-access/{app}',
    status: 200,
    methods: names('authentication.dashboardAccess', 'authentication.dashboardAccess', '-'),
    async run(call, { app, client }, version) {
      const id = await app();
      const { url, token } = await call(id);
      expect(url).toContain('#key=');
      expect((await client(version, token).call('application.get', id)).id).toBe(id);
    },
  },
  {
    route: 'POST /auth/app/{app}/expire-all',
    status: 204,
    methods: names('-', 'authentication.expireAll'),
    async run(call, { app, api, server }) {
      const id = await app();
      const link = await api('POST', `/auth/app-portal-access/${id}`, { sessionId: 'one' });
      const two = await api('POST', `/auth/app-portal-access/${id}`, { sessionId: 'two' });
      const status = async ({ token }: { token: string }) =>
        (await server.call('GET', `/app/${id}`, undefined, { token })).status;
      expect(await call(id, { sessionIds: ['one'], expiry: 0 })).toBeFalsy();
      expect([await status(link), await status(two)]).toEqual([401, 200]);
      await call(id, {});
      expect(await status(two)).toBe(401);
    },
  },
  {
    route: 'POST /auth/logout',
    status: 204,
    methods: names('authentication.logout'),
    async run(_call, { app, api, client, server }, version) {
      const id = await app();
      const { token } = await api('POST', `/auth/app-portal-access/${id}`, {});
      // The customer logs out, not the sender.
      expect(await client(version, token).call('authentication.logout')).toBeFalsy();
      expect((await server.call('GET', `/app/${id}`, undefined, { token })).status).toBe(401);
    },
  },
  {
    route: 'POST /app/{app}/integration',
    status: 201,
    methods: names('integration.create'),
    async run(call, { app, api }, version) {
      const id = await app();
      const made = await call(id, { name: 'Partner', featureFlags: ['beta'] });
      expect(made).toMatchObject({ name: 'Partner', createdAt: expect.any(Date) });
      const flags = version === '1.24' ? null : ['beta'];
      expect((await api('GET', `/app/${id}/integration/${made.id}`)).featureFlags).toEqual(flags);
    },
  },
  {
    route: 'GET /app/{app}/integration',
    status: 200,
    methods: names('integration.list'),
    async run(call, { app, api }) {
      const id = await app();
      const made = await api('POST', `/app/${id}/integration`, { name: 'Partner' });
      const page = await call(id, { limit: 1, order: 'ascending' });
      expect(page).toMatchObject({ data: [{ id: made.id }], done: true });
    },
  },
  {
    route: `GET ${INTEGRATION}`,
    status: 200,
    methods: names('integration.get'),
    async run(call, { app, api }) {
      const id = await app();
      const made = await api('POST', `/app/${id}/integration`, { name: 'Partner' });
      expect(await call(id, made.id)).toMatchObject({ id: made.id, name: 'Partner' });
    },
  },
  {
    route: `PUT ${INTEGRATION}`,
    status: 200,
    methods: names('integration.update'),
    async run(call, { app, api }) {
      const id = await app();
      const made = await api('POST', `/app/${id}/integration`, { name: 'Partner' });
      expect(await call(id, made.id, { name: 'Other' })).toMatchObject({ id: made.id, name: 'Other' });
    },
  },
  {
    route: `DELETE ${INTEGRATION}`,
    status: 204,
    methods: names('integration.delete'),
    async run(call, { app, api, server }) {
      const id = await app();
      const made = await api('POST', `/app/${id}/integration`, { name: 'Partner' });
      expect(await call(id, made.id)).toBeFalsy();
      expect((await server.call('GET', `/app/${id}/integration/${made.id}`)).status).toBe(404);
    },
  },
  {
    route: `GET ${INTEGRATION}/key`,
    status: 200,
    methods: names('integration.getKey', 'integration.getKey', '-'),
    async run(call, { app, api, client }, version) {
      const id = await app();
      const made = await api('POST', `/app/${id}/integration`, { name: 'Partner' });
      const { key } = await call(id, made.id);
      expect((await client(version, key).call('application.get', id)).id).toBe(id);
    },
  },
  {
    route: `POST ${INTEGRATION}/key/rotate`,
    status: 200,
    methods: names('integration.rotateKey'),
    async run(call, { app, api, client }, version) {
      const id = await app();
      const made = await api('POST', `/app/${id}/integration`, { name: 'Partner' });
      const [{ key: old }, { key }] = [await call(id, made.id), await call(id, made.id)];
      expect((await client(version, key).call('application.get', id)).id).toBe(id);
      await expect(client(version, old).call('application.get', id)).rejects.toMatchObject({ code: 401 });
    },
  },
  {
    route: 'POST /environment/export',
    status: 200,
    methods: names('-', 'environment.export'),
    async run(call, { api, fresh }) {
      const name = fresh('type');
      await api('POST', '/event-type', { name, description: 'd' });
      const out = await call();
      expect(out).toMatchObject({ version: 1, createdAt: expect.any(Date), connectors: [] });
      expect(out.eventTypes.map((eventType: { name: string }) => eventType.name)).toContain(name);
    },
  },
  {
    route: 'POST /environment/import',
    status: 204,
    methods: names('-', 'environment.import'),
    async run(call, { api, fresh }) {
      const name = fresh('type');
      expect(await call({ eventTypes: [{ name, description: 'in' }] })).toBeFalsy();
      expect((await api('GET', `/event-type/${name}`)).description).toBe('in');
      await call({});
    },
  },
  {
    route: 'GET /health',
    status: 204,
    methods: names('-', 'health.get'),
    async run(call) {
      expect(await call()).toBeFalsy();
    },
  },
];

/** The names of a method of operational webhooks, which the last 1.x client has in two places. */
const operational = (old: string, newest = old) =>
  names(
    '-',
    `operationalWebhook.endpoint.${old} operationalWebhookEndpoint.${old}`,
    `operationalWebhook.endpoint.${newest}`,
  );
const WEBHOOK = '/operational-webhook/endpoint';
const url = 'https://operations.test/hook';

/** The operations of the endpoints for operational webhooks. */
export const operationalOperations: readonly Operation[] = [
  {
    route: `POST ${WEBHOOK}`,
    status: 201,
    methods: operational('create'),
    async run(call, { fresh }) {
      const uid = fresh('ops');
      const made = await call({ url, uid, ...types(['endpoint.disabled']), description: 'd' });
      expect(made).toMatchObject({ uid, url, disabled: false, createdAt: expect.any(Date) });
      expect(typesOf(made)).toEqual(['endpoint.disabled']);
    },
  },
  {
    route: `GET ${WEBHOOK}`,
    status: 200,
    methods: operational('list'),
    async run(call, { api }) {
      const { id } = await api('POST', WEBHOOK, { url });
      const page = await call({ limit: 1, order: 'descending' });
      expect(page.data).toMatchObject([{ id, url }]);
    },
  },
  {
    route: `GET ${WEBHOOK}/{endpoint}`,
    status: 200,
    methods: operational('get'),
    async run(call, { api, fresh }) {
      const uid = fresh('ops');
      const { id } = await api('POST', WEBHOOK, { url, uid });
      for (const either of [id, uid]) expect(await call(either)).toMatchObject({ id, uid });
    },
  },
  {
    route: `PUT ${WEBHOOK}/{endpoint}`,
    status: 200,
    methods: operational('update', 'upsert'),
    async run(call, { api }) {
      const { id } = await api('POST', WEBHOOK, { url, eventTypes: ['endpoint.disabled'] });
      const out = await call(id, { url: `${url}/new` });
      expect([out.id, out.url, typesOf(out)]).toEqual([id, `${url}/new`, null]);
    },
  },
  {
    route: `DELETE ${WEBHOOK}/{endpoint}`,
    status: 204,
    methods: operational('delete'),
    async run(call, { api, server }) {
      const { id } = await api('POST', WEBHOOK, { url });
      expect(await call(id)).toBeFalsy();
      expect((await server.call('GET', `${WEBHOOK}/${id}`)).status).toBe(404);
    },
  },
  {
    route: `GET ${WEBHOOK}/{endpoint}/secret`,
    status: 200,
    methods: operational('getSecret'),
    async run(call, { api }) {
      const { id } = await api('POST', WEBHOOK, { url });
      expect((await call(id)).key).toMatch(/^whsec_/);
    },
  },
  {
    route: `POST ${WEBHOOK}/{endpoint}/secret/rotate`,
    status: 204,
    methods: operational('rotateSecret'),
    async run(call, { api }) {
      const { id } = await api('POST', WEBHOOK, { url });
      const before = (await api('GET', `${WEBHOOK}/${id}/secret`)).key;
      expect(await call(id, {})).toBeFalsy();
      expect((await api('GET', `${WEBHOOK}/${id}/secret`)).key).not.toBe(before);
    },
  },
  {
    route: `GET ${WEBHOOK}/{endpoint}/headers`,
    status: 200,
    methods: operational('getHeaders'),
    async run(call, { api }) {
      const { id } = await api('POST', WEBHOOK, { url, headers: { 'X-Own': 'o', 'X-Api-Key': 'k' } });
      expect(await call(id)).toEqual({ headers: { 'X-Own': 'o' }, sensitive: ['X-Api-Key'] });
    },
  },
  {
    route: `PUT ${WEBHOOK}/{endpoint}/headers`,
    status: 204,
    methods: operational('updateHeaders', 'setHeaders'),
    async run(call, { api }) {
      const { id } = await api('POST', WEBHOOK, { url });
      expect(await call(id, { headers: { 'X-New': 'n' } })).toBeFalsy();
      expect((await api('GET', `${WEBHOOK}/${id}/headers`)).headers).toEqual({ 'X-New': 'n' });
    },
  },
];
