import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { startedOnce } from '../../support/started';
import { typeFaults } from '../../support/type-faults';
import { startCliRig } from './cli-rig';

const rig = startedOnce(startCliRig);
const schema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };

beforeAll(async () => {
  const types = [
    { name: 'order.placed', description: 'Open.', schema },
    { name: 'order.beta', description: 'Beta.', featureFlags: ['beta'], schema },
    { name: 'order.gold', description: 'Gold.', featureFlags: ['gold'], schema },
    { name: 'order.gone', description: 'Gone.', archived: true, schema },
  ];
  for (const type of types) await rig.server.call('POST', '/event-type', type);
});

const namesIn = (text: string) => [...text.matchAll(/^ {2}'(.*)': /gm)].map(([, name]) => name);

test('types writes declarations of what somebody with these flags sees, which the compiler accepts', async () => {
  const out = rig.file('events.d.ts');
  const written = await rig.run('types', '--format', 'typescript', '--flags', 'beta', '--out', out);
  expect(written).toMatchObject({ exitCode: 0, out: expect.stringContaining('2 event types') });
  const text = await readFile(out, 'utf8');
  expect(namesIn(text)).toEqual(['order.beta', 'order.placed']);
  expect(text).not.toContain('gold');
  expect(typeFaults(text)).toBe('');
}, 60_000);

test('types without flags writes all that the token sees, and with none what everybody sees', async () => {
  const all = ['order.beta', 'order.gold', 'order.placed'];
  expect(namesIn((await rig.run('types')).out)).toEqual(all);
  expect(namesIn((await rig.run('types', '--flags', 'beta,gold')).out)).toEqual(all);
  expect(namesIn((await rig.run('types', '--flags', 'beta', '--flags', 'gold')).out)).toEqual(all);
  expect(namesIn((await rig.run('types', '--flags', '')).out)).toEqual(['order.placed']);
});

test('types with --json prints the declarations within a document', async () => {
  const { out } = await rig.run('types', '--flags', '', '--json');
  expect(JSON.parse(out)).toMatchObject({
    ok: true,
    eventTypes: 1,
    text: expect.stringContaining('OrderPlaced'),
  });
});

test('types writes JSON Schema and OpenAPI, and refuses another format', async () => {
  const schemas = JSON.parse((await rig.run('types', '--format', 'json-schema', '--flags', '')).out);
  expect(schemas).toEqual({ schemas: { 'order.placed': schema }, definitions: {} });
  const openapi = JSON.parse((await rig.run('types', '--format', 'openapi', '--flags', '')).out);
  expect(Object.keys(openapi.webhooks)).toEqual(['order.placed']);
  const refused = await rig.run('types', '--format', 'xml');
  expect([refused.exitCode, refused.err]).toEqual([2, expect.stringContaining('typescript')]);
});
