import { liveOperations } from '../../contract/operations/live';
import type { LiveStream } from '../live-stream';
import { type Route, route } from '../route';

interface LiveRouteParts {
  readonly liveStream: Pick<LiveStream, 'follow'>;
}

/** What happens, as it happens, for the admin pages. */
export function liveRoutes({ liveStream }: LiveRouteParts): readonly Route[] {
  return [
    route(liveOperations.follow, {
      access: 'admin',
      summary: 'Follow what happens as server-sent events, at most four pushes a second.',
      description:
        'The stream starts with the newest attempts and continues until the caller or the server ends it. Each event is one line `data:` with a JSON object whose `kind` is `attempts` (with `attempts`, newest last, and `skipped`, how many more there were), `catalog-changed`, `applications-changed`, `attention-changed` (an endpoint began to fail, or recovered), `sending-changed` (all sending was paused or resumed), `network-changed` (this computer has lost its network, or has it again; see `GET /health`), `working-copy-changed` (with `connectionId`), `background-task` (with `task`) or `buckets` (with `endpoints`: those of the query with changes). A line with a colon alone is sent every 15 seconds. The stream ends within a second after the token or the log-in of its reader has ended. A reader that is 4 MiB behind is disconnected.',
      errors: ['too_many_requests'],
      handler({ query }) {
        const ids = [...new Set(query.endpoints)];
        return { status: 200, stream: (response) => liveStream.follow(response, ids) };
      },
    }),
  ];
}
