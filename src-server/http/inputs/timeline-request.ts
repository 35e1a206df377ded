import type { TimelineRequest } from '../../storage/timeline';

/** The query parameters of a list of messages or attempts. */
interface TimelineQuery {
  readonly limit?: number;
  readonly iterator?: string;
  readonly before?: string;
  readonly after?: string;
  readonly channel?: string;
  readonly tag?: string;
  readonly event_types?: readonly string[];
  readonly with_content?: boolean;
}

/** What a store needs from the query parameters of such a list. */
export function timelineRequest(query: TimelineQuery): TimelineRequest & {
  readonly channel?: string | undefined;
  readonly tag?: string | undefined;
  readonly eventTypes?: readonly string[] | undefined;
  readonly withContent: boolean;
} {
  return {
    limit: query.limit,
    iterator: query.iterator,
    before: query.before === undefined ? undefined : Date.parse(query.before),
    after: query.after === undefined ? undefined : Date.parse(query.after),
    channel: query.channel,
    tag: query.tag,
    eventTypes: query.event_types,
    withContent: query.with_content ?? true,
  };
}
