import { toIsoTime } from '../../base/clock';
import { SEARCH_EXAMINED_MAX } from '../../contract/limits';
import { fleetMessageOperations } from '../../contract/operations/fleet-messages';
import { timeOfId } from '../../contract/time-of-id';
import type { AllMessageStore } from '../../storage/messages/all-message-store';
import { searchTerms } from '../inputs/search-terms';
import { presentAnyMessage } from '../presenters/delivery-presenters';
import { type Route, route } from '../route';

export interface AllMessageRouteParts {
  readonly allMessages: AllMessageStore;
}

/** The messages of all applications, whether they were sent anywhere or not. */
export function allMessageRoutes({ allMessages }: AllMessageRouteParts): readonly Route[] {
  return [
    route(fleetMessageOperations.list, {
      access: 'admin',
      summary: `Search the messages of all applications, newest first. One page examines at most ${SEARCH_EXAMINED_MAX} messages: continue until \`done\`.`,
      async handler({ query }) {
        const { messages, iterator, done, examined } = await allMessages.search({
          limit: query.limit,
          iterator: query.iterator,
          before: query.before === undefined ? undefined : Date.parse(query.before),
          after: query.after === undefined ? undefined : Date.parse(query.after),
          appId: query.app_id,
          eventType: query.event_type,
          state: query.state,
          terms: searchTerms(query.q),
          inPayload: query.in_payload ?? false,
          byId: query.by_id ?? false,
        });
        const examinedSince = iterator === null ? null : toIsoTime(timeOfId(iterator));
        const data = messages.map(presentAnyMessage);
        return { status: 200, body: { data, iterator, done, examined, examinedSince } };
      },
    }),
  ];
}
