import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import type { BackgroundTaskOut } from '../../../src-server/contract/background-task';
import { type ConnectionMode, LOCAL_CONNECTION } from '../../../src-server/contract/connection';
import { pathSegment } from '../../../src-server/contract/path-segment';
import type { ApiClient, WritingCall } from '../../api/api-client';
import { type ApiScope, ApiScopeProvider } from '../../shared/api-scope';
import { type Need, RefusalContext } from '../../ui/needs/needs';
import { askForName } from './confirm-store';
import { destructionOf } from './destructive-call';
import { guardedApi } from './guarded-api';
import { type ChangeKind, createLiveStore, type LiveState, type LiveStore, listen } from './live/live-feed';
import { type ReadHistory, TrafficFeed } from './live/traffic-feed';
import { useSession } from './session';
import { withTask } from './task-message';
import { useRefusalAt } from './use-refusal-at';
import type { CatalogApi } from './working-copy/catalog-api';
import { copyCheckKey } from './working-copy/copy-keys';
import { useCopyNews } from './working-copy/use-copy-news';
import { WorkingCopyApi } from './working-copy/working-copy-api';

/** The current instance of this window. */
interface Instance {
  /** `local`, or the id of a connection. Begins every query key. */
  readonly id: string;
  /** Its API: the local server's own, or one that it forwards to. The remote's token never comes here. */
  readonly api: ApiClient;
  /** Where its event types are read and written: `api`, or the working copy of them on this computer. */
  readonly catalog: CatalogApi;
  /** True: `catalog` is a working copy. */
  readonly isCopy: boolean;
  /** True: the working copy is of a folder, and there is no instance. */
  readonly isFolder: boolean;
  /** True: what destroys anything there asks for its name, and nothing is deleted in bulk. */
  readonly isProtected: boolean;
  readonly live: LiveStore;
  /** The traffic of the endpoints on the screen. */
  readonly traffic: TrafficFeed;
}

const InstanceContext = createContext<Instance | null>(null);

/** Asks before a destructive call; all others pass. */
async function confirmOn(id: string, call: WritingCall): Promise<boolean> {
  const label = destructionOf(call);
  return label === null || askForName(id, label);
}

interface InstanceProviderProps {
  /** `local`, or the id of a connection. */
  readonly id: string;
  /** True: destructive calls there wait until its name has been typed. */
  readonly isProtected: boolean;
  /** How its event types are edited. */
  readonly mode: ConnectionMode;
  /** True: it is a folder, and no instance. */
  readonly isFolder: boolean;
  readonly children: ReactNode;
}

