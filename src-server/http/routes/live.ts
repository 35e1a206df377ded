import { liveEventTextSchema } from '../../contract/live-event';
import { WATCHED_ENDPOINTS_MAX } from '../../contract/traffic';
import type { LiveStream } from '../live-stream';
import { type Route, route } from '../route';

export interface LiveRouteParts {
  readonly liveStream: Pick<LiveStream, 'follow'>;
}

/** What happens while it happens, for the admin pages. */
export function liveRoutes({ liveStream }: LiveRouteParts): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: '/live',
      access: 'admin',
      summary: 'Follow what happens as server-sent events, at most four pushes a second.',
      description:
        'The stream begins with the newest attempts and goes on until the caller or the server ends it. Each event is one line `data:` with a JSON object whose `kind` is `attempts` (with `attempts`, newest last, and `skipped`, how many more there were), `catalog-changed`, `applications-changed`, `background-task` (with `task`) or `buckets` (with `endpoints`: those of the query where something changed). A line with a colon alone is sent every 15 seconds. A reader that falls 4 MiB behind is cut off.',
      query: {
        endpoints: {
          type: 'array',
          items: { type: 'string', description: 'The id of an endpoint.' },
          maxItems: WATCHED_ENDPOINTS_MAX,
          description: 'Endpoints whose traffic is told too, by id.',
        },
      },
      answers: { 200: liveEventTextSchema },
      media: { type: 'text/event-stream', example: 'data: {"kind":"catalog-changed"}\n\n' },
      handler({ query }) {
        const ids = [...new Set(query.endpoints)].filter((id) => id !== '');
        return { status: 200, stream: (response) => liveStream.follow(response, ids) };
      },
    }),
  ];
}
