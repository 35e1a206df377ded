import { expect } from 'vitest';
import { endedTask } from '../../support/ended-task';
import { type ApiResponse, startTestServer, type TestServer } from '../../support/start-test-server';
import {
  type Disturbance,
  isWrite,
  noDisturbance,
  type PassedRequest,
  startDisturbingProxy,
} from './disturbing-proxy';

/** Two servers, and a proxy between them that sees and may disturb their traffic. */
export interface CopyWorld extends Disturbance {
  here: TestServer;
  readonly there: TestServer;
  /** Path of the working copy. */
  readonly copy: string;
  readonly connectionId: string;
  /** Calls the working copy: `call('PUT', '/event-types/a', content)`. */
  call(method: string, path: string, body?: unknown): Promise<ApiResponse>;
  put(name: string, content: object): Promise<ApiResponse>;
  /** Changes an event type on the other instance. */
  change(name: string, patch: object): Promise<ApiResponse>;
  // biome-ignore lint/suspicious/noExplicitAny: a response may be anything, that is what tests find out
  compare(): Promise<any>;
  /** The state that the working copy reports. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  state(): Promise<any>;
  /** The requests so far that write event types. */
  writes(): readonly PassedRequest[];
  /** Syncs, and returns the result for each name when the task has ended. */
  sync(body?: object): Promise<Readonly<Record<string, string>>>;
  /** The same, but returns the whole task. */
  runSync(body?: object): Promise<SyncTaskOut>;
  /** Contents on the other instance by name, without times. */
  theirs(): Promise<Readonly<Record<string, Record<string, unknown>>>>;
  /** Contents of the working copy by name. */
  mine(): Promise<Readonly<Record<string, Record<string, unknown>>>>;
  close(): Promise<void>;
}

/** A finished background task of a sync. */
export interface SyncTaskOut {
  readonly id: string;
  readonly status: string;
  readonly data: {
    readonly receiptId: string;
    readonly error: string | null;
    readonly items: readonly { readonly name: string; readonly outcome: string; readonly reason?: string }[];
  };
}

/** Starts both, with these event types on the other instance, and connects them. Nothing is fetched yet. */
export async function startCopyWorld(eventTypes: readonly object[] = []): Promise<CopyWorld> {
  const there = await startTestServer();
  const world: CopyWorld = {
    here: await startTestServer(),
    there,
    copy: '',
    connectionId: '',
    ...noDisturbance(),
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
      await proxy.close();
      await there.remove();
    },
  };
  const proxy = await startDisturbingProxy(world, there.baseUrl);
  for (const eventType of eventTypes) await there.call('POST', '/event-type', eventType);
  const connection = { name: 'There', baseUrl: proxy.baseUrl, token: there.adminToken };
  const { id } = (await world.here.call('POST', '/connections', connection)).json;
  Object.assign(world, { connectionId: id, copy: `/connections/${id}/working-copy` });
  return world;
}

/** Both sides are equal, and a sync sends nothing. */
export async function expectAgreement(world: CopyWorld): Promise<void> {
  expect(await world.mine()).toEqual(await world.theirs());
  world.passed.length = 0;
  expect(await world.sync()).toEqual({});
  expect(world.writes()).toEqual([]);
  expect(await world.state()).toMatchObject({ state: 'up_to_date', changes: 0, theirs: 0, conflicts: 0 });
}

/** A sync once it has ended. */
export const endOf = (server: Pick<TestServer, 'call'>, taskId: string): Promise<SyncTaskOut> =>
  endedTask(server, taskId);

const LIST = '/event-type?limit=250&include_archived=true&with_content=true';

function byName(list: readonly Record<string, unknown>[]) {
  return Object.fromEntries(list.map((row) => [String(row.name), contentOf(row)]));
}

/** An event type without its times, as a working copy has it: what none of it says is absent there. */
function contentOf(row: Record<string, unknown>) {
  const { createdAt, updatedAt, deprecatedAt, featureFlag, sunsetAt, replacedBy, ...content } = row;
  return {
    ...content,
    ...(sunsetAt == null ? {} : { sunsetAt }),
    ...(replacedBy == null ? {} : { replacedBy }),
  };
}
