import { toIsoTime } from '../../base/clock';
import type { EventTypeSummariesOut } from '../../contract/event-type-summary';
import { eventTypeSummaryOperations } from '../../contract/operations/event-type-summaries';
import type { EventTypeSummaryStore } from '../../storage/catalog/event-type-summary-store';
import { rawJson } from '../raw-json';
import { type Route, route } from '../route';

interface EventTypeSummaryRouteParts {
  readonly eventTypeSummaries: EventTypeSummaryStore;
}

/** The whole catalog in one response, for lists that people scroll through. */
export function eventTypeSummaryRoutes({ eventTypeSummaries }: EventTypeSummaryRouteParts): readonly Route[] {
  return [
    route(eventTypeSummaryOperations.read, {
      access: 'admin',
      summary: 'List every event type in one response, without schemas, with what changed.',
      async handler() {
        const since = await eventTypeSummaries.changesSince();
        const data = rawJson<EventTypeSummariesOut['data']>(
          await eventTypeSummaries.listAsJson(since?.at ?? null),
        );
        return {
          status: 200,
          body: { data, changesSince: since ? { what: since.what, at: toIsoTime(since.at) } : null },
        };
      },
    }),
    route(eventTypeSummaryOperations.readLastSent, {
      access: 'admin',
      summary: 'Say when event types were last sent, among the newest messages.',
      async handler() {
        const { json, countedSince } = await eventTypeSummaries.lastSentAsJson();
        return {
          status: 200,
          body: {
            data: rawJson(json),
            countedSince: countedSince === null ? null : toIsoTime(countedSince),
          },
        };
      },
    }),
  ];
}
