import type { FromSchema } from 'json-schema-to-ts';
import { nameSchema } from './names';
import { strictObject } from './strict-object';

/** The event type of the built-in example: it needs no schema, and its payload is `{"success":true}`. */
export const PING_EVENT_TYPE = 'svix.ping';

/** Body of POST /app/{app}/endpoint/{endpoint}/send-example. */
export const endpointExampleInSchema = strictObject(
  {
    eventType: nameSchema('The event type whose example is sent, or `svix.ping`.'),
    exampleIndex: {
      type: ['integer', 'null'],
      minimum: 0,
      description:
        'Which of `examples` of the schema, from 0. Null or absent: the first, or one generated from the schema if it has none.',
    },
    payload: {
      type: ['object', 'null'],
      additionalProperties: true,
      description:
        'Only for the sender: a payload to send instead of an example from the catalog. Null or absent: an example.',
    },
  },
  { optional: ['exampleIndex', 'payload'] },
);

export type EndpointExampleIn = FromSchema<typeof endpointExampleInSchema>;
