import { type Clock, toIsoTime } from '../../base/clock';
import { notFound } from '../../base/errors';
import type { EventTypeVersionContentOut, EventTypeVersionOut } from '../../contract/event-type-history';
import { eventTypeHistoryOperations } from '../../contract/operations/event-type-history';
import type { EventTypeStore, VersionedEventType } from '../../storage/catalog/event-type-store';
import type {
  EventTypeVersionStore,
  VersionRecord,
  VersionWithContent,
} from '../../storage/catalog/event-type-version-store';
import { changeAuthor } from '../change-author';
import { checkIfMatch, tagOf } from '../if-match';
import { checkNames } from '../inputs/event-type-input';
import { presentEventType } from '../presenters/presenters';
import { rawJson } from '../raw-json';
import { type Route, route } from '../route';

interface EventTypeHistoryRouteParts {
  readonly eventTypes: EventTypeStore;
  readonly eventTypeVersions: EventTypeVersionStore;
  readonly clock: Clock;
  /** Called after each change of the catalog. */
  readonly onCatalogChanged: () => void;
}

/** Earlier versions of event types, who changed them, and restoring one. */
export function eventTypeHistoryRoutes(parts: EventTypeHistoryRouteParts): readonly Route[] {
  const { eventTypes, eventTypeVersions, clock, onCatalogChanged } = parts;
  /** @throws ApiError 404 */
  async function versionOf({
    name,
    version,
  }: Readonly<Record<'name' | 'version', string>>): Promise<VersionWithContent> {
    if (!/^[1-9]\d{0,14}$/.test(version)) throw notFound('Version');
    const record = await eventTypeVersions.get(name, Number(version));
    if (!record) throw notFound('Version');
    return record;
  }
  return [
    route(eventTypeHistoryOperations.listAll, {
      access: 'admin',
      summary: 'List the changes of all event types, newest first.',
      async handler({ query }) {
        const page = await eventTypeVersions.listAll(query);
        return { status: 200, body: { ...page, data: page.data.map(presentVersion) } };
      },
    }),
    route(eventTypeHistoryOperations.list, {
      access: 'admin',
      summary: 'List the versions of an event type, newest first, even of a deleted one.',
      async handler({ params, query }) {
        const name = params.name;
        const page = await eventTypeVersions.list(name, query);
        if (page.data.length === 0 && !query.iterator) throw notFound();
        return { status: 200, body: { ...page, data: page.data.map(presentVersion) } };
      },
    }),
    route(eventTypeHistoryOperations.read, {
      access: 'admin',
      summary: 'Read one version of an event type with its whole content.',
      async handler({ params }) {
        const record = await versionOf(params);
        const { description, archived, deprecated, sunsetAt, replacedBy } = record.content;
        const { schemas, featureFlags, groupName } = record.content;
        const body: EventTypeVersionContentOut = {
          ...presentVersion(record),
          content: {
            description,
            archived,
            deprecated,
            sunsetAt,
            replacedBy,
            schemas: rawJson(schemas),
            featureFlags: featureFlags && [...featureFlags],
            groupName,
          },
        };
        return { status: 200, body };
      },
    }),
    route(eventTypeHistoryOperations.restore, {
      access: 'admin',
      summary: 'Restore a version of an event type, even of a deleted one. This creates a new version.',
      checksStored: true,
      errors: ['precondition_failed'],
      conditional: true,
      async handler({ params, principal, ifMatch }) {
        const { content, version } = await versionOf(params);
        checkNames(content);
        const author = changeAuthor(principal, { act: 'restore', source: String(version) });
        const next = (current: VersionedEventType) => {
          checkIfMatch(ifMatch, current);
          return content;
        };
        const restore = () => eventTypes.update(content.name, clock.now(), next, author);
        let record = await restore();
        if (!record) {
          checkIfMatch(ifMatch, null);
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
    announced: record.announced,
    createdAt: toIsoTime(record.createdAt),
    changes: changes.map(({ effect, where, text }) => ({ effect, where, text })),
    more,
    schemaSummary,
    verdict,
  };
}
