import { Svix as Svix2 } from 'svix';
import { Svix as Svix1 } from 'svix-1';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSecret } from '../../../src-server/delivery/signing-secret';
import { startTestServer, type TestServer } from '../../support/start-test-server';

// Every method of the official clients that concerns an endpoint and no background task.

let server: TestServer;
let app: string;

beforeAll(async () => {
  server = await startTestServer();
  app = (await server.call('POST', '/app', { name: 'A' })).json.id;
  for (const name of ['a', 'b']) await server.call('POST', '/event-type', { name, description: '' });
});
afterAll(() => server.remove());

const options = () => ({ serverUrl: server.baseUrl });
const url = 'http://127.0.0.1:9/hook';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const PAIR = newSecret('ed25519');

describe('svix 2.5', () => {
  const endpoint = () => new Svix2(server.adminToken, options()).endpoint;

  test('create takes everything, upsert replaces, patch changes what is given', async () => {
    const made = await endpoint().create(app, {
      url,
      uid: 'two',
      description: 'd',
      throttleRate: 7,
      eventTypes: ['a'],
      channels: ['c'],
      disabled: true,
      metadata: { k: 'v' },
      headers: { 'X-Own': 'o', Authorization: 'Basic x' },
      secret: SECRET,
    });
    expect(made).toMatchObject({ url, uid: 'two', throttleRate: 7, eventTypes: ['a'], channels: ['c'] });
    expect(made).toMatchObject({ disabled: true, metadata: { k: 'v' } });
    await expect(endpoint().create(app, { url, uid: 'two' })).rejects.toMatchObject({ code: 409 });
    const patched = await endpoint().patch(app, 'two', { eventTypes: null, throttleRate: null });
    expect([patched.eventTypes, patched.throttleRate, patched.channels]).toEqual([null, null, ['c']]);
    const put = await endpoint().upsert(app, 'two', { url, uid: 'two' });
    expect(put).toMatchObject({ disabled: false, description: '', channels: null, metadata: {} });
    expect((await endpoint().getSecret(app, 'two')).key).toBe(SECRET);
    expect(await endpoint().getHeaders(app, 'two')).toEqual({
      headers: { 'X-Own': 'o' },
      sensitive: ['Authorization'],
    });
    expect((await endpoint().upsert(app, 'new', { url })).uid).toBe('new');
    await endpoint().delete(app, 'new');
    await expect(endpoint().get(app, 'new')).rejects.toMatchObject({ code: 404 });
  });

  test('headers are replaced, changed and removed', async () => {
    await endpoint().create(app, { url, uid: 'headers' });
    await endpoint().setHeaders(app, 'headers', { headers: { One: '1', Two: '2', 'X-API-Key': 'k' } });
    await endpoint().patchHeaders(app, 'headers', { headers: { Three: '3' }, deleteHeaders: ['one'] });
    expect(await endpoint().getHeaders(app, 'headers')).toEqual({
      headers: { Two: '2', Three: '3' },
      sensitive: ['X-API-Key'],
    });
    const forbidden = endpoint().setHeaders(app, 'headers', { headers: { 'Svix-Id': 'x' } });
    await expect(forbidden).rejects.toMatchObject({ code: 422 });
  });

  test('secrets are given, made and replaced; of a pair only the public key is read', async () => {
    await endpoint().create(app, { url, uid: 'secret', secret: PAIR });
    expect((await endpoint().getSecret(app, 'secret')).key).toMatch(/^whpk_/);
    await endpoint().rotateSecret(app, 'secret', { key: SECRET, gracePeriodSeconds: 0 });
    expect((await endpoint().getSecret(app, 'secret')).key).toBe(SECRET);
    await endpoint().rotateSecret(app, 'secret', {});
    expect((await endpoint().getSecret(app, 'secret')).key).toMatch(/^whsec_/);
  });

  test('counts are told for a range, and a range that cannot be is refused', async () => {
    await endpoint().create(app, { url, uid: 'stats', disabled: true });
    await server.call('POST', `/app/${app}/msg`, { eventType: 'a', payload: {} });
    const day = 86_400_000;
    const at = (days: number) => new Date(Date.now() + days * day);
    const all = await endpoint().getStats(app, 'stats', { since: at(-1) });
    expect(all).toMatchObject({ pending: 1, success: 0, fail: 0, sending: 0 });
    expect(await endpoint().getStats(app, 'stats', { since: at(-2), until: at(-1) })).toMatchObject({
      pending: 0,
    });
    for (const range of [{ since: at(-30) }, { until: at(1) }, { since: at(-1), until: at(-2) }]) {
      await expect(endpoint().getStats(app, 'stats', range)).rejects.toMatchObject({
        code: 400,
        body: { code: 'invalid_range' },
      });
    }
  });

  test('transformations are refused in words', async () => {
    await endpoint().create(app, { url, uid: 'code' });
    const refusal = { code: 501, body: expect.stringContaining('not_implemented') };
    await expect(endpoint().transformation.get(app, 'code')).rejects.toMatchObject(refusal);
    await expect(endpoint().transformation.patch(app, 'code', { enabled: true })).rejects.toMatchObject(
      refusal,
    );
  });
});

describe('svix 1.99', () => {
  const endpoint = () => new Svix1(server.adminToken, options()).endpoint;

  test('the older names work as the newer ones do', async () => {
    const made = await endpoint().create(app, {
      url,
      uid: 'one',
      version: 1,
      rateLimit: 7,
      filterTypes: ['a', 'b'],
      headers: { Old: 'o' },
    });
    expect(made).toMatchObject({ uid: 'one', version: 1, rateLimit: 7, filterTypes: ['a', 'b'] });
    expect((await endpoint().update(app, 'one', { url, uid: 'one' })).rateLimit ?? null).toBeNull();
    expect((await endpoint().patch(app, 'one', { rateLimit: 3 })).rateLimit).toBe(3);
    await endpoint().headersUpdate(app, 'one', { headers: { New: 'n' } });
    await endpoint().headersPatch(app, 'one', { headers: { More: 'm' } });
    expect((await endpoint().getHeaders(app, 'one')).headers).toEqual({ New: 'n', More: 'm' });
    await endpoint().rotateSecret(app, 'one', {});
    expect((await endpoint().getStats(app, 'one')).success).toBe(0);
    await expect(endpoint().transformationGet(app, 'one')).rejects.toMatchObject({ code: 501 });
    const page = await endpoint().list(app, { limit: 1, order: 'ascending' as never });
    expect(page.data).toHaveLength(1);
  });
});
