import { describe, expect, test } from 'vitest';
import { startedOnce } from '../support/started';
import { startService } from './service';

const service = startedOnce(startService);

describe('Create event type', () => {
  test('"POST {base_url}/api/v1/event-type/" with "name (string, required), description (string), featureFlag (string, optional)" answers "the created event type"', async () => {
    const body = { name: 'op.created', description: 'Created.', featureFlag: 'beta' };
    const created = await service.call('POST', '/api/v1/event-type/', body);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject(body);
    const read = await service.call('GET', '/api/v1/event-type/op.created/');
    expect(read.body).toEqual(created.body);
  });

  test('"a bulk-import sample treats HTTP 409 on creation as an acceptable, skippable outcome": a name that exists, and nothing is changed', async () => {
    const name = await service.eventType('twice', { description: 'first' });
    const again = await service.call('POST', '/api/v1/event-type/', { name, description: 'second' });
    expect(again.status).toBe(409);
    expect(again.body.code).toBe('event_type_exists');
    expect((await service.call('GET', `/api/v1/event-type/${name}/`)).body.description).toBe('first');
  });
});

describe('Update event type', () => {
  test('"POST {base_url}/api/v1/event-type/<event_type_name>/" with "featureFlag (string or null). Sending null removes the flag." answers "the updated event type"', async () => {
    const name = await service.eventType('updated', { description: 'kept', schema: { type: 'object' } });
    const path = `/api/v1/event-type/${name}/`;
    const set = await service.call('POST', path, { featureFlag: 'cool-new-feature' });
    expect(set.status).toBe(200);
    expect(set.body).toMatchObject({
      name,
      featureFlag: 'cool-new-feature',
      description: 'kept',
      schemas: { 1: { type: 'object' } },
    });
    const removed = await service.call('POST', path, { featureFlag: null });
    expect(removed.status).toBe(200);
    expect(removed.body).toMatchObject({ name, featureFlag: null, description: 'kept' });
  });

  test('an event type that does not exist is not made by it', async () => {
    expect((await service.call('POST', '/api/v1/event-type/absent/', { featureFlag: 'x' })).status).toBe(404);
  });
});

describe('Create application', () => {
  test('"POST {base_url}/api/v1/app/" with "name (string, required), rateLimit (integer, messages per second, optional)" answers "the created application"', async () => {
    const created = await service.call('POST', '/api/v1/app/', { name: 'Über & Co', rateLimit: 100 });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ name: 'Über & Co', rateLimit: 100 });
    const read = await service.call('GET', `/api/v1/app/${created.body.id}/`);
    expect(read.body).toEqual(created.body);
    expect((await service.call('POST', '/api/v1/app/', { name: 'No limit' })).body.rateLimit).toBeNull();
  });

  test.each([
    ['no name', {}],
    ['a name that is no string', { name: 5 }],
    ['an empty name', { name: '' }],
    ['a fractional limit', { name: 'a', rateLimit: 1.5 }],
    ['a limit of 0', { name: 'a', rateLimit: 0 }],
    ['a negative limit', { name: 'a', rateLimit: -1 }],
    ['a limit beyond the largest', { name: 'a', rateLimit: 65_536 }],
    ['a limit in quotes', { name: 'a', rateLimit: '10' }],
  ])('%s is refused', async (_what, body) => {
    expect((await service.call('POST', '/api/v1/app/', body)).status).toBe(422);
  });

  test('"Updating an application accepts rateLimit too"', async () => {
    const path = `/api/v1/app/${await service.application()}/`;
    expect((await service.call('PATCH', path, { rateLimit: 7 })).body.rateLimit).toBe(7);
    expect((await service.call('PUT', path, { name: 'Acme', rateLimit: 8 })).body.rateLimit).toBe(8);
    expect((await service.call('PATCH', path, { rateLimit: null })).body.rateLimit).toBeNull();
  });
});

