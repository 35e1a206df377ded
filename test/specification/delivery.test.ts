import { describe, expect, test } from 'vitest';
import { startReceiver } from '../support/receiver';
import { startedForEach, startedOnce } from '../support/started';
import { startService } from './service';

const service = startedOnce(startService);
const receiver = startedForEach(startReceiver);

/** The messages that arrived at each path, by the field `n` of their payloads, in the order of arrival. */
function arrivedAt(path: string): number[] {
  return receiver.arrivals
    .filter((arrival) => arrival.path === path)
    .map((arrival) => JSON.parse(arrival.body.toString()).n);
}

describe('What the service does', () => {
  test('"The service delivers webhook messages on behalf of a sender to the HTTP endpoints of the sender\'s customers."', async () => {
    const acme = await service.application();
    const other = await service.application({ name: 'Other customer' });
    await service.endpoint(acme, { url: `${receiver.baseUrl}/acme` });
    await service.endpoint(other, { url: `${receiver.baseUrl}/other` });
    await service.message(acme, 'invoice.paid', { n: 1, to: 'Acme' });
    await receiver.arrived(1);
    const [arrival] = receiver.arrivals;
    expect(arrival).toMatchObject({ method: 'POST', path: '/acme' });
    expect(arrival?.body.toString()).toBe('{"n":1,"to":"Acme"}');
    await service.message(other, 'invoice.paid', { n: 2 });
    await receiver.arrived(2);
    expect([arrivedAt('/acme'), arrivedAt('/other')]).toEqual([[1], [2]]);
  });

  test('"Every message has an event type: a string identifying what kind of message it is."', async () => {
    const app = await service.application();
    const id = await service.message(app, 'invoice.paid');
    const stored = await service.call('GET', `/api/v1/app/${app}/msg/${id}/`);
    expect(stored.body.eventType).toBe('invoice.paid');
    for (const body of [
      { payload: {} },
      { eventType: 7, payload: {} },
      { eventType: null, payload: {} },
      { eventType: '', payload: {} },
      { eventType: 'not a name', payload: {} },
    ]) {
      expect((await service.call('POST', `/api/v1/app/${app}/msg/`, body)).status).toBe(422);
    }
  });

  test('"Event types are the primary way for a receiving party to choose which messages an endpoint receives."', async () => {
    const chosen = await service.eventType('order.placed');
    const left = await service.eventType('order.canceled');
    const app = await service.application();
    const customer = await service.portalToken(app);
    const url = `${receiver.baseUrl}/chosen`;
    const created = await service.call(
      'POST',
      `/api/v1/app/${app}/endpoint/`,
      { url, filterTypes: [chosen] },
      customer,
    );
    expect(created.status).toBe(201);
    await service.message(app, left, { n: 1 });
    await service.message(app, chosen, { n: 2 });
    await receiver.arrived(1);
    expect(arrivedAt('/chosen')).toEqual([2]);
  });

  test('"By default an endpoint receives all messages."', async () => {
    const known = await service.eventType('known');
    const app = await service.application();
    await service.endpoint(app, { url: `${receiver.baseUrl}/all` });
    await service.message(app, known, { n: 1 });
    await service.message(app, 'never.heard.of', { n: 2 });
    await receiver.arrived(2);
    expect(arrivedAt('/all').sort()).toEqual([1, 2]);
  });

  test('"When an endpoint is created or edited, it can be limited to a subset of event types."', async () => {
    const [a, b] = [await service.eventType('a'), await service.eventType('b')];
    const app = await service.application();
    const created = await service.endpoint(app, { url: `${receiver.baseUrl}/created`, filterTypes: [a] });
    const edited = await service.endpoint(app, { url: `${receiver.baseUrl}/edited` });
    const path = `/api/v1/app/${app}/endpoint`;
    const patched = await service.call('PATCH', `${path}/${edited}/`, { filterTypes: [b] });
    expect(patched.body.filterTypes).toEqual([b]);
    await service.message(app, a, { n: 1 });
    await service.message(app, b, { n: 2 });
    await receiver.arrived(2);
    expect([arrivedAt('/created'), arrivedAt('/edited')]).toEqual([[1], [2]]);
    // The other way to edit: a complete replacement, and back to everything.
    const url = `${receiver.baseUrl}/created`;
    expect((await service.call('PUT', `${path}/${created}/`, { url, filterTypes: [b] })).status).toBe(200);
    expect((await service.call('PATCH', `${path}/${edited}/`, { filterTypes: null })).status).toBe(200);
    await service.message(app, a, { n: 3 });
    await receiver.arrived(3);
    expect([arrivedAt('/created'), arrivedAt('/edited')]).toEqual([[1], [2, 3]]);
  });

  test('"An endpoint with no event type filter receives all messages, regardless of feature flags."', async () => {
    const hidden = await service.eventType('hidden', { featureFlag: 'beta' });
    const app = await service.application();
    const customer = await service.portalToken(app);
    const url = `${receiver.baseUrl}/unfiltered`;
    await service.call('POST', `/api/v1/app/${app}/endpoint/`, { url }, customer);
    await service.message(app, hidden, { n: 1 });
    await receiver.arrived(1);
    expect(arrivedAt('/unfiltered')).toEqual([1]);
  });
});

