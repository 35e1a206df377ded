import { type Clock, toIsoTime } from '../../base/clock';
import { notFound } from '../../base/errors';
import { eventTypeInsights } from '../../catalog/event-type-insights';
import type { EventTypeUsageOut } from '../../contract/event-type-usage';
import { LIST_LIMIT_DEFAULT } from '../../contract/list';
import { eventTypeUsageOperations } from '../../contract/operations/event-type-usage';
import type { EventTypeInsightStore } from '../../storage/catalog/event-type-insight-store';
import type { EventTypeStore } from '../../storage/catalog/event-type-store';
import type { EventTypeUsageStore } from '../../storage/catalog/event-type-usage-store';
import { type Route, route } from '../route';

interface EventTypeUsageRouteParts {
  readonly eventTypes: EventTypeStore;
  readonly eventTypeUsage: EventTypeUsageStore;
  readonly eventTypeInsights: EventTypeInsightStore;
  readonly clock: Clock;
}

const DAY_MS = 24 * 3_600_000;

/** What a change of an event type would affect, and what is odd in the catalog. */
export function eventTypeUsageRoutes(parts: EventTypeUsageRouteParts): readonly Route[] {
  const { eventTypes, eventTypeUsage, clock } = parts;
  return [
    route(eventTypeUsageOperations.read, {
      access: 'admin',
      readsMany: true,
      summary: 'Read who receives an event type, and the outcomes of its messages in the last 24 hours.',
      async handler({ params, query }) {
        const now = clock.now();
        const record = await eventTypes.get(params.name);
        if (!record) throw notFound();
        const counts = await eventTypeUsage.countReceivers(record, now);
        const limit = query.limit ?? LIST_LIMIT_DEFAULT;
        const endpoints = await eventTypeUsage.listReceivers(record, now, limit);
        const deliveries = await eventTypeUsage.countDeliveries(record.name, now - DAY_MS);
        const body: EventTypeUsageOut = {
          ...counts,
          lastDay: { ...deliveries, countedSince: toIsoTime(deliveries.countedSince) },
          endpoints: endpoints.map((endpoint) => ({ ...endpoint })),
          more: Math.max(0, counts.named + counts.unfiltered - endpoints.length),
        };
        return { status: 200, body };
      },
    }),
    route(eventTypeUsageOperations.readInsights, {
      access: 'admin',
      readsMany: true,
      summary:
        'Read what needs attention in the catalog: event types without subscribers, viewers or a description.',
      async handler() {
        const now = clock.now();
        return { status: 200, body: eventTypeInsights(await parts.eventTypeInsights.read(now), now) };
      },
    }),
  ];
}
