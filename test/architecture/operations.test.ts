import type { FromSchema } from 'json-schema-to-ts';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type {
  EndpointMessageOut,
  endpointMessageOutSchema,
  MessageEndpointOut,
  messageEndpointOutSchema,
} from '../../src-server/contract/attempt';
import type { ImportPlanOut, importPlanOutSchema } from '../../src-server/contract/import-plan';
import type { OpenapiImportOut, openapiImportOutSchema } from '../../src-server/contract/openapi-import';
import type { Operation } from '../../src-server/contract/operation';
import type { ReceiverLogOut, receiverLogOutSchema } from '../../src-server/contract/receiver';
import { rows } from '../support/described-api';
import { sourceFiles, withoutComments } from './source-files';

const modules = import.meta.glob<Record<string, Record<string, Operation>>>(
  '../../src-server/contract/operations/*.ts',
  { eager: true },
);
const operations = Object.values(modules).flatMap((exported) =>
  Object.values(exported).flatMap((group) => Object.values(group)),
);
const files = sourceFiles('src-server/contract/operations');
const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

/** Every schema of an operation paired with a type other than the one derived from it. */
function pairFaults(text: string): string[] {
  return [...text.matchAll(/\b(?:jsonOf|pageOf)<([^>]*)>\(\s*([^),]*)/g)].flatMap(
    ([, type = '', schema = '']) =>
      schema === `${type.charAt(0).toLowerCase()}${type.slice(1)}Schema`
        ? []
        : [`${schema} is not of ${type}`],
  );
}

/** Every type that has a schema of its name but is not derived from it. */
function writtenByHand(text: string): string[] {
  return [...text.matchAll(/export (?:interface (\w+)|type (\w+) =\s*([^;]*);)/g)].flatMap(
    ([, byHand, alias, meaning = '']) => {
      const type = byHand ?? alias ?? '';
      const schema = schemaOf(type);
      return text.includes(`const ${schema} `) && !meaning.includes(`FromSchema<typeof ${schema}>`)
        ? [type]
        : [];
    },
  );
}

function schemaOf(type: string): string {
  return `${type.charAt(0).toLowerCase()}${type.slice(1)}Schema`;
}

describe('the operations of the contract', () => {
  it('have one row each in the table of routes, and no row is without', () => {
    expect(operations.length).toBeGreaterThan(100);
    expect(operations.map(nameOf).sort()).toEqual(rows.map(nameOf).sort());
  });

  it('are all known to the clients', () => {
    const list = files.find(({ path }) => path.endsWith('/api-operations.ts'))?.text ?? '';
    const groups = files.flatMap(({ text }) =>
      [...text.matchAll(/^export const (\w+)/gm)].map(([, name]) => name),
    );
    expect(groups.length).toBe(Object.keys(modules).length - 1);
    expect(groups.filter((name) => !list.includes(`| typeof ${name}`))).toEqual([]);
  });

  it('have for each schema the type that belongs to it', () => {
    expect(files.flatMap(({ text }) => pairFaults(text))).toEqual([]);
    expect(pairFaults('jsonOf<AOut>(aOutSchema) pageOf<BOut>(aOutSchema)')).toEqual([
      'aOutSchema is not of BOut',
    ]);
  });

  it('have types that are derived from their schemas, or hold what those let through', () => {
    const contract = sourceFiles('src-server/contract').flatMap(({ text }) => writtenByHand(text));
    expect(contract.sort()).toEqual([
      'EndpointMessageOut',
      'EventTypeFromOpenapi',
      'ImportPlanOut',
      'ImportRow',
      'ImportedEventType',
      'MessageEndpointOut',
      'OpenapiImportOut',
      'ReceiverLogOut',
    ]);
    expectTypeOf<FromSchema<typeof endpointMessageOutSchema>>().toExtend<EndpointMessageOut>();
    expectTypeOf<FromSchema<typeof messageEndpointOutSchema>>().toExtend<MessageEndpointOut>();
    expectTypeOf<FromSchema<typeof importPlanOutSchema>>().toExtend<ImportPlanOut>();
    expectTypeOf<FromSchema<typeof openapiImportOutSchema>>().toExtend<OpenapiImportOut>();
    expectTypeOf<FromSchema<typeof receiverLogOutSchema>>().toExtend<ReceiverLogOut>();
  });
});

/** An API call whose result is asserted to be a type other than its operation's. */
const ASSERTED =
  /\b(?:call|callText|ask|listAll|readPage)(?:<[^>()]*>)?\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)\)*\s+as\s+(?!const\b)/;
/** An API address that is built without the client. */
const PAST_THE_CLIENT = /\/api\/v1(?:\/|\$\{)/;

describe('those who call the API', () => {
  const clients = sourceFiles('src-renderer', 'src-server/cli').filter(
    ({ path }) => !path.startsWith('src-renderer/api/') && path !== 'src-server/cli/instance.ts',
  );
  const breaking = (pattern: RegExp) =>
    clients.filter(({ text }) => pattern.test(withoutComments(text))).map(({ path }) => path);

  it('take the type of an answer from its operation', () => {
    expect(clients.length).toBeGreaterThan(100);
    expect(breaking(ASSERTED)).toEqual([]);
    expect(ASSERTED.test("(await api.call('GET /app/{app}', { path: { app: of(id) } })) as Mine")).toBe(true);
    expect(ASSERTED.test("known(() => server.ask('GET /app')) as Promise<Mine>")).toBe(true);
    expect(ASSERTED.test("api.call('GET /app', { query: { order: 'ascending' as const } }, signal)")).toBe(
      false,
    );
  });

  it('ask by the client, which knows the operations', () => {
    // The 503 of a server that may refuse everything else says whether the database is lost.
    // And what is shown to people, code to be copied among it, calls nothing.
    expect(breaking(PAST_THE_CLIENT)).toEqual([
      'src-renderer/shared/polling/polling-state.ts',
      'src-renderer/shared/snippets/poll-snippets.ts',
      'src-renderer/shared/snippets/send-snippets.ts',
      'src-server/cli/backup-command.ts',
      'src-server/cli/listening/listen-command.ts',
    ]);
    expect(PAST_THE_CLIENT.test("fetch(origin + '/api/v1/app')")).toBe(true);
    expect(PAST_THE_CLIENT.test("hint='Without /api/v1.'")).toBe(false);
  });
});
