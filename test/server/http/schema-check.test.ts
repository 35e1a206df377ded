import { expect, test } from 'vitest';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const server = startedOnce(startTestServer);

const check = async (body: object) => (await server.call('POST', '/event-type/schema/check', body)).json;
const schema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  required: ['id'],
  additionalProperties: false,
  properties: { id: { type: 'string', format: 'uuid' }, 'a/b': { enum: [1, 2] }, n: { const: 3 } },
};

test('a schema is checked as it would be when it is stored, each problem with its place', async () => {
  expect(await check({ schema })).toEqual({ problems: [], payload: null });
  const broken = { type: 'text', properties: { a: { minLength: 'x' } } };
  const verdict = await check({ schema: broken, payload: {} });
  expect(verdict.payload).toBeNull();
  expect(verdict.problems).toContainEqual({ pointer: '/properties/a/minLength', message: 'must be integer' });
  const stored = await server.call('POST', '/event-type', { name: 'a.b', description: '', schema: broken });
  expect(stored.status).toBe(422);
});

test('a payload is held against the schema, and every fault has its place', async () => {
  const id = '0b7f3f5e-8e1c-4f5a-9b60-0c9f6a5f2d11';
  expect((await check({ schema, payload: { id } })).payload).toEqual({
    fits: true,
    problems: [],
    reason: null,
  });
  expect((await check({ schema, payload: { 'a/b': 3, n: 4, more: 1 } })).payload).toEqual({
    fits: false,
    problems: [
      { pointer: '/id', rule: 'required', message: 'is missing' },
      { pointer: '/more', rule: 'additionalProperties', message: 'is not an allowed key' },
      { pointer: '/a~1b', rule: 'enum', message: 'must be one of 1, 2' },
      { pointer: '/n', rule: 'const', message: 'must be 3' },
    ],
    reason: null,
  });
  expect((await check({ schema: false, payload: 1 })).payload.fits).toBe(false);
  expect((await check({ schema: true, payload: null })).payload.fits).toBe(true);
});

test('what cannot be found out is said, in time, and nothing fails', async () => {
  const nowhere = await check({ schema: { $ref: '#/definitions/No' }, payload: 1 });
  expect(nowhere.payload).toMatchObject({ fits: null, problems: [] });
  expect(nowhere.payload.reason).toContain('has a reference without a target');
  const endless = { type: 'string', pattern: '^(a+)+$' };
  const slow = await check({ schema: endless, payload: `${'a'.repeat(60)}!` });
  expect(slow.payload).toMatchObject({ fits: null, reason: expect.stringMatching(/too long|pattern/) });
  expect((await check({ schema: { pattern: '(' }, payload: 'a' })).payload.fits).toBeNull();
});

test('only the sender may ask', async () => {
  expect((await server.call('POST', '/event-type/schema/check', { schema }, { token: null })).status).toBe(
    401,
  );
});
