import { describe, expect, test } from 'vitest';
import { startedOnce } from '../support/started';
import { webhooksDocument } from '../support/webhooks-document';
import { startService } from './service';

const service = startedOnce(startService);

const IMPORT = '/api/v1/event-type/import/openapi';

/** A webhook whose body has one field of this name. */
const webhook = (field: string, more: object = {}) => ({
  description: `Tells of ${field}.`,
  requestBody: {
    content: {
      'application/json': {
        schema: { type: 'object', required: [field], properties: { [field]: { type: 'string' } } },
      },
    },
  },
  responses: { 200: { description: 'ok' } },
  ...more,
});
const read = async (name: string) => (await service.call('GET', `/api/v1/event-type/${name}/`)).body;

describe('OpenAPI import', () => {
  test('"A sender uploads an OpenAPI JSON file": as an object or as its text', async () => {
    const spec = webhooksDocument({ 'up.loaded': webhook('a') });
    expect((await service.call('POST', IMPORT, { spec })).body.data.modified).toEqual(['up.loaded']);
    const again = webhooksDocument({ 'up.text': webhook('a') });
    const response = await service.call('POST', IMPORT, { specRaw: JSON.stringify(again) });
    expect(response.body.data.modified).toEqual(['up.text']);
  });

  test('"The service reads the top-level `webhooks` field (`x-webhooks` for OpenAPI 3.0) and offers to create event types, with schemas, from the request bodies of those webhooks."', async () => {
    const spec = webhooksDocument({ 'pet.new': webhook('pet') });
    const offer = await service.call('POST', IMPORT, { spec, dryRun: true });
    expect(offer.body.data.modified).toEqual([]);
    expect(offer.body.data.to_modify).toMatchObject([{ name: 'pet.new', description: 'Tells of pet.' }]);
    expect((await service.call('GET', '/api/v1/event-type/pet.new/')).status).toBe(404);
    await service.call('POST', IMPORT, { spec });
    expect((await read('pet.new')).schemas['1']).toMatchObject({
      type: 'object',
      required: ['pet'],
      properties: { pet: { type: 'string' } },
    });
    const { webhooks: _none, ...rest } = webhooksDocument({});
    const older = {
      ...rest,
      openapi: '3.0.3',
      paths: {},
      'x-webhooks': { 'pet.old': { post: webhook('pet') } },
    };
    expect((await service.call('POST', IMPORT, { spec: older })).body.data.modified).toEqual(['pet.old']);
    expect((await read('pet.old')).schemas['1'].properties).toMatchObject({ pet: { type: 'string' } });
  });

  test('"When a chosen name equals an existing event type, that event type is updated with the new values."', async () => {
    const name = await service.eventType('import.existing', { description: 'by hand', featureFlag: 'kept' });
    const response = await service.call('POST', IMPORT, {
      spec: webhooksDocument({ [name]: webhook('fresh') }),
    });
    expect(response.body.data.modified).toEqual([name]);
    const after = await read(name);
    expect(after.description).toBe('Tells of fresh.');
    expect(after.schemas['1'].properties).toHaveProperty('fresh');
    // Repeating it changes nothing.
    const again = await service.call('POST', IMPORT, {
      spec: webhooksDocument({ [name]: webhook('fresh') }),
    });
    expect(again.body.data.modified).toEqual([]);
  });

  test('"An optional `x-event-type` property on a webhook operation sets the event type name to use."', async () => {
    const spec = webhooksDocument({
      onPayment: webhook('a', { 'x-event-type': 'payment.received' }),
      'payment.sent': webhook('b'),
    });
    const response = await service.call('POST', IMPORT, { spec });
    expect([...response.body.data.modified].sort()).toEqual(['payment.received', 'payment.sent']);
    expect((await service.call('GET', '/api/v1/event-type/onPayment/')).status).toBe(404);
  });
});
