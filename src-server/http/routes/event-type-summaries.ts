import { toIsoTime } from '../../base/clock';
import { eventTypeLastSentOutSchema, eventTypeSummariesOutSchema } from '../../contract/event-type-summary';
import type { EventTypeSummaryStore } from '../../storage/event-type-summary-store';
import { RawJson } from '../raw-json';
import { type Route, route } from '../route';

export interface EventTypeSummaryRouteParts {
  readonly eventTypeSummaries: EventTypeSummaryStore;
}

/** The whole catalog in one answer, for lists that a person looks through. */
export function eventTypeSummaryRoutes({ eventTypeSummaries }: EventTypeSummaryRouteParts): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: '/event-type-summaries',
      access: 'admin',
      summary: 'List every event type in one answer, without schemas, with what changed.',
      answers: { 200: eventTypeSummariesOutSchema },
      async handler() {
        const since = await eventTypeSummaries.changesSince();
        const data = new RawJson(await eventTypeSummaries.listAsJson(since?.at ?? null));
        return {
          status: 200,
          body: { data, changesSince: since ? { what: since.what, at: toIsoTime(since.at) } : null },
        };
      },
    }),
    route({
      method: 'GET',
      path: '/event-type-last-sent',
      access: 'admin',
      summary: 'Say when event types were last sent, among the newest messages.',
      answers: { 200: eventTypeLastSentOutSchema },
      async handler() {
        const { json, countedSince } = await eventTypeSummaries.lastSentAsJson();
        return {
          status: 200,
          body: {
            data: new RawJson(json),
            countedSince: countedSince === null ? null : toIsoTime(countedSince),
          },
        };
      },
    }),
  ];
}
