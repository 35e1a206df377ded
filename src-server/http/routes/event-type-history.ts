import { type Clock, toIsoTime } from '../../base/clock';
import { notFound } from '../../base/errors';
import { eventTypeOutSchema } from '../../contract/event-type';
import {
  type EventTypeVersionContentOut,
  type EventTypeVersionOut,
  eventTypeVersionContentOutSchema,
  eventTypeVersionOutSchema,
} from '../../contract/event-type-history';
import { listSchema } from '../../contract/list';
import type { EventTypeStore } from '../../storage/event-type-store';
import type {
  EventTypeVersionStore,
  VersionRecord,
  VersionWithContent,
} from '../../storage/event-type-version-store';
import { changeAuthor } from '../change-author';
import { tagOf } from '../if-match';
import { listQuery, pageRequest } from '../list-query';
import { presentEventType } from '../presenters';
import { rawJson } from '../raw-json';
import { type Route, route } from '../route';

export interface EventTypeHistoryRouteParts {
  readonly eventTypes: EventTypeStore;
  readonly eventTypeVersions: EventTypeVersionStore;
  readonly clock: Clock;
  /** Called after each change of the catalog. */
  readonly onCatalogChanged: () => void;
}

/** What event types have been before, who changed them, and the way back. */
export function eventTypeHistoryRoutes(parts: EventTypeHistoryRouteParts): readonly Route[] {
  const { eventTypes, eventTypeVersions, clock, onCatalogChanged } = parts;
  /** @throws ApiError 404 */
  async function versionOf(params: Readonly<Record<string, string>>): Promise<VersionWithContent> {
    const { name = '', version = '' } = params;
    if (!/^[1-9]\d{0,14}$/.test(version)) throw notFound('Version');
    const record = await eventTypeVersions.get(name, Number(version));
    if (!record) throw notFound('Version');
    return record;
  }
  return [
    route({
      method: 'GET',
      path: '/event-type-history',
      access: 'admin',
      summary: 'List the changes of all event types, newest first.',
      query: listQuery,
      answers: { 200: listSchema(eventTypeVersionOutSchema) },
      async handler({ query }) {
        const page = await eventTypeVersions.listAll(pageRequest(query));
        return { status: 200, body: { ...page, data: page.data.map(presentVersion) } };
      },
    }),
    route({
      method: 'GET',
      path: '/event-type/{name}/history',
      access: 'admin',
      summary: 'List the versions of an event type, newest first. One that was deleted still has them.',
      query: listQuery,
      answers: { 200: listSchema(eventTypeVersionOutSchema) },
      async handler({ params, query }) {
        const name = params.name ?? '';
        const page = await eventTypeVersions.list(name, pageRequest(query));
        if (page.data.length === 0 && !query.iterator) throw notFound();
        return { status: 200, body: { ...page, data: page.data.map(presentVersion) } };
      },
    }),
    route({
      method: 'GET',
      path: '/event-type/{name}/history/{version}',
      access: 'admin',
      summary: 'Read one version of an event type with all that it said.',
      answers: { 200: eventTypeVersionContentOutSchema },
      async handler({ params }) {
        const record = await versionOf(params);
        const { description, archived, deprecated, schemas, featureFlags, groupName } = record.content;
        const answer: EventTypeVersionContentOut = {
          ...presentVersion(record),
          content: {
            description,
            archived,
            deprecated,
            schemas: rawJson(schemas),
            featureFlags: featureFlags && [...featureFlags],
            groupName,
          },
        };
        return { status: 200, body: answer };
      },
    }),
    route({
      method: 'POST',
      path: '/event-type/{name}/history/{version}/restore',
      access: 'admin',
      summary:
        'Make an event type what it was in a version; a deleted one comes back. That is a new version itself.',
      answers: { 200: eventTypeOutSchema },
      async handler({ params, principal }) {
        const { content, version } = await versionOf(params);
        const author = changeAuthor(principal, { act: 'restore', source: String(version) });
        const restore = () => eventTypes.update(content.name, clock.now(), () => content, author);
        let record = await restore();
        if (!record) {
          const isNew = await eventTypes.insert(content, clock.now(), author);
          record = isNew ? await eventTypes.get(content.name) : await restore();
        }
        if (!record) throw notFound();
        onCatalogChanged();
        return { status: 200, body: presentEventType(record), tag: tagOf(record) };
      },
    }),
  ];
}

function presentVersion(record: VersionRecord): EventTypeVersionOut {
  const { changes, more, schemaSummary, verdict } = record.difference;
  return {
    name: record.name,
    version: record.version,
    act: record.act,
    author: record.author,
    authorTokenId: record.tokenId,
    source: record.source,
    createdAt: toIsoTime(record.createdAt),
    changes: changes.map(({ effect, where, text }) => ({ effect, where, text })),
    more,
    schemaSummary,
    verdict,
  };
}