describe('Event type rules', () => {
  test('"Schema is not enforced when a message is created. A message whose body violates the schema is still accepted and sent."', async () => {
    const schema = { type: 'object', required: ['total'], properties: { total: { type: 'integer' } } };
    const name = await service.eventType('strict', { schema });
    const app = await service.application();
    await service.endpoint(app, { url: `${receiver.baseUrl}/strict` });
    const body = { eventType: name, payload: { n: 1, total: 'a lot' } };
    expect((await service.call('POST', `/api/v1/app/${app}/msg/`, body)).status).toBe(202);
    await receiver.arrived(1);
    expect(JSON.parse(receiver.arrivals[0]?.body.toString() ?? '')).toEqual(body.payload);
  });

  test('"A feature flag does not prevent delivery: users who know the name of a flagged event type can subscribe an endpoint to it, and unfiltered endpoints receive its messages."', async () => {
    const flagged = await service.eventType('secret.launch', { featureFlag: 'internal' });
    const app = await service.application();
    const customer = await service.portalToken(app, []);
    expect((await service.call('GET', `/api/v1/event-type/${flagged}/`, undefined, customer)).status).toBe(
      404,
    );
    const endpoints = `/api/v1/app/${app}/endpoint/`;
    const byName = { url: `${receiver.baseUrl}/by-name`, filterTypes: [flagged] };
    expect((await service.call('POST', endpoints, byName, customer)).status).toBe(201);
    await service.call('POST', endpoints, { url: `${receiver.baseUrl}/all` }, customer);
    await service.message(app, flagged, { n: 1 });
    await receiver.arrived(2);
    expect([arrivedAt('/by-name'), arrivedAt('/all')]).toEqual([[1], [1]]);
  });
});

describe('Events', () => {
  test('"A message is delivered to every endpoint whose event type filter includes the message\'s event type, and to every endpoint that has no filter."', async () => {
    const [a, b] = [await service.eventType('one'), await service.eventType('two')];
    const app = await service.application();
    const filters: Record<string, string[] | null> = { '/a': [a], '/ab': [a, b], '/b': [b], '/any': null };
    for (const [path, filterTypes] of Object.entries(filters)) {
      await service.endpoint(app, { url: receiver.baseUrl + path, filterTypes });
    }
    await service.endpoint(app, { url: `${receiver.baseUrl}/any2`, filterTypes: [] });
    await service.message(app, a, { n: 1 });
    await service.message(app, b, { n: 2 });
    await receiver.arrived(8);
    const got = ['/a', '/ab', '/b', '/any', '/any2'].map((path) => arrivedAt(path).sort());
    expect(got).toEqual([[1], [1, 2], [2], [1, 2], [1, 2]]);
    expect(receiver.arrivals.length).toBe(8);
  });
});
