/**
 * Looks in the background whether another instance has changed, so that pages can say so.
 *
 * Promises: it never touches what is edited here, and nobody counts as having seen what it finds. One look at a
 * connection at a time, at most one a second. While nothing changed there, a look is one small request to an
 * instance that tags its catalog; any other is read completely, at most once in ten minutes. No failure is reported:
 * the working copy is offline then.
 */
import type { Clock } from '../base/clock';
import { ApiError } from '../base/errors';
import type { Connections } from './connections';
import { type FetchParts, fetchCatalog } from './fetch-catalog';
import { targetOf } from './working-copy-target';

export interface BackgroundCheckParts extends FetchParts {
  readonly connections: Pick<Connections, 'bind' | 'target'>;
  readonly isSyncing: (connectionId: string) => Promise<boolean>;
}

export interface BackgroundCheck {
  /** Looks, after the look that is going on. Harmless while nothing was fetched, and while a sync runs. */
  check(connectionId: string): Promise<void>;
  /** Somebody has read the catalog completely: what it was then need not be read again. */
  noteRead(connectionId: string, tag: string | null): void;
  /** Resolves when no look at this connection is going on. */
  settled(connectionId: string): Promise<void>;
}

/** What the last look at a connection found. */
interface LastLook {
  /** Null: there was only a reading by somebody else. */
  readonly beganUs: number | null;
  /** When the catalog was last read completely. */
  readonly readUs: number;
  /** Null: the instance does not tag its catalog. */
  readonly tag: string | null;
}

const LEAST_PAUSE_MS = 1_000;
const UNTAGGED_PAUSE_MS = 600_000;

export function createBackgroundCheck(parts: BackgroundCheckParts): BackgroundCheck {
  const { connections, copies, catalog, clock, isSyncing } = parts;
  const last = new Map<string, LastLook>();
  const going = new Map<string, Promise<void>>();
  /** The look after that, for all who asked meanwhile. */
  const next = new Map<string, Promise<void>>();

  async function look(connectionId: string): Promise<void> {
    const before = last.get(connectionId);
    if (before?.beganUs != null) await clock.sleep(LEAST_PAUSE_MS - msSince(clock, before.beganUs));
    if (!(await copies.get(connectionId)) || (await isSyncing(connectionId))) return;
    const target = await targetOf(connections, connectionId);
    const beganUs = clock.monotonicUs();
    last.set(connectionId, { readUs: Number.NEGATIVE_INFINITY, tag: null, ...before, beganUs });
    const found = await catalog.readTag(target);
    if (found.kind !== 'tag') return void (await copies.setOffline(connectionId, true));
    const { tag } = found;
    const isKnown =
      tag === null
        ? before !== undefined && msSince(clock, before.readUs) < UNTAGGED_PAUSE_MS
        : tag === before?.tag;
    if (!isKnown) {
      const read = await fetchCatalog(parts, connectionId, { target, isSeen: false });
      last.set(connectionId, { beganUs, readUs: beganUs, tag: read.tag });
    }
    await copies.setOffline(connectionId, false);
  }

  function begin(connectionId: string): Promise<void> {
    const looking = look(connectionId)
      .catch((cause: unknown) => {
        if (!(cause instanceof ApiError)) throw cause;
      })
      .finally(() => going.delete(connectionId));
    going.set(connectionId, looking);
    return looking;
  }

  return {
    check(connectionId) {
      const current = going.get(connectionId);
      if (current === undefined) return begin(connectionId);
      // That one may have asked before the change that this caller has heard of.
      const follow = () => {
        next.delete(connectionId);
        return begin(connectionId);
      };
      const waiting = next.get(connectionId) ?? current.then(follow, follow);
      next.set(connectionId, waiting);
      return waiting;
    },
    noteRead(connectionId, tag) {
      const nowUs = clock.monotonicUs();
      last.set(connectionId, { beganUs: last.get(connectionId)?.beganUs ?? null, readUs: nowUs, tag });
    },
    async settled(connectionId) {
      const last = () => next.get(connectionId) ?? going.get(connectionId);
      for (let check = last(); check !== undefined; check = last()) await check.catch(() => undefined);
    },
  };
}

function msSince(clock: Clock, us: number): number {
  return (clock.monotonicUs() - us) / 1000;
}
