import { listQuery } from './list-query';
import { dateTime } from './property-schemas';

/** Query parameters of lists of messages and attempts. */
export const timelineQuery = {
  ...listQuery,
  before: dateTime('Only what happened before this instant.'),
  after: dateTime('Only what happened after this instant; a list still begins with the newest.'),
  channel: { type: 'string', description: 'Only messages on this channel.' },
  tag: { type: 'string', description: 'Only messages with this tag.' },
  event_types: {
    type: 'array',
    items: { type: 'string', description: 'An event type.' },
    description: 'Only messages of these event types.',
  },
  with_content: { type: 'boolean', default: true, description: 'False omits payloads and responses.' },
} as const;
