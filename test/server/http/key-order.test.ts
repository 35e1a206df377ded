import { expect, test } from 'vitest';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

/*
 * Field names that look like numbers keep their position, on every path a schema can take.
 */

const server = startedOnce(startTestServer);

const PROPERTIES = '{"code":{"type":"string"},"200":{"type":"object"},"1":{"enum":[{"b":1,"0":2}]}}';
const SCHEMA = `{"type":"object","properties":${PROPERTIES},"examples":[{"x":1,"3":2,"2":3}]}`;

async function schemaIn(path: string, token?: string) {
  const { text } = await server.call('GET', path, undefined, token === undefined ? {} : { token });
  return text;
}

test('a schema that was written, read back, listed, restored and sent', async () => {
  const raw = `{"name":"order.kept","description":"","schemas":{"1":${SCHEMA}}}`;
  const made = await server.call('POST', '/event-type', undefined, { raw });
  expect(made.text).toContain(SCHEMA);
  expect(await schemaIn('/event-type/order.kept')).toContain(SCHEMA);
  expect(await schemaIn('/event-type?with_content=true')).toContain(SCHEMA);
  await server.call('PATCH', '/event-type/order.kept', { description: 'Else.' });
  expect(await schemaIn('/event-type/order.kept')).toContain(SCHEMA);
  expect(await schemaIn('/event-type/order.kept/history/1')).toContain(SCHEMA);
  await server.call('PATCH', '/event-type/order.kept', { schemas: null });
  const restored = await server.call('POST', '/event-type/order.kept/history/1/restore');
  expect(restored.text).toContain(SCHEMA);
  expect(await schemaIn('/event-type/order.kept/example')).toContain('"example":{"x":1,"3":2,"2":3}');
});

test('a change of nothing but the order is a change', async () => {
  const moved = SCHEMA.replace(
    '"code":{"type":"string"},"200":{"type":"object"}',
    '"200":{"type":"object"},"code":{"type":"string"}',
  );
  const raw = (schema: string) => `{"schemas":{"1":${schema}}}`;
  await server.call('PATCH', '/event-type/order.kept', undefined, { raw: raw(moved) });
  expect(await schemaIn('/event-type/order.kept')).toContain(moved);
  await server.call('PATCH', '/event-type/order.kept', undefined, { raw: raw(SCHEMA) });
  expect(await schemaIn('/event-type/order.kept')).toContain(SCHEMA);
});

test('an environment that was written out and read in', async () => {
  const { text } = await server.call('POST', '/environment/export');
  expect(text).toContain(SCHEMA);
  const other = await startTestServer();
  await other.call('POST', '/environment/import', undefined, {
    raw: `{"eventTypes":[{"name":"order.kept","description":"","schemas":{"1":${SCHEMA}}}]}`,
  });
  expect((await other.call('GET', '/event-type/order.kept')).text).toContain(SCHEMA);
  await other.remove();
});

const WEBHOOK = (schema: string) =>
  `{"openapi":"3.1.0","info":{"title":"Order","version":"1"},"webhooks":{"order.imported":{"post":{"requestBody":{"content":{"application/json":{"schema":${schema}}}}}}}}`;
const YAML = `openapi: 3.1.0
info: { title: Order, version: '1' }
webhooks:
  order.yaml:
    post:
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                code: { type: string }
                200: { type: object }
                '1': { type: integer }
`;

test('an import from JSON as text, as an object, and from YAML; and its undo', async () => {
  const plan = await server.call('POST', '/event-type/import/plan', { specRaw: WEBHOOK(SCHEMA) });
  expect(plan.text).toContain(PROPERTIES);
  const applied = await server.call('POST', '/event-type/import/apply', { specRaw: WEBHOOK(SCHEMA) });
  expect(await schemaIn('/event-type/order.imported')).toContain(PROPERTIES);
  expect(await schemaIn('/event-type/order.imported')).toContain('[{"x":1,"3":2,"2":3}]');
  await server.call('POST', '/event-type/import/apply', undefined, {
    raw: `{"spec":${WEBHOOK(SCHEMA.replace('"type":"string"', '"type":"integer"'))}}`,
  });
  const changed = PROPERTIES.replace('"type":"string"', '"type":"integer"');
  expect(await schemaIn('/event-type/order.imported')).toContain(changed);
  const receipts = await server.call('GET', '/event-type/import/receipt?limit=1');
  await server.call('POST', `/event-type/import/receipt/${receipts.json.data[0].id}/undo`);
  expect(await schemaIn('/event-type/order.imported')).toContain(PROPERTIES);
  expect(applied.json.created).toEqual(['order.imported']);
  await server.call('POST', '/event-type/import/apply', { specRaw: YAML });
  expect(await schemaIn('/event-type/order.yaml')).toContain(
    '"properties":{"code":{"type":"string"},"200":{"type":"object"},"1":{"type":"integer"}}',
  );
});
