import type { FromSchema } from 'json-schema-to-ts';
import { payloadViolationSchema } from './payload-check';
import { count, dateTime, dateTimeOrNull } from './property-schemas';
import { strictObject } from './strict-object';

/** One kind of violation in payloads, and how often it occurs. */
const reportedProblemSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['pointer', 'rule', 'message', 'count', 'appId', 'messageId', 'at'],
  properties: {
    ...payloadViolationSchema.properties,
    pointer: {
      type: 'string',
      description: 'Where, as a JSON pointer with `*` for any place in a list; "" is the payload itself.',
    },
    count: { type: 'integer', minimum: 1, description: 'In how many of the payloads.' },
    appId: { type: 'string', description: 'The application of the newest such message.' },
    messageId: { type: 'string', description: 'The newest such message.' },
    at: dateTime('When that was accepted (RFC 3339, UTC).'),
  },
} as const;

/** Answer of GET /event-type/{name}/schema-report. */
export const schemaReportOutSchema = strictObject({
  name: { type: 'string', description: 'The event type.' },
  checkedAt: dateTimeOrNull('When payloads were checked (RFC 3339, UTC). Null: none could be checked.'),
  checked: count('How many of the newest payloads were checked against the current schema.'),
  violating: count('How many of these violate the schema.'),
  unchecked: count('How many could not be checked: removed, too large, not JSON, or too complex.'),
  since: dateTimeOrNull('When the oldest examined message was accepted. Null: there was none.'),
  until: dateTimeOrNull('When the newest examined message was accepted. Null: there was none.'),
  problems: {
    type: 'array',
    items: { ...reportedProblemSchema, description: 'One kind of schema violation.' },
    description: 'Schema violations, most frequent first; at most 20.',
  },
  otherProblems: count('How many further problems there are.'),
  reason: {
    type: ['string', 'null'],
    description: 'Why nothing could be checked, as a sentence. Null otherwise.',
  },
});

/** Answer of GET /event-type/schema/reports. */
export const schemaReportListOutSchema = strictObject({
  data: {
    type: 'array',
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['name', 'checked', 'violating'],
      description: 'The last report of one event type, in short.',
      properties: {
        name: schemaReportOutSchema.properties.name,
        checked: schemaReportOutSchema.properties.checked,
        violating: schemaReportOutSchema.properties.violating,
      },
    },
    description: 'Every event type whose payloads were checked, by name.',
  },
  isChecking: {
    type: 'boolean',
    description: 'True while newer messages are being checked; ask again soon.',
  },
});

export type ReportedProblem = Readonly<FromSchema<typeof reportedProblemSchema>>;
export type SchemaReportOut = Readonly<FromSchema<typeof schemaReportOutSchema>>;
export type SchemaReportListOut = Readonly<FromSchema<typeof schemaReportListOutSchema>>;
