import { beforeEach, expect, it } from 'vitest';
import { readServedSchema } from '../../../src-renderer/admin/data/use-schema-text';
import { saveExample } from '../../../src-renderer/admin/features/catalog/event-type/use-save-example';
import { saveSchema } from '../../../src-renderer/admin/features/schema/draft/use-save-schema';
import { toggleRequired } from '../../../src-renderer/admin/features/schema/model/field-edits';
import { ApiClient } from '../../../src-renderer/api/api-client';
import type { OperationName } from '../../../src-server/contract/operations/api-operations';
import { parseJson } from '../../../src-server/json-schema/parse-json';
import { printJson } from '../../../src-server/json-schema/print-json';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const server = startedOnce(startTestServer);
let names = 0;
let name: string;

beforeEach(async () => {
  name = `order.paid${names++}`;
  await server.call('POST', '/event-type', {
    name,
    description: 'd',
    schemas: { '1': { title: 'first' }, '2': { title: 'other' } },
  });
});

type CallTextArguments<N extends OperationName> = Parameters<typeof ApiClient.prototype.callText<N>>;

/** A client; a change by somebody else happens between its first read and its write. */
function client(between: () => Promise<unknown> = async () => undefined): ApiClient {
  let isFirst = true;
  class Interrupted extends ApiClient {
    override async callText<N extends OperationName>(...[name, ...rest]: CallTextArguments<N>) {
      if (isFirst && name.startsWith('PATCH')) {
        isFirst = false;
        await between();
      }
      return super.callText(name, ...rest);
    }
  }
  const baseAddress = server.baseUrl;
  return new Interrupted({ baseAddress, token: server.adminToken });
}
const read = async () => (await server.call('GET', `/event-type/${name}`)).json;
const served = async () => (await readServedSchema(client(), name)).schema;

it('a schema is saved as version 1, and other versions stay', async () => {
  const before = await served();
  const { isSaved, now } = await saveSchema(client(), name, { text: '{\n  "title": "second"\n}' }, before);
  expect(isSaved).toBe(true);
  expect(now).toEqual(await readServedSchema(client(), name));
  expect((await read()).schemas).toEqual({ 1: { title: 'second' }, 2: { title: 'other' } });
});

it('saving a schema never overwrites what someone else saved earlier or at that moment', async () => {
  const before = await served();
  const theirs = () => server.call('PATCH', `/event-type/${name}`, { schema: { title: 'theirs' } });
  const late = await saveSchema(client(theirs), name, { text: '{"title":"mine"}' }, before);
  expect(late).toMatchObject({ isSaved: false, now: { schema: await served() } });
  expect((await read()).schemas['1']).toEqual({ title: 'theirs' });
  expect((await saveSchema(client(), name, { text: '{"title":"mine"}' }, before)).isSaved).toBe(false);
});

it('a concurrent change of another field does not prevent saving a schema', async () => {
  const before = await served();
  const others = () => server.call('PATCH', `/event-type/${name}`, { description: 'theirs' });
  const { isSaved } = await saveSchema(client(others), name, { text: '{"title":"mine"}' }, before);
  expect(isSaved).toBe(true);
  expect(await read()).toMatchObject({ description: 'theirs', schemas: { 1: { title: 'mine' } } });
});

it('a schema is saved also to an instance that sends no ETags', async () => {
  class Older extends ApiClient {
    override async callText<N extends OperationName>(...args: CallTextArguments<N>) {
      const response = await super.callText(...args);
      return args[0].startsWith('GET') ? { ...response, tag: null } : response;
    }
  }
  const older = new Older({ baseAddress: server.baseUrl, token: server.adminToken });
  expect((await saveSchema(older, name, { text: 'true' }, await served())).isSaved).toBe(true);
  expect((await read()).schemas['1']).toBe(true);
});

it('saving an example keeps a schema change that someone else made meanwhile', async () => {
  const theirs = () =>
    server.call('PATCH', `/event-type/${name}`, { schema: { title: 'theirs', examples: [1, 2] } });
  await saveExample(client(theirs), name, '{"2": 1.50, "b": true}');
  expect((await read()).schemas['1']).toEqual({ title: 'theirs', examples: [{ 2: 1.5, b: true }, 2] });
  await saveExample(client(), name, null);
  expect((await read()).schemas['1']).toEqual({ title: 'theirs' });
  await server.call('PATCH', `/event-type/${name}`, { schema: true });
  await expect(saveExample(client(), name, '{}')).rejects.toThrow('Only a schema object');
});

it('a saved schema keeps the order of properties whose names are numbers', async () => {
  const text = '{\n  "properties": {\n    "10": {},\n    "2": {},\n    "b": {},\n    "1": {}\n  }\n}';
  expect((await saveSchema(client(), name, { text }, await served())).now.schema).toBe(text);
  expect(await served()).toBe(text);
});

it('a saved schema keeps the spelling of numbers in fields that were not edited', async () => {
  const SCHEMA =
    '{"properties":{"b":{"maximum":9223372036854775807,"multipleOf":2.0},"1":{"enum":[1e3,-0]}},"examples":[{"b":2.0}]}';
  await server.call('PATCH', `/event-type/${name}`, undefined, { raw: `{"schema":${SCHEMA}}` });
  const before = await served();
  const document = parseJson(before ?? '');
  const edit = document.ok ? toggleRequired(document.node, ['properties', 'b']) : null;
  if (!edit?.ok) throw new Error('the field can be edited');
  await saveSchema(client(), name, { text: printJson(edit.root) }, before);
  const { text } = await server.call('GET', `/event-type/${name}`);
  expect(text).toContain(`${SCHEMA.slice(0, -1)},"required":["b"]}`);
  await saveExample(client(), name, '{"b": 9223372036854775806}');
  expect((await server.call('GET', `/event-type/${name}`)).text).toContain(
    SCHEMA.slice(0, -1).replace('{"b":2.0}', '{"b":9223372036854775806}'),
  );
});