describe('Create or update endpoint with a rate limit', () => {
  test('"Both accept rateLimit (integer, messages per second) in the body."', async () => {
    const path = `/api/v1/app/${await service.application()}/endpoint/`;
    const url = 'https://example.com/hook';
    const created = await service.call('POST', path, { url, rateLimit: 5 });
    expect(created.status).toBe(201);
    expect(created.body.rateLimit).toBe(5);
    const itemPath = `${path}${created.body.id}/`;
    expect((await service.call('PATCH', itemPath, { rateLimit: 6 })).body.rateLimit).toBe(6);
    expect((await service.call('PUT', itemPath, { url, rateLimit: 9 })).body.rateLimit).toBe(9);
    expect((await service.call('PATCH', itemPath, { rateLimit: null })).body.rateLimit).toBeNull();
    for (const rateLimit of [0, 1.5, '5', 65_536]) {
      expect((await service.call('POST', path, { url, rateLimit })).status).toBe(422);
      expect((await service.call('PATCH', itemPath, { rateLimit })).status).toBe(422);
    }
  });
});

describe('Other operations', () => {
  test('"Event types can also be listed, retrieved and deleted through the API, and retrieval of a flagged event type without permission returns a not-found error."', async () => {
    const kept = await service.eventType('kept');
    const name = await service.eventType('removed', { featureFlag: 'x' });
    const list = async () =>
      (await service.call('GET', '/api/v1/event-type/?limit=250')).body.data.map(
        (type: { name: string }) => type.name,
      );
    expect(await list()).toEqual(expect.arrayContaining([kept, name]));
    expect((await service.call('GET', `/api/v1/event-type/${name}/`)).status).toBe(200);
    const token = await service.portalToken(await service.application());
    expect((await service.call('GET', `/api/v1/event-type/${name}/`, undefined, token)).status).toBe(404);
    expect((await service.call('DELETE', `/api/v1/event-type/${name}/?expunge=true`)).status).toBe(204);
    expect(await list()).not.toContain(name);
    expect((await service.call('GET', `/api/v1/event-type/${name}/`)).status).toBe(404);
  });
});

describe('The service', () => {
  test('"API requests carry a bearer token in the `Authorization` header."', async () => {
    for (const token of [null, 'wrong', '']) {
      const refused = await service.call('GET', '/api/v1/event-type/', undefined, token);
      expect(refused.status).toBe(401);
      expect(refused.body.code).toBe('authentication_failed');
    }
    expect((await service.call('GET', '/api/v1/event-type/')).status).toBe(200);
    const { token } = (await service.call('POST', '/api/v1/auth/token/', { name: 'mine' })).body;
    expect((await service.call('GET', '/api/v1/event-type/', undefined, token)).status).toBe(200);
    const elsewhere = `/api/v1/event-type/?token=${token}&access_token=${token}`;
    expect((await service.call('GET', elsewhere, undefined, null)).status).toBe(401);
  });
});

describe('Errors', () => {
  test('"A user retrieves an event type whose feature flag their token does not allow: A not-found error."', async () => {
    const name = await service.eventType('not.for.all', { featureFlag: 'gold' });
    const token = await service.portalToken(await service.application(), ['silver']);
    const response = await service.call('GET', `/api/v1/event-type/${name}/`, undefined, token);
    expect(response.status).toBe(404);
    expect(response.body).toEqual({ code: 'not_found', detail: expect.any(String) });
  });

  test('"Creating an event type in a way that a client treats as skippable: HTTP 409"', async () => {
    const name = await service.eventType('skippable');
    expect((await service.call('POST', '/api/v1/event-type/', { name, description: 'd' })).status).toBe(409);
  });
});

describe('Versioning', () => {
  test('"API paths carry the version prefix `/api/v1/`."', async () => {
    for (const path of ['/api/event-type/', '/api/v2/event-type/', '/event-type/', '/v1/event-type/']) {
      expect((await service.call('GET', path)).status, path).toBe(404);
      const posted = await service.call('POST', path, { name: 'a', description: 'd' });
      expect([404, 405], path).toContain(posted.status);
    }
    expect((await service.call('GET', '/api/v1/event-type/')).status).toBe(200);
    // With the trailing slash of the specification and without: the same answer, never a redirect.
    expect((await service.call('GET', '/api/v1/event-type')).status).toBe(200);
  });
});
