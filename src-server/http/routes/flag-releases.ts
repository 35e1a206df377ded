import { type Clock, toIsoTime } from '../../base/clock';
import { apiError, invalidField, notFound } from '../../base/errors';
import type { NewId } from '../../base/id';
import type { FlagReleases } from '../../catalog/flag-releases';
import type { FlagReleaseOut } from '../../contract/flag-release';
import { flagReleaseOperations } from '../../contract/operations/flag-releases';
import type { FlagReleaseRecord, FlagReleaseStore } from '../../storage/catalog/flag-release-store';
import { type Route, route } from '../route';

interface FlagReleaseRouteParts {
  readonly flagReleaseStore: FlagReleaseStore;
  readonly flagReleases: Pick<FlagReleases, 'wake'>;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Called after each change of the catalog. */
  readonly onCatalogChanged: () => void;
}

/** Planned releases: at a time, a feature flag leaves event types, and they become visible to everyone who sees the rest. */
export function flagReleaseRoutes(parts: FlagReleaseRouteParts): readonly Route[] {
  const { flagReleaseStore, flagReleases, clock, newId, onCatalogChanged } = parts;

  /** @throws ApiError 422 */
  function timeOf(at: string): number {
    const time = Date.parse(at);
    if (time < clock.now()) throw invalidField('at', 'This time is in the past.');
    return time;
  }
  const respondWith = (record: FlagReleaseRecord) => ({ status: 200 as const, body: present(record) });

  return [
    route(flagReleaseOperations.create, {
      access: 'admin',
      summary: 'Plan a release: at that time, a feature flag leaves its event types, in one write.',
      description:
        'It is done within seconds of its time; if the server is not running then, at its next start. Moving it, doing it now and undoing it are operations of their own.',
      async handler({ body, principal }) {
        const record: FlagReleaseRecord = {
          id: newId('rel_'),
          flag: body.flag,
          at: timeOf(body.at),
          note: body.note ?? null,
          eventTypes: body.eventTypes ?? null,
          state: 'planned',
          tokenId: principal.tokenId,
          changes: null,
          doneAt: null,
          createdAt: clock.now(),
        };
        await flagReleaseStore.insert(record);
        void flagReleases.wake();
        return { status: 201, body: present(record) };
      },
    }),
    route(flagReleaseOperations.list, {
      access: 'admin',
      summary: 'List the releases, planned, done and cancelled, the one that was planned last first.',
      async handler({ query }) {
        const page = await flagReleaseStore.list(query);
        return { status: 200, body: { ...page, data: page.data.map(present) } };
      },
    }),
    route(flagReleaseOperations.read, {
      access: 'admin',
      summary: 'Read a release.',
      async handler({ params }) {
        const record = await flagReleaseStore.get(params.release);
        if (!record) throw notFound('Release');
        return respondWith(record);
      },
    }),
    route(flagReleaseOperations.change, {
      access: 'admin',
      summary: 'Move a planned release, or change its note.',
      errors: ['conflict'],
      async handler({ params, body: { at, note } }) {
        const change = {
          ...(at === undefined ? {} : { at: timeOf(at) }),
          ...(note === undefined ? {} : { note }),
        };
        const record = changed(await flagReleaseStore.change(params.release, change), 'planned');
        void flagReleases.wake();
        return respondWith(record);
      },
    }),
    route(flagReleaseOperations.cancel, {
      access: 'admin',
      summary: 'Cancel a planned release. It stays in the list.',
      errors: ['conflict'],
      async handler({ params }) {
        changed(await flagReleaseStore.cancel(params.release), 'planned');
        void flagReleases.wake();
        return { status: 204 };
      },
    }),
    route(flagReleaseOperations.run, {
      access: 'admin',
      summary: 'Do a planned release now.',
      errors: ['conflict'],
      async handler({ params, principal }) {
        const done = await flagReleaseStore.run(params.release, clock.now(), principal.tokenId);
        const record = changed(done, 'planned');
        onCatalogChanged();
        void flagReleases.wake();
        return respondWith(record);
      },
    }),
    route(flagReleaseOperations.undo, {
      access: 'admin',
      summary:
        'Undo a release that was done: the flags go back where no one has changed them since. Everything else stays.',
      errors: ['conflict'],
      async handler({ params, principal }) {
        const undone = await flagReleaseStore.undo(params.release, clock.now(), principal.tokenId);
        const record = changed(undone, 'done');
        onCatalogChanged();
        return respondWith(record);
      },
    }),
  ];
}

/** @throws ApiError 404, or 409 where it is not in the state that this needs */
function changed(
  record: FlagReleaseRecord | null | undefined,
  needed: 'planned' | 'done',
): FlagReleaseRecord {
  if (record === undefined) throw notFound('Release');
  if (record === null) throw apiError('conflict', `The release is not ${needed}, or no longer.`);
  return record;
}

function present(record: FlagReleaseRecord): FlagReleaseOut {
  return {
    id: record.id,
    flag: record.flag,
    at: toIsoTime(record.at),
    note: record.note,
    eventTypes: record.eventTypes && [...record.eventTypes],
    state: record.state,
    released: record.changes?.map(({ name }) => name) ?? null,
    doneAt: record.doneAt === null ? null : toIsoTime(record.doneAt),
    createdAt: toIsoTime(record.createdAt),
  };
}
