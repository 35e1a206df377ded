import { performance } from 'node:perf_hooks';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '../../../src-server/http/route';
import { rows } from '../../support/described-api';
import { type ApiResponse, type CallOptions, startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

/**
 * A customer who guesses names must not learn which of them are hidden event types, groups or flags. Every operation
 * that a portal token may call is tried with a hidden and with a missing name wherever it accepts one.
 */
const open = rows.filter(({ access }) => ['portal', 'any', 'public'].includes(access));

/** Hidden and missing names of equal length, so that even `content-length` must agree. */
const TYPES = [
  ['secret.hidden', 'secret.absent'],
  ['secret.buried', 'secret.lost.x'],
] as const;
const GROUPS = [
  ['group-hidden', 'group-absent'],
  ['secret', 'absent'],
] as const;

/** The inputs that take such a name. An iterator of the catalog is one: it contains the name of the last row. */
const NAMED: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'path name': TYPES,
  'query event_type': TYPES,
  'query event_types': TYPES,
  'query iterator of GET /event-type': TYPES,
  'body eventType': TYPES,
  'body eventTypes[]': TYPES,
  'body filterTypes[]': TYPES,
  'body filterGroups[]': GROUPS,
};

/** All other text inputs. An input in neither list fails the first test: add it to one of them. */
const OTHER = new Set(
  `path app, path endpoint, path message, path attempt, path task, path session, path poller, path consumer,
  query iterator, query order, query since, query until, query before, query after, query channel, query tag,
  query endpoint_id, query status, query task, query format, query at, query starting_position,
  body payload, body url, body filter, body description, body uid, body channels[], body metadata, body secret, body headers,
  body key, body deleteHeaders[], body since, body until, body messageIds[], body messageId, body channel, body tag,
  body after, body createdBefore, body endpointId, body oneTimeToken, body nonce`.split(/,\s*/),
);

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly required?: readonly string[];
}

/** The text inputs of a row: in its path, its query and its body. */
function inputsOf(row: Route): readonly string[] {
  const path = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `path ${name}`);
  const query = Object.entries(row.query ?? {}).flatMap(([name, { type }]) => {
    if (type !== 'string' && type !== 'array') return [];
    return [name === 'iterator' && row.path === '/event-type' ? ITERATOR : `query ${name}`];
  });
  return [...path, ...query, ...(row.body ? textsOf(row.body as Schema, '') : [])];
}

const ITERATOR = 'query iterator of GET /event-type';

function textsOf({ type, properties, items }: Schema, at: string): string[] {
  if (properties)
    return Object.entries(properties).flatMap(([name, schema]) =>
      textsOf(schema, at ? `${at}.${name}` : name),
    );
  if (items) return textsOf(items, `${at}[]`);
  const isPlain = [type]
    .flat()
    .every((name) => ['integer', 'number', 'boolean', 'null'].includes(name ?? ''));
  return isPlain ? [] : [`body ${at}`];
}

const server = startedOnce(startTestServer);
let token: string;
let ids: Readonly<Record<string, string>>;
let made = 0;

beforeAll(async () => {
  const schemas = { 1: { type: 'object', required: ['a'], examples: [{ a: 1 }] } };
  const hidden = { description: 'x', schemas, featureFlag: 'beta' };
  await server.call('POST', '/event-type', { ...hidden, name: 'secret.hidden', groupName: 'group-hidden' });
  await server.call('POST', '/event-type', { ...hidden, name: 'secret.buried', archived: true });
  await server.call('POST', '/event-type', { name: 'plain', description: '' });
  const app = await server.create('/app', { name: 'A' });
  token = await server.portalToken(app);
  const message = await server.create(`/app/${app}/msg`, { eventType: 'plain', payload: {} });
  ids = { app, message, attempt: 'atmpt_none', task: 'qtask_none' };
});

/** The states of an endpoint that are tried. */
const ENDPOINTS: readonly object[] = [
  {},
  { filterGroups: ['group-hidden'] },
  { filterGroups: ['secret'] },
  { disabled: true },
];

/** Calls a row as the customer, on an endpoint that no earlier call has touched. */
async function ask(row: Route, input: string, name: string, endpoint: object): Promise<ApiResponse> {
  made += 1;
  const uid = `e${String(made).padStart(6, '0')}`;
  await server.call('POST', `/app/${ids.app}/endpoint`, { uid, url: 'http://127.0.0.1:9/', ...endpoint });
  const [place, field = ''] = input.split(' ');
  const path = row.path.replace(/\{(\w+)\}/g, (_all, parameter: string) =>
    place === 'path' && parameter === field
      ? name
      : parameter === 'endpoint'
        ? uid
        : (ids[parameter] ?? 'none'),
  );
  const query = place === 'query' ? `?${field}=${name}` : '';
  const body = row.body ? { ...required(row.body), ...(place === 'body' && given(field, name)) } : null;
  return server.call(row.method, path + query, body ?? undefined, { token });
}

