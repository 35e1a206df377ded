import type { FromSchema } from 'json-schema-to-ts';
import { attentionPageOutSchema } from './attention';
import { eventTypeChangeOutSchema } from './event-type-change';
import { applicationOverviewOutSchema } from './fleet';
import { count } from './property-schemas';
import { sendingOutSchema } from './sending';
import { strictObject } from './strict-object';
import { deliveryStateOutSchema, endpointTrafficSchema } from './traffic';

/** The most rows of each list in an overview. */
export const OVERVIEW_ROWS = { attention: 5, queues: 3, changes: 5 } as const;

const longQueueSchema = strictObject({
  appName: { type: 'string', description: 'The name of the application.' },
  url: { type: 'string', format: 'uri', description: 'Where it is delivered to.' },
  ordered: { type: 'boolean', description: 'True: one message leaves after the other.' },
  traffic: { ...endpointTrafficSchema, description: 'Its current state.' },
});

/** How an instance is, at a glance. */
export const overviewOutSchema = strictObject({
  sending: { ...sendingOutSchema, description: 'Whether all sending is paused.' },
  applications: count('Applications of customers.'),
  waiting: deliveryStateOutSchema.properties.waiting,
  since: applicationOverviewOutSchema.properties.since,
  succeeded: applicationOverviewOutSchema.properties.succeeded,
  failed: applicationOverviewOutSchema.properties.failed,
  attention: {
    ...strictObject({
      data: {
        ...attentionPageOutSchema.properties.data,
        description: `The first ${OVERVIEW_ROWS.attention} of \`GET /fleet/attention\`.`,
      },
      total: attentionPageOutSchema.properties.total,
      silent: attentionPageOutSchema.properties.silent,
    }),
    description: 'What needs attention.',
  },
  queues: {
    type: 'array',
    items: longQueueSchema,
    description: `The ${OVERVIEW_ROWS.queues} endpoints for which the most deliveries wait, the longest queue first.`,
  },
  changes: {
    type: 'array',
    items: eventTypeChangeOutSchema,
    description: `The first ${OVERVIEW_ROWS.changes} of \`GET /event-type-changes\`.`,
  },
});

export type OverviewOut = FromSchema<typeof overviewOutSchema>;
