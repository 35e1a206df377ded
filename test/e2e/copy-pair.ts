import { type Disturbance, noDisturbance, startDisturbingProxy } from '../server/sync/disturbing-proxy';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { callApi } from './admin-page';

/** A server, another behind a proxy, and a connection of the first to the second that is edited in a working copy. */
export interface CopyPair {
  readonly here: RunningPosthorn;
  readonly proxy: Disturbance;
  /** Of the connection. */
  readonly id: string;
  /** Makes these the only event types there, and connects anew as "Production". Nothing is fetched yet. */
  begin(eventTypes: readonly object[]): Promise<void>;
  /** Fetches, and makes edits in the working copy; null removes. */
  edit(edits: Readonly<Record<string, object | null>>): Promise<void>;
  /** Calls the working copy. */
  copy<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
  /** Calls the other instance. */
  remote<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
  /** Contents there without times, by name. */
  contentsThere(): Promise<readonly Record<string, unknown>[]>;
  /** Contents of the working copy, by name. */
  contentsHere(): Promise<readonly Record<string, unknown>[]>;
  dispose(): Promise<void>;
}

const LIST = '/event-type?limit=250&include_archived=true&with_content=true';

/** @param here keeps the working copies; only the other server is started, and belongs to the pair alone. */
export async function startCopyPair(here: RunningPosthorn): Promise<CopyPair> {
  const there = await startPosthorn();
  const proxy = noDisturbance();
  const between = await startDisturbingProxy(proxy, there.baseUrl);
  let id = '';
  const remote = <T>(method: string, path: string, body?: unknown) => callApi<T>(there, method, path, body);
  const copy = <T>(method: string, path: string, body?: unknown) =>
    callApi<T>(here, method, `/connections/${id}/working-copy${path}`, body);
  const disconnect = async () => {
    if (id) await callApi(here, 'DELETE', `/connections/${id}`);
    id = '';
  };
  const pair: CopyPair = {
    here,
    proxy,
    get id() {
      return id;
    },
    remote,
    copy,
    async begin(eventTypes) {
      await disconnect();
      Object.assign(proxy, noDisturbance());
      const { data } = await remote<{ data: readonly { name: string }[] }>('GET', LIST);
      const remove = { eventTypes: data.map(({ name }) => name) };
      await remote('POST', '/environment/import', { remove });
      await remote('POST', '/environment/import', { eventTypes });
      const connection = { name: 'Production', baseUrl: between.baseUrl, token: there.adminToken };
      const body = { ...connection, mode: 'working-copy' };
      ({ id } = await callApi<{ id: string }>(here, 'POST', '/connections', body));
    },
    async edit(edits) {
      await copy('POST', '/fetch');
      for (const [name, content] of Object.entries(edits)) {
        if (content === null) await copy('DELETE', `/event-types/${name}`);
        else await copy('PUT', `/event-types/${name}`, content);
      }
    },
    async contentsThere() {
      const { data } = await remote<{ data: readonly Record<string, unknown>[] }>('GET', LIST);
      return data.map(contentOf);
    },
    async contentsHere() {
      return (await copy<{ data: readonly Record<string, unknown>[] }>('GET', '/event-types')).data;
    },
    async dispose() {
      await disconnect();
      await there.dispose();
      await between.close();
    },
  };
  return pair;
}

/** As a working copy has it: without times, and without what none of it says. */
function contentOf(row: Record<string, unknown>): Record<string, unknown> {
  const { createdAt, updatedAt, deprecatedAt, featureFlag, sunsetAt, replacedBy, ...content } = row;
  return {
    ...content,
    ...(sunsetAt == null ? {} : { sunsetAt }),
    ...(replacedBy == null ? {} : { replacedBy }),
  };
}
