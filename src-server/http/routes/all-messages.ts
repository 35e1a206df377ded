import { toIsoTime } from '../../base/clock';
import { SEARCH_EXAMINED_MAX } from '../../contract/limits';
import { fleetMessageOperations } from '../../contract/operations/fleet-messages';
import { timeOfId } from '../../contract/time-of-id';
import type { AllMessageStore } from '../../storage/messages/all-message-store';
import { searchTerms } from '../inputs/search-terms';
import { presentAnyMessage } from '../presenters/delivery-presenters';
import { type ReasonSources, readReasons } from '../presenters/message-reasons';
import { type Route, route } from '../route';

export interface AllMessageRouteParts extends ReasonSources {
  readonly allMessages: AllMessageStore;
}

/** The messages of all applications, whether they were sent anywhere or not. */
export function allMessageRoutes({ allMessages, ...parts }: AllMessageRouteParts): readonly Route[] {
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
        const reasons = await readReasons(parts, messages);
        const data = messages.map((message) => presentAnyMessage(message, reasons.get(message.id) ?? null));
        return { status: 200, body: { data, iterator, done, examined, examinedSince } };
      },
    }),
  ];
}
