import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { type Answer, startTestServer, type TestServer } from '../../support/start-test-server';

/** A request that the first server made to the second. */
export interface PassedRequest {
  readonly method: string;
  readonly path: string;
  readonly ifMatch: string | null;
  readonly body: string;
}

/**
 * What the proxy does with a request. `cut`: ends the connection; `drop`: passes it on first; `hold`: passes it on, and
 * never answers.
 */
export type Passing = 'pass' | 'cut' | 'drop' | 'hold';

/** Two servers, and a proxy between them that sees and may disturb what they say to each other. */
export interface CopyWorld {
  here: TestServer;
  readonly there: TestServer;
  /** Path of the working copy. */
  readonly copy: string;
  readonly connectionId: string;
  /** Requests that came through the proxy; to be emptied at will. */
  readonly passed: PassedRequest[];
  /** Waited for before each request is passed on. */
  before: (request: PassedRequest) => Promise<void> | undefined;
  /** Asked for each request. */
  decide: (request: PassedRequest) => Passing;
  /** An answer in the place of that of the other server; null: none. */
  answer: (request: PassedRequest) => { readonly status: number; readonly body: object } | null;
  /** True: answers lose what only Posthorn has, as those of a server with nothing but the common API. */
  isPlain: boolean;
  /** Asks the working copy: `call('PUT', '/event-types/a', content)`. */
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  put(name: string, content: object): Promise<Answer>;
  /** Changes an event type there. */
  change(name: string, patch: object): Promise<Answer>;
  // biome-ignore lint/suspicious/noExplicitAny: an answer may be anything, that is what tests find out
  compare(): Promise<any>;
  /** What the working copy says of itself. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  state(): Promise<any>;
  /** Of what has passed, what writes event types. */
  writes(): readonly PassedRequest[];
  /** Syncs, and gives what became of each name when the task has ended. */
  sync(body?: object): Promise<Readonly<Record<string, string>>>;
  /** The same as the whole task. */
  runSync(body?: object): Promise<SyncTaskOut>;
  /** Contents there by name, without times. */
  theirs(): Promise<Readonly<Record<string, Record<string, unknown>>>>;
  /** Contents of mine by name. */
  mine(): Promise<Readonly<Record<string, Record<string, unknown>>>>;
  close(): Promise<void>;
}

/** A background task of a sync at its end. */
export interface SyncTaskOut {
  readonly id: string;
  readonly status: string;
  readonly data: {
    readonly receiptId: string;
    readonly error: string | null;
    readonly items: readonly { readonly name: string; readonly outcome: string; readonly reason?: string }[];
  };
}

/** Starts both, with these event types there, and connects them. Nothing is fetched yet. */
export async function startCopyWorld(eventTypes: readonly object[] = []): Promise<CopyWorld> {
  const there = await startTestServer();
  const proxy = createServer((request, response) => {
    void pass(world, request, response);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const world: CopyWorld = {
    here: await startTestServer(),
    there,
    copy: '',
    connectionId: '',
    passed: [],
    before: () => undefined,
    decide: () => 'pass',
    answer: () => null,
    isPlain: false,
    call: (method, path, body) => world.here.call(method, world.copy + path, body),
    put: (name, content) => world.call('PUT', `/event-types/${name}`, content),
    change: (name, patch) => there.call('PATCH', `/event-type/${name}`, patch),
    compare: async () => (await world.call('POST', '/compare')).json,
    state: async () => (await world.call('GET', '')).json,
    writes: () => world.passed.filter(isWrite),
    async sync(body) {
      const { data } = await world.runSync(body);
      return Object.fromEntries(data.items.map(({ name, outcome }) => [name, outcome]));
    },
    async runSync(body) {
      const begun = await world.call('POST', '/sync', body);
      if (begun.status !== 202) throw new Error(`no sync: ${begun.status} ${begun.text}`);
      return endOf(world.here, begun.json.id);
    },
    theirs: async () => byName((await there.call('GET', LIST)).json.data),
    mine: async () => byName((await world.call('GET', '/event-types')).json.data),
    async close() {
      await world.here.remove();
      proxy.closeAllConnections();
      proxy.close();
      await there.remove();
    },
  };
  for (const one of eventTypes) await there.call('POST', '/event-type', one);
  const connection = { name: 'There', baseUrl, token: there.adminToken };
  const { id } = (await world.here.call('POST', '/connections', connection)).json;
  Object.assign(world, { connectionId: id, copy: `/connections/${id}/working-copy` });
  return world;
}

/** Whether a request writes an event type. */
export function isWrite({ method, path }: PassedRequest): boolean {
  return method !== 'GET' && path.includes('/event-type');
}

/** Both sides are the same, and a sync has nothing to do and sends nothing. */
export async function expectAgreement(world: CopyWorld): Promise<void> {
  expect(await world.mine()).toEqual(await world.theirs());
  world.passed.length = 0;
  expect(await world.sync()).toEqual({});
  expect(world.writes()).toEqual([]);
  expect(await world.state()).toMatchObject({ state: 'up_to_date', changes: 0, theirs: 0, conflicts: 0 });
}

/** Asks for a task until it has ended. */
export async function endOf(server: Pick<TestServer, 'call'>, taskId: string): Promise<SyncTaskOut> {
  for (;;) {
    const task = (await server.call('GET', `/background-task/${taskId}`)).json;
    if (task.status !== 'running') return task;
  }
}

const LIST = '/event-type?limit=250&include_archived=true&with_content=true';

function byName(list: readonly Record<string, unknown>[]) {
  return Object.fromEntries(
    list.map(({ createdAt: _createdAt, updatedAt: _updatedAt, featureFlag: _flag, ...content }) => [
      String(content.name),
      content,
    ]),
  );
}

async function pass(world: CopyWorld, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method = '', url = '', headers } = request;
  const body = Buffer.concat(chunks);
  const seen = { method, path: url, ifMatch: headers['if-match'] ?? null, body: body.toString() };
  world.passed.push(seen);
  await world.before(seen);
  const passing = world.decide(seen);
  if (passing === 'cut') return void request.socket.destroy();
  const scripted = world.answer(seen);
  if (scripted) {
    response.writeHead(scripted.status, { 'content-type': 'application/json' });
    return void response.end(JSON.stringify(scripted.body));
  }
  const { host: _host, ...others } = headers;
  const onward = forward(`${world.there.baseUrl}${url}`, { method, headers: others });
  onward.on('error', () => request.socket.destroy());
  onward.end(body);
  const [answer] = (await once(onward, 'response')) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part);
  if (passing === 'hold') return;
  if (passing === 'drop') return void request.socket.destroy();
  const text = Buffer.concat(parts).toString();
  const isJson = text !== '' && String(answer.headers['content-type']).includes('json');
  const sent = world.isPlain && isJson ? JSON.stringify(plain(JSON.parse(text))) : text;
  const { etag } = answer.headers;
  response.writeHead(answer.statusCode ?? 500, {
    ...(isJson ? { 'content-type': 'application/json' } : {}),
    ...(etag !== undefined && !world.isPlain ? { etag } : {}),
  });
  response.end(sent);
}

/** An answer without the newer spelling of flags, and without groups. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([key]) => key !== 'featureFlags' && key !== 'groupName');
  return Object.fromEntries(
    members.map(([key, member]) => [key, key === 'schemas' ? member : plain(member)]),
  );
}