/** A value for each required field. */
function required(schema: Schema): object {
  const values: Readonly<Record<string, unknown>> = {
    url: 'http://127.0.0.1:9/',
    since: new Date(Date.now() - 60_000).toISOString(),
    payload: {},
  };
  return Object.fromEntries((schema.required ?? []).map((field) => [field, values[field]]));
}

function given(field: string, name: string): object {
  return field.endsWith('[]') ? { [field.slice(0, -2)]: [name] } : { [field]: name };
}

/** Everything in a response that a caller can see, without the name itself, ids, and times. */
function seen({ status, headers, text }: ApiResponse, name: string): object {
  // The tag of a response is made of what it says.
  const { date: _date, etag: _etag, ...others } = Object.fromEntries(headers);
  const masked = text
    .replaceAll(name, 'NAME')
    .replace(/\b(ep|msg|poll|qtask|atmpt)_[A-Za-z0-9]{10,}/g, '$1_ID')
    .replace(/\be\d{6}\b/g, 'UID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
  return { status, headers: others, text: masked };
}

test('every input of an operation that customers may call is known to take such a name, or not to', () => {
  const unknown = open.flatMap((row) =>
    inputsOf(row)
      .filter((input) => !(input in NAMED) && !OTHER.has(input))
      .map((input) => `${row.method} ${row.path}: ${input}`),
  );
  expect(unknown).toEqual([]);
});

const cases = open.flatMap((row) =>
  inputsOf(row).flatMap((input) =>
    (NAMED[input] ?? []).map(([hidden, missing]) => [row, input, hidden, missing] as const),
  ),
);

test.each(
  cases.map(
    (refusal) => [`${refusal[0].method} ${refusal[0].path}, ${refusal[1]}: ${refusal[2]}`, refusal] as const,
  ),
)(
  'a hidden name is answered like one that does not exist: %s',
  async (_title, [row, input, hidden, missing]) => {
    for (const endpoint of row.path.includes('{endpoint}') ? ENDPOINTS : [{}]) {
      const [response, other] = [
        await ask(row, input, hidden, endpoint),
        await ask(row, input, missing, endpoint),
      ];
      expect(seen(response, hidden)).toEqual(seen(other, missing));
      expect(response.status).toBeLessThan(500);
    }
  },
);

describe('a filter', () => {
  let app: string;
  let customer: CallOptions;
  beforeAll(async () => {
    app = await server.create('/app', { name: 'F' });
    customer = { token: await server.portalToken(app) };
  });
  const filter = async (body: object, as: CallOptions) => {
    const path = `/app/${app}/endpoint`;
    const { status, json } = await server.call('POST', path, { url: 'http://127.0.0.1:9/', ...body }, as);
    return [status, json.filterTypes ?? json.filterGroups ?? json.detail[0].msg];
  };

  test('of a customer takes any name, and that of the sender only what exists', async () => {
    const sender = { token: server.adminToken };
    for (const name of ['secret.hidden', 'secret.absent', 'secret.buried']) {
      expect(await filter({ filterTypes: [name] }, customer)).toEqual([201, [name]]);
    }
    expect(await filter({ filterTypes: ['secret.hidden'] }, sender)).toEqual([201, ['secret.hidden']]);
    for (const name of ['secret.absent', 'secret.buried']) {
      const msg = `The following event types don't exist: ${name}`;
      expect(await filter({ filterTypes: [name] }, sender)).toEqual([422, msg]);
    }
  });

  test('of a customer does not take what it sees archived', async () => {
    await server.call('POST', '/event-type', { name: 'seen.old', description: '', archived: true });
    const msg = 'The following event types are archived: seen.old';
    expect(await filter({ filterTypes: ['seen.old', 'secret.absent'] }, customer)).toEqual([422, msg]);
  });
});

test('a large schema of a hidden type costs no time that its absence would not', async () => {
  const properties = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, n) => [`field${n}`, { type: 'string', description: `Field ${n}` }]),
  );
  const schemas = { 1: { type: 'object', properties } };
  await server.call('POST', '/event-type', {
    name: 'secret.large0',
    description: '',
    schemas,
    featureFlag: 'beta',
  });
  const times: Record<string, number[]> = { 'secret.large0': [], 'secret.absent': [] };
  for (let round = 0; round < 31; round += 1) {
    for (const [name, list] of Object.entries(times)) {
      const start = performance.now();
      await server.call('GET', `/event-type/${name}`, undefined, { token });
      list.push(performance.now() - start);
    }
  }
  const median = (name: string) => (times[name] ?? []).sort((a, b) => a - b)[15] ?? 0;
  // Reading the schema takes many times as long as the rest of the request.
  expect(median('secret.large0')).toBeLessThan(median('secret.absent') * 2 + 3);
});