/** Aims everything below it at one instance and listens to its live events. */
export function InstanceProvider({ id, isProtected, mode, isFolder, children }: InstanceProviderProps) {
  const { credentials } = useSession();
  const client = useQueryClient();
  const [live] = useState(createLiveStore);
  // Holders of an old API object, such as a running import, must also obey a protection that is set later.
  const guard = useRef(isProtected);
  useLayoutEffect(() => {
    guard.current = isProtected;
  }, [isProtected]);
  const api = useMemo(
    () =>
      guardedApi({
        id,
        client,
        isFolder,
        ...credentials,
        confirm: async (call) => !guard.current || confirmOn(id, call),
      }),
    [id, client, isFolder, credentials],
  );
  const isCopy = mode === 'working-copy';
  const local = useMemo(
    () => guardedApi({ id: LOCAL_CONNECTION, client, ...credentials }),
    [client, credentials],
  );
  const catalog = useMemo(
    () => (isCopy ? new WorkingCopyApi({ id, local, remote: api }) : api),
    [isCopy, id, local, api],
  );
  const isOfCopy = useCallback(
    (need: Need) => catalog instanceof WorkingCopyApi && catalog.answers(need),
    [catalog],
  );
  const refusal = useRefusalAt({ id, api, local, isOfCopy, isFolder });
  useCopyNews(id, local, isCopy);
  const shown = useRef(catalog);
  useEffect(() => {
    if (shown.current === catalog) return;
    shown.current = catalog;
    // The cached catalog is that of the other source.
    void client.resetQueries({ queryKey: [id, 'catalog'] });
  }, [catalog, client, id]);
  const traffic = useMemo(() => new TrafficFeed(readTrafficHistory(api)), [api]);
  useEffect(() => {
    const stop = new AbortController();
    const refresh = (kind: ChangeKind) => {
      for (const queryKey of staleAfter(id, kind)) void client.invalidateQueries({ queryKey });
    };
    const onTask = (task: BackgroundTaskOut) => {
      client.setQueryData<readonly BackgroundTaskOut[]>([id, 'tasks'], (tasks) =>
        withTask(tasks ?? [], task),
      );
      client.setQueryData([id, 'replays', 'task', task.id], task);
      void client.invalidateQueries({ queryKey: [id, 'replays', 'recent'] });
    };
    void listen(api, live, { onChange: refresh, onTask, traffic }, stop.signal);
    traffic.start();
    // What changed there before the stream was open was not heard.
    const unwatch = live.subscribe(({ link }, before) => {
      if (link !== 'live' || before.link === 'live') return;
      const keys = [
        copyCheckKey(id),
        ...['catalog', 'applications', 'attention', 'sending'].map((of) => [id, of]),
      ];
      for (const queryKey of keys) void client.invalidateQueries({ queryKey });
    });
    return () => {
      stop.abort();
      unwatch();
      traffic.stop();
    };
  }, [api, live, traffic, client, id]);
  const instance = useMemo(
    () => ({ id, api, catalog, isCopy, isFolder, isProtected, live, traffic }),
    [id, api, catalog, isCopy, isFolder, isProtected, live, traffic],
  );
  const scope = useMemo<ApiScope>(() => ({ api, key: [id] }), [api, id]);
  return (
    <InstanceContext value={instance}>
      <ApiScopeProvider scope={scope}>
        <RefusalContext value={refusal}>{children}</RefusalContext>
      </ApiScopeProvider>
    </InstanceContext>
  );
}

/** The keys of what has to be read again after a change. */
function staleAfter(id: string, kind: ChangeKind): readonly QueryKey[] {
  switch (kind) {
    case 'catalog-changed':
      return [[id, 'catalog'], copyCheckKey(id)];
    case 'applications-changed':
      return [
        [id, 'applications'],
        [id, 'attention'],
      ];
    case 'attention-changed':
      return [
        [id, 'attention'],
        [id, 'applications', 'endpoints'],
        [id, 'applications', 'endpoint'],
        [id, 'applications', 'overviews'],
      ];
    case 'sending-changed':
      return [[id, 'sending']];
    case 'network-changed':
      return [[id, 'health']];
  }
}

export function useInstance(): Instance {
  const instance = useContext(InstanceContext);
  if (!instance) throw new Error('useInstance needs an InstanceProvider above it');
  return instance;
}

/** One value of the live state; renders again only when it changes. */
export function useLive<T>(select: (state: LiveState) => T): T {
  return useStore(useInstance().live, select);
}

/** Address of a screen on the current instance, for links and navigation: `useTo()('catalog', name)`. */
export function useTo(): (...parts: readonly string[]) => string {
  const { id } = useInstance();
  return useMemo(
    () =>
      (...parts) =>
        `/${[id, ...parts].map(pathSegment).join('/')}`,
    [id],
  );
}

/** Requests the seconds of an endpoint from an instance: since an instant, or as far back as it keeps them. */
function readTrafficHistory(api: ApiClient): ReadHistory {
  return (appId, endpointId, sinceS) =>
    api.call('GET /app/{app}/endpoint/{endpoint}/history', {
      path: { app: appId, endpoint: endpointId },
      query: { step: 1, ...(sinceS === null ? {} : { since: new Date(sinceS * 1000).toISOString() }) },
    });
}
