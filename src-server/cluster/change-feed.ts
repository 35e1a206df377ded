/**
 * Keeps what this node has in memory about the database at most about a second old, whichever node changes it.
 *
 * Promises: after each beat, what was committed before it is told to the handlers of its topic, each key once. A handler
 * that fails is called again after the next beat. After this node was taken for dead, or was away for so long that it
 * may have missed something, every handler is told that everything may have changed.
 *
 * What this node has changed itself is told, too: handlers read again, which changes nothing then.
 */
import type { Service } from '../base/lifecycle';
import type { Log } from '../base/log';
import { CHANGE_TOPICS, type ChangeLog, type ChangeTopic } from '../storage/change-log';
import type { Cluster } from './interface/cluster';

/** What changed: keys as in `CHANGE_TOPICS`; `all`: everything may have. */
export type ChangedKeys = ReadonlySet<string> | 'all';

/** Reads again what changed. Rejects when it could not. */
export type ChangeHandler = (keys: ChangedKeys) => Promise<void>;

interface ChangeFeedParts {
  readonly cluster: Pick<Cluster, 'onBeat' | 'onRejoined'>;
  /** Opened before anything was read that a handler keeps up to date. */
  readonly changes: ChangeLog;
  readonly handlers: Readonly<Record<ChangeTopic, ChangeHandler>>;
  readonly log: Log;
}

export function createChangeFeed({ cluster, changes, handlers, log }: ChangeFeedParts): Service {
  /** What is not handled yet. */
  let pending = new Map<ChangeTopic, Set<string> | 'all'>();
  let looking: Promise<void> | null = null;
  let isStopped = false;

  function add(topic: ChangeTopic, key: string): void {
    const keys = pending.get(topic);
    if (keys === undefined) pending.set(topic, new Set([key]));
    else if (keys !== 'all') keys.add(key);
  }

  function addAll(): void {
    for (const topic of CHANGE_TOPICS) pending.set(topic, 'all');
  }

  async function handle(topic: ChangeTopic, keys: Set<string> | 'all'): Promise<void> {
    try {
      await handlers[topic](keys);
    } catch (cause) {
      log.warn({ err: cause, topic }, 'what another node changed could not be read; it will be retried');
      if (keys === 'all') pending.set(topic, 'all');
      else for (const key of keys) add(topic, key);
    }
  }

  async function look(): Promise<void> {
    try {
      const found = await changes.read();
      if (found === null) addAll();
      else for (const { topic, key } of found) add(topic, key);
    } catch (cause) {
      log.warn({ err: cause }, 'what other nodes changed could not be read; it will be retried');
    }
    const now = pending;
    pending = new Map();
    await Promise.all([...now].map(([topic, keys]) => handle(topic, keys)));
  }

  /** One look at a time: a slow one is joined. */
  function lookOnce(): Promise<void> {
    if (isStopped) return Promise.resolve();
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  }

  return {
    name: 'changes of other nodes',
    async start() {
      cluster.onBeat(lookOnce);
      cluster.onRejoined(async () => {
        await looking;
        addAll();
        await lookOnce();
      });
    },
    async stop() {
      isStopped = true;
      await looking;
      await changes.close();
    },
  };
}
