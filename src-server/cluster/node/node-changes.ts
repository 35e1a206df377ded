import type { Log } from '../../base/log';
import type { ApplicationLookup } from '../../http/pipeline/application-lookup';
import type { LiveNews } from '../../live/live-bus';
import type { Sending } from '../../modules/sending';
import type { ChangeLog } from '../../storage/change-log';
import { SENDING_PAUSED_SINCE } from '../../storage/installation/sending-pause-store';
import { LAST_SIGN_OF_LIFE } from '../../storage/installation/sign-of-life-store';
import type { Stores } from '../../storage/stores';
import { createChangeFeed } from '../change-feed';
import type { Cluster } from '../interface/cluster';

/** Applications that are read again at the same time. */
const RELOADS = 4;

interface NodeChangesParts {
  readonly cluster: Pick<Cluster, 'onBeat' | 'onRejoined'>;
  /** Opened before the stores were. */
  readonly changes: ChangeLog;
  readonly stores: Pick<
    Stores,
    'settings' | 'sendingPause' | 'targetConsents' | 'lookFiles' | 'portalTexts'
  > & {
    readonly connectionStore: Pick<Stores['connectionStore'], 'listAll'>;
  };
  readonly sending: Pick<Sending['parts'], 'tasks'> & {
    readonly delivery: Pick<Sending['parts']['delivery'], 'sendingChanged' | 'consentRevoked'>;
  };
  /** Reads an application, its endpoints and their secrets again, or forgets it if it is gone. */
  readonly reloadApplication: (appId: string) => Promise<unknown>;
  /** All applications that there are, or that this node believes there are. */
  readonly applicationIds: () => Promise<Iterable<string>>;
  readonly lookup: Pick<ApplicationLookup, 'forget'>;
  /** The catalog or the settings changed: pages and reports that are made from them are old. */
  readonly catalog: {
    catalogOutdated(): void;
    onSettingsChanged(): void;
    readonly flagReleases: { wake(): Promise<void> };
  };
  /** Tells those who watch at this node, and no other node. */
  readonly tell: (news: Exclude<LiveNews, { kind: 'attempt' }>) => void;
  readonly log: Log;
}

/** What this node reads again, and tells those who watch, when another node has changed the database. */
export function createNodeChanges(parts: NodeChangesParts) {
  const { cluster, changes, log, stores, sending, lookup, catalog, tell } = parts;
  return createChangeFeed({
    cluster,
    changes,
    log,
    handlers: {
      async setting(changed) {
        const keys = changed === 'all' ? changed : new Set(changed);
        if (keys !== 'all' && keys.delete(LAST_SIGN_OF_LIFE) && keys.size === 0) return;
        const isPause = keys === 'all' || keys.has(SENDING_PAUSED_SINCE);
        if (keys === 'all' || keys.size > 1 || !isPause) {
          await stores.settings.reload();
          catalog.onSettingsChanged();
        }
        if (!isPause) return;
        await stores.sendingPause.reload();
        sending.delivery.sendingChanged();
        tell({ kind: 'sending-changed' });
      },
      async consent() {
        await stores.targetConsents.reload();
        // Perhaps one was withdrawn: what is open to it is closed, what is allowed opens again.
        sending.delivery.consentRevoked();
      },
      'look-file': () => stores.lookFiles.reload(),
      'portal-text': () => stores.portalTexts.reload(),
      async application(keys) {
        lookup.forget();
        const ids = [...(keys === 'all' ? await parts.applicationIds() : keys)];
        await inLanes(ids, parts.reloadApplication);
        tell({ kind: 'applications-changed' });
      },
      async attention() {
        tell({ kind: 'attention-changed' });
      },
      async catalog() {
        catalog.catalogOutdated();
        tell({ kind: 'catalog-changed' });
      },
      async 'flag-release'() {
        void catalog.flagReleases.wake();
      },
      task: (keys) => sending.tasks.noticed(keys),
      async 'working-copy'(keys) {
        const ids = keys === 'all' ? (await stores.connectionStore.listAll()).map(({ id }) => id) : keys;
        for (const connectionId of ids) tell({ kind: 'working-copy-changed', connectionId });
      },
    },
  });
}

/** A few at a time, because each reads the database. */
async function inLanes(ids: readonly string[], work: (id: string) => Promise<unknown>): Promise<void> {
  const left = ids.values();
  const lane = async () => {
    for (const id of left) await work(id);
  };
  await Promise.all(Array.from({ length: RELOADS }, lane));
}
