import { visibleFlags } from '../../access/visibility';
import { eventTypeChangeOperations } from '../../contract/operations/event-type-changes';
import type { EventTypeChangeStore } from '../../storage/catalog/event-type-change-store';
import { presentChange } from '../presenters/present-change';
import type { PreviewCatalog } from '../presenters/preview-catalog';
import { type Route, route } from '../route';

interface EventTypeChangeRouteParts {
  readonly eventTypeChanges: EventTypeChangeStore;
  readonly previewCatalog: PreviewCatalog;
}

/** What has changed in the catalog, as the caller saw it. */
export function eventTypeChangeRoutes(parts: EventTypeChangeRouteParts): readonly Route[] {
  const { eventTypeChanges, previewCatalog } = parts;
  return [
    route(eventTypeChangeOperations.list, {
      access: 'any',
      capability: 'ViewBase',
      summary: 'List the changes of event types, newest first, as the token saw them.',
      description:
        'From the history, as far back as it is kept. An event type that becomes visible is `new`, one that vanishes `removed`; what was hidden before and after is not mentioned. A draft in the preview has no changes.',
      async handler({ query, principal }) {
        // The history is that of the stored catalog.
        if (previewCatalog(principal)) return { status: 200, body: { data: [], iterator: null, done: true } };
        const page = await eventTypeChanges.list({
          visibleFlags: query.public === true ? [] : visibleFlags(principal),
          since: query.since === undefined ? null : Date.parse(query.since),
          limit: query.limit,
          iterator: query.iterator ?? null,
        });
        return { status: 200, body: { ...page, data: page.data.map(presentChange) } };
      },
    }),
  ];
}
