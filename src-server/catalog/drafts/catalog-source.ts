import { apiError } from '../../base/errors';
import type { EventTypeRecord, EventTypeStore } from '../../storage/catalog/event-type-store';
import type { SharedDraftStore } from '../../storage/catalog/shared-draft-store';
import type { WorkingCopyStore } from '../../storage/catalog/working-copy-store';
import { forwardIterator } from '../../storage/page';
import { contentOfText } from '../../working-copy/content-text';
import { isFlagSets } from '../../working-copy/flag-sets-text';

/** One event type of a catalog that a page shows, with what distinguishes its states. */
export interface ShownEventType extends EventTypeRecord {
  readonly version: number | string;
}

export interface SourceRequest {
  /** Null: from the start. */
  readonly after: string | null;
  /** False: by descending name. */
  readonly upwards: boolean;
  readonly limit: number;
  /** False leaves `schemas` null. */
  readonly withSchemas: boolean;
}

/** A whole catalog, archived and flagged event types too, that a draft lies over. */
export interface CatalogSource {
  /** The next rows by name, in the direction of travel; fewer than `limit` if they are large. */
  read(
    request: SourceRequest,
  ): Promise<{ readonly rows: readonly EventTypeRecord[]; readonly done: boolean }>;
  get(name: string): Promise<ShownEventType | undefined>;
}

/** The catalog of this instance. */
export function storedSource(eventTypes: Pick<EventTypeStore, 'list' | 'get'>): CatalogSource {
  return {
    async read({ after, upwards, ...request }) {
      const { data, done } = await eventTypes.list({
        ...request,
        order: upwards ? 'ascending' : 'descending',
        iterator: after === null ? null : forwardIterator(after),
        includeArchived: true,
        visibleFlags: null,
      });
      return { rows: data, done };
    },
    get: (name) => eventTypes.get(name),
  };
}

/** The event types that were copied for the frames of a share link. They never change. */
export function sharedSource(drafts: SharedDraftStore, shareId: string): CatalogSource {
  return {
    async read({ after, upwards, limit, withSchemas }) {
      const order = upwards ? 'ascending' : 'descending';
      const request = { limit, order, iterator: after === null ? null : forwardIterator(after) } as const;
      const { data, done } = await drafts.list(shareId, request, withSchemas);
      return { rows: data, done };
    },
    async get(name) {
      const record = await drafts.get(shareId, name);
      return record && { ...record, version: 1 };
    },
  };
}

/**
 * The working copy of another instance, as it is edited here. It records no times: the last fetch stands in for them.
 * Rejects with authentication_failed when the working copy is gone, since a token for it is then worth nothing.
 */
export function copySource(copies: WorkingCopyStore, connectionId: string): CatalogSource {
  const times = async () => {
    const copy = await copies.get(connectionId);
    if (!copy) throw apiError('authentication_failed', 'The working copy that this token shows is gone.');
    return { deprecatedAt: null, createdAt: copy.fetchedAt, updatedAt: copy.fetchedAt };
  };
  return {
    async read({ after, upwards, limit, withSchemas }) {
      const at = await times();
      const { data, done } = await copies.listMine(
        connectionId,
        {
          limit,
          order: upwards ? 'ascending' : 'descending',
          iterator: after === null ? null : forwardIterator(after),
        },
        withSchemas,
      );
      return { rows: data.map((content) => ({ ...content, ...at })), done };
    },
    async get(name) {
      const at = await times();
      const row = (await copies.read(connectionId, [name])).get(name);
      return row?.mine && !isFlagSets(row.mine)
        ? { ...contentOfText(row.mine), ...at, version: row.revision }
        : undefined;
    },
  };
}
