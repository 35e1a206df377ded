import { expect, it } from 'vitest';
import { Draft7Converter } from '../../../src-server/catalog/draft7/draft7';
import { LocalReferences } from '../../../src-server/catalog/draft7/local-reference';
import { readImport, undecided } from '../../../src-server/catalog/openapi/import-openapi';
import { IMPORT_SCHEMAS_MAX_BYTES } from '../../../src-server/contract/limits';

const COUNT = 300;
const component = (n: number) => `#/components/schemas/S${n % COUNT}`;
const hook = (schema: unknown) => ({
  post: {
    requestBody: { content: { 'application/json': { schema } } },
    responses: { 200: { description: '' } },
  },
});

it('webhooks that all reach the same large cycle are imported up to the total size limit', async () => {
  const schemas: Record<string, unknown> = {};
  const webhooks: Record<string, unknown> = {};
  for (let n = 0; n < COUNT; n += 1) {
    const properties = { next: { $ref: component(n + 1) }, other: { $ref: component(n * 7 + 3) } };
    schemas[`S${n}`] = { type: 'object', description: 'x'.repeat(1_500), properties };
    webhooks[`hook.${n}`] = hook({ $ref: component(n) });
  }
  webhooks['last.small'] = hook({ type: 'string' });
  const spec = { openapi: '3.1.0', info: { title: 'T', version: '1' }, webhooks, components: { schemas } };
  expect(JSON.stringify(spec).length).toBeLessThan(600_000);
  const { candidates, problems } = undecided((await readImport({ spec })).found, []);
  const bytes = candidates.reduce((sum, { eventType }) => sum + JSON.stringify(eventType.schemas).length, 0);
  expect(bytes).toBeLessThan(IMPORT_SCHEMAS_MAX_BYTES);
  expect(bytes).toBeGreaterThan(IMPORT_SCHEMAS_MAX_BYTES * 0.9);
  expect(candidates.map(({ key }) => key)).toContain('last.small');
  expect(candidates.every(({ eventType }) => eventType.schemas !== undefined)).toBe(true);
  const left = problems.filter(({ severity }) => severity === 'skipped');
  expect(left).toHaveLength(COUNT + 1 - candidates.length);
  expect(left[0]?.message).toBe(
    'The schemas of this document exceed 24 MiB in total, and this schema is over the limit. Import the rest from another document.',
  );
});

it('webhooks with the same body share one schema, and examples count towards the total size', () => {
  const root = { body: { type: 'string' } };
  const options = { siblingsCount: true, reserved: [], maxBytes: 100 };
  const converter = new Draft7Converter(new LocalReferences(root), options);
  const [first, second] = [converter.convert(root.body, '/body'), converter.convert(root.body, '/body')];
  expect(first.ok && second.ok && first.schema === second.schema).toBe(true);
  expect(converter.convert(root.body, '/body', ['x'.repeat(100)])).toMatchObject({
    ok: false,
    isBeyondSum: true,
  });
  expect(converter.convert(root.body, '/body', ['x'])).toMatchObject({ ok: true });
});
