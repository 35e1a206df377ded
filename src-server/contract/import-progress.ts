import type { FromSchema } from 'json-schema-to-ts';

/** Answer of GET /event-type/import/progress. */
export const importProgressOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['data'],
  properties: {
    data: {
      type: 'array',
      description: 'Imports whose document is being read, oldest first.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['progressId', 'stage', 'done', 'total'],
        properties: {
          progressId: { type: ['string', 'null'], description: 'Id from the caller. Null: none.' },
          stage: {
            type: 'string',
            enum: ['waiting', 'parsing', 'reading', 'comparing'],
            description: '`waiting`: in the queue. `reading`: webhook by webhook.',
          },
          done: { type: 'integer', minimum: 0, description: 'Webhooks that were read.' },
          total: { type: ['integer', 'null'], description: 'Webhooks in the document. Null: not known yet.' },
        },
      },
    },
  },
} as const;

export type ImportProgressOut = Readonly<FromSchema<typeof importProgressOutSchema>>;
