import type { TimelineRequest } from '../storage/timeline';
import { listQuery } from './list-query';

/** Query parameters of lists of messages and attempts. */
export const timelineQuery = {
  ...listQuery,
  before: { type: 'string', format: 'date-time', description: 'Only what happened before this instant.' },
  after: { type: 'string', format: 'date-time', description: 'Only what happened after this instant.' },
  channel: { type: 'string', description: 'Only messages on this channel.' },
  tag: { type: 'string', description: 'Only messages with this tag.' },
  event_types: {
    type: 'array',
    items: { type: 'string', description: 'An event type.' },
    description: 'Only messages of these event types.',
  },
  with_content: { type: 'boolean', default: true, description: 'False leaves out payloads and responses.' },
} as const;

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

/** What a store needs of them. */
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
