import { describe, expect, test } from 'vitest';
import { startedOnce } from '../support/started';
import { startService } from './service';

const service = startedOnce(startService);

const TYPES = '/api/v1/event-type/';
const names = async (token?: string) => {
  const list = await service.call('GET', TYPES, undefined, token);
  return list.body.data.map((type: { name: string }) => type.name);
};

describe('Events', () => {
  // First in this file, while nothing has been created yet.
  test('"Event types are sender-defined strings (format in Resources); the service fixes no catalog of built-in ones."', async () => {
    expect(await names()).toEqual([]);
    const name = await service.eventType('anything-I_like.');
    expect(await names()).toEqual([name]);
  });
});

describe('Event type', () => {
  test.each(['a', 'invoice.paid', 'Invoice-Paid_2.v1', '...', '-', '_', '0', 'x'.repeat(256)])(
    'name "must match the pattern ^[a-zA-Z0-9\\-_.]+$": %s is accepted',
    async (name) => {
      const created = await service.call('POST', TYPES, { name, description: 'd' });
      expect(created.status).toBe(201);
      expect(created.body.name).toBe(name);
    },
  );

  test.each(['', 'a b', 'a/b', 'a\n', 'ä', 'a:b', 'a*', 'ａ', '%41'])(
    'name "must match the pattern ^[a-zA-Z0-9\\-_.]+$": %j is refused',
    async (name) => {
      const refused = await service.call('POST', TYPES, { name, description: 'd' });
      expect(refused.status).toBe(422);
      expect(refused.body.detail[0].loc).toEqual(['body', 'name']);
    },
  );

  test('name is required', async () => {
    expect((await service.call('POST', TYPES, { description: 'd' })).status).toBe(422);
  });

  test('name is "used as the identifier in the path of update operations"', async () => {
    const name = await service.eventType('path.of-update_');
    const updated = await service.call('POST', `${TYPES}${name}/`, { description: 'new' });
    expect(updated.status).toBe(200);
    expect(updated.body).toMatchObject({ name, description: 'new' });
  });

  test('description: "Human-readable text."', async () => {
    const name = await service.eventType('described', {
      description: 'Über <b>alles</b> & "mehr"\n2nd line',
    });
    const read = await service.call('GET', `${TYPES}${name}/`);
    expect(read.body.description).toBe('Über <b>alles</b> & "mehr"\n2nd line');
  });

  test('featureFlag: "Arbitrary string following the same pattern as name. Set at creation or by update. Set to null on update to remove it."', async () => {
    const name = await service.eventType('flag', { featureFlag: 'Beta-1_x.y' });
    const read = async () => (await service.call('GET', `${TYPES}${name}/`)).body.featureFlag;
    expect(await read()).toBe('Beta-1_x.y');
    await service.call('POST', `${TYPES}${name}/`, { featureFlag: 'other' });
    expect(await read()).toBe('other');
    await service.call('POST', `${TYPES}${name}/`, { featureFlag: null });
    expect(await read()).toBeNull();
    for (const featureFlag of ['a b', '', 'ä', 7]) {
      expect((await service.call('POST', `${TYPES}${name}/`, { featureFlag })).status).toBe(422);
      const body = { name: 'never', description: 'd', featureFlag };
      expect((await service.call('POST', TYPES, body)).status).toBe(422);
    }
  });

  test('"Event types can carry a JSON Schema describing the message body." It "can be supplied through the dashboard or the API."', async () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { total: { type: 'integer' } },
      if: { properties: { total: { const: 0 } } },
    };
    for (const spelling of [{ schema }, { schemas: { 1: schema } }]) {
      const name = await service.eventType('with.schema', spelling);
      const read = await service.call('GET', `${TYPES}${name}/`);
      expect(read.body.schemas).toEqual({ 1: schema });
    }
  });

  test('a schema that is no JSON Schema of Draft 7 is refused', async () => {
    const body = { name: 'bad', description: 'd', schema: { type: 'nonsense' } };
    expect((await service.call('POST', TYPES, body)).status).toBe(422);
  });
});

describe('Feature flags', () => {
  test('"When an event type has a feature flag, it is not visible in the catalog or the API to users whose access token does not explicitly allow that flag. Retrieving it then yields a not-found error."', async () => {
    const open = await service.eventType('open');
    const beta = await service.eventType('beta', { featureFlag: 'beta' });
    const app = await service.application();
    const seen = async (flags: readonly string[]) => {
      const token = await service.portalToken(app, flags);
      const listed = await names(token);
      const { status, body } = await service.call('GET', `${TYPES}${beta}/`, undefined, token);
      return { open: listed.includes(open), beta: listed.includes(beta), status, code: body.code };
    };
    expect(await seen([])).toEqual({ open: true, beta: false, status: 404, code: 'not_found' });
    expect(await seen(['BETA'])).toEqual({ open: true, beta: false, status: 404, code: 'not_found' });
    expect(await seen(['other', 'beta'])).toEqual({ open: true, beta: true, status: 200, code: undefined });
  });

  test('a hidden event type cannot be told from one that does not exist', async () => {
    const hidden = await service.eventType('hidden', { featureFlag: 'beta' });
    const token = await service.portalToken(await service.application());
    const [a, b] = [
      await service.call('GET', `${TYPES}${hidden}/`, undefined, token),
      await service.call('GET', `${TYPES}does.not.exist/`, undefined, token),
    ];
    expect([a.status, a.text]).toEqual([b.status, b.text]);
  });

  test('"An access token can be restricted to a set of feature flags. Such a token can see event types carrying those flags; tokens without the flag cannot see those event types in the catalog or the API."', async () => {
    const flagged = await service.eventType('early', { featureFlag: 'early' });
    const make = async (featureFlags: readonly string[]) =>
      (await service.call('POST', '/api/v1/auth/token/', { name: 'reader', featureFlags })).body.token;
    const [withFlag, without] = [await make(['early']), await make(['late'])];
    expect((await names(withFlag)).includes(flagged)).toBe(true);
    expect((await names(without)).includes(flagged)).toBe(false);
    expect((await service.call('GET', `${TYPES}${flagged}/`, undefined, withFlag)).status).toBe(200);
    expect((await service.call('GET', `${TYPES}${flagged}/`, undefined, without)).status).toBe(404);
  });

  test('"Event types can be hidden from users by a feature flag." and shown again by removing it', async () => {
    const name = await service.eventType('shy');
    const token = await service.portalToken(await service.application());
    const status = async () => (await service.call('GET', `${TYPES}${name}/`, undefined, token)).status;
    expect(await status()).toBe(200);
    await service.call('POST', `${TYPES}${name}/`, { featureFlag: 'beta' });
    expect(await status()).toBe(404);
    await service.call('POST', `${TYPES}${name}/`, { featureFlag: null });
    expect(await status()).toBe(200);
  });
});
