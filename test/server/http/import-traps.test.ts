import fs from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFolder } from '../../support/new-folder';
import { startTestServer, type TestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

/*
 * Only the document is read, never a file or an address that a reference names. Every place where
 * OpenAPI allows an address names a trap here: a watched file and a listening port.
 */

const SECRET = 'read_from_the_trap';
let server: TestServer;
const folder = startedOnce(newFolder);
let trap: string;
let listener: Server;
let url: string;
let connections = 0;
const opened: string[] = [];
const untouched: (() => void)[] = [];

beforeAll(async () => {
  server = await startTestServer();
  trap = folder.file('trap.json');
  await writeFile(
    trap,
    JSON.stringify({ type: 'object', properties: { [SECRET]: {} }, description: SECRET }),
  );
  listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/trap.json`;
  for (const name of [
    'open',
    'openSync',
    'readFile',
    'readFileSync',
    'createReadStream',
    'stat',
    'statSync',
  ] as const) {
    watch(fs, name);
  }
  for (const name of ['open', 'readFile', 'stat', 'access'] as const) watch(fs.promises, name);
  syncBuiltinESMExports();
});

afterAll(async () => {
  for (const put of untouched) put();
  syncBuiltinESMExports();
  await new Promise((done) => listener.close(done));
  await server.remove();
});

/** Records every path in the folder of the trap that a function is called with. */
function watch<T extends object>(module: T, name: keyof T): void {
  const real = module[name] as (...parts: unknown[]) => unknown;
  const noted = (...parts: unknown[]) => {
    if (String(parts[0]).includes(folder.path)) opened.push(String(parts[0]));
    return real.apply(module, parts);
  };
  Object.assign(module, { [name]: noted });
  untouched.push(() => Object.assign(module, { [name]: real }));
}

/** A document that uses this address wherever one is allowed. */
function document(address: string) {
  const reference = { $ref: address };
  const body = (schema: object, more: object = {}) => ({
    post: { requestBody: { content: { 'application/json': { schema, ...more } } } },
  });
  return {
    openapi: '3.1.0',
    $self: address,
    jsonSchemaDialect: address,
    externalDocs: { url: address },
    info: { title: 'Traps', version: '1', license: { name: 'x', url: address } },
    servers: [{ url: address }],
    components: {
      schemas: { Outside: reference, Inside: { allOf: [{ $ref: '#/components/schemas/Outside' }] } },
      examples: { outside: { externalValue: address } },
      requestBodies: { Outside: reference },
    },
    webhooks: {
      'a.path': reference,
      'a.operation': { post: reference },
      'a.body': { post: { requestBody: reference } },
      'a.body.inside': { post: { requestBody: { $ref: '#/components/requestBodies/Outside' } } },
      'a.media': { post: { requestBody: { content: { 'application/json': reference } } } },
      'a.schema': body(reference),
      'a.fragment': body({ $ref: `${address}#/properties` }),
      'a.field': body({
        properties: { outside: reference, inside: { $ref: '#/components/schemas/Inside' } },
      }),
      'a.base': body({ $id: address, $schema: address, properties: { other: { $ref: 'trap.json' } } }),
      'a.dynamic': body({ $dynamicRef: address, $recursiveRef: address }),
      'a.choice': body({ oneOf: [reference], discriminator: { propertyName: 'k', mapping: { k: address } } }),
      'a.example': body(
        { type: 'object', externalDocs: { url: address } },
        { examples: { outside: { externalValue: address }, named: { $ref: address } } },
      ),
      good: body({ properties: { kept: {} } }),
    },
  };
}

const YAML = (address: string) => `openapi: 3.1.0
info: { title: Traps, version: '1' }
webhooks:
  a.yaml: !include ${address}
  good:
    post:
      requestBody:
        content:
          application/json:
            schema: { properties: { kept: {}, more: !!js/function "function () {}" } }
`;

test('the traps work', async () => {
  await readFile(trap, 'utf8');
  expect(opened).toEqual([trap]);
  opened.length = 0;
  await new Promise((done) =>
    connect((listener.address() as AddressInfo).port, '127.0.0.1').on('close', done),
  );
  expect(connections).toBe(1);
  connections = 0;
});

test('no reference makes a file or an address be read, and what needs none is imported', async () => {
  const addresses = [
    url,
    url.replace('http:', ''),
    pathToFileURL(trap).href,
    trap,
    `../${'../'.repeat(20)}${trap.slice(1)}`,
  ];
  for (const address of addresses) {
    for (const specRaw of [JSON.stringify(document(address)), YAML(address)]) {
      const plan = await server.call('POST', '/event-type/import/plan', { specRaw });
      const states = new Map(
        plan.json.rows.map((row: { name: string; state: string }) => [row.name, row.state]),
      );
      expect(states.get('good'), plan.text).toMatch(/new|unchanged|changed/);
      const done = await server.call('POST', '/event-type/import/openapi', { specRaw });
      expect(done.status).toBe(200);
      for (const { name } of plan.json.rows) {
        const { status, text } = await server.call('GET', `/event-type/${name}`);
        expect(text).not.toContain(SECRET);
        if (status === 200) await server.call('GET', `/event-type/${name}/example`);
        // A stored schema is self-contained.
        const out = [...text.matchAll(/"\$ref":"([^"]*)"/g)].filter(
          ([, to]) => !to?.startsWith('#/definitions/'),
        );
        expect(out, name).toEqual([]);
      }
      expect(`${plan.text}${done.text}`).not.toContain(SECRET);
    }
  }
  expect(opened).toEqual([]);
  expect(connections).toBe(0);
});
