import type { Clock } from '../../base/clock';
import type { EventTypeRecord, EventTypeStore } from '../../storage/catalog/event-type-store';
import type { FlagReleaseRecord, FlagReleaseStore } from '../../storage/catalog/flag-release-store';
import type { PastEventTypeStore } from '../../storage/catalog/past-event-type-store';
import { forwardIterator } from '../../storage/page';
import { type CatalogSource, storedSource } from './catalog-source';
import { DraftCatalog, type DraftCatalogParts } from './draft-catalog';

export interface DatedSourceParts {
  readonly eventTypes: Pick<EventTypeStore, 'list' | 'get'>;
  readonly pastEventTypes: PastEventTypeStore;
  readonly flagReleaseStore: Pick<FlagReleaseStore, 'plannedUntil'>;
  readonly clock: Clock;
}

/** The catalog at a time, read as the stored catalog is read. */
export function catalogAt(
  parts: DatedSourceParts & Pick<DraftCatalogParts, 'stored'>,
  at: number,
): DraftCatalog {
  const content = { changes: new Map(), names: [], changedAt: 0, revision: 0, isAllDraft: true };
  return new DraftCatalog({ stored: parts.stored, source: datedSource(parts, at), content });
}

/**
 * The catalog of this instance at a time: of a past one what the history says, as far as it reaches; of one to come what
 * is there now, after the releases that are planned until then.
 */
export function datedSource(parts: DatedSourceParts, at: number): CatalogSource {
  const { pastEventTypes, flagReleaseStore, clock } = parts;
  if (at <= clock.now()) {
    return {
      async read({ after, upwards, ...request }) {
        const { data, done } = await pastEventTypes.list(at, {
          ...request,
          order: upwards ? 'ascending' : 'descending',
          iterator: after === null ? null : forwardIterator(after),
        });
        return { rows: data, done };
      },
      get: (name) => pastEventTypes.get(name, at),
    };
  }
  const stored = storedSource(parts.eventTypes);
  return {
    async read(request) {
      const releases = await flagReleaseStore.plannedUntil(at);
      const { rows, done } = await stored.read(request);
      return { rows: rows.map((row) => released(row, releases)), done };
    },
    async get(name) {
      const row = await stored.get(name);
      if (!row) return undefined;
      const then = released(row, await flagReleaseStore.plannedUntil(at));
      // What is planned may change, and with it what distinguishes this state.
      return { ...then, version: `${row.version}-${then.featureFlags?.join('.') ?? ''}` };
    },
  };
}

function released<T extends EventTypeRecord>(row: T, releases: readonly FlagReleaseRecord[]): T {
  const gone = releases.filter(({ eventTypes }) => eventTypes?.includes(row.name) ?? true);
  const left = row.featureFlags?.filter((flag) => !gone.some((release) => release.flag === flag)) ?? [];
  return { ...row, featureFlags: left.length > 0 ? left : null };
}
