import { type LiveEvent, liveEventSchema } from '../live-event';
import { jsonOf, operation } from '../operation';
import { WATCHED_ENDPOINTS_MAX } from '../traffic';

/** The operations behind `http/routes/live`. */
export const liveOperations = {
  follow: operation({
    method: 'GET',
    path: '/live',
    query: {
      endpoints: {
        type: 'array',
        items: { type: 'string', description: 'The id of an endpoint.' },
        maxItems: WATCHED_ENDPOINTS_MAX,
        description: 'Endpoints whose traffic is included, by id.',
      },
    },
    responses: { 200: jsonOf<LiveEvent>(liveEventSchema) },
    media: { type: 'text/event-stream', example: 'data: {"kind":"catalog-changed"}\n\n' },
  }),
};
