import type { FromSchema } from 'json-schema-to-ts';
import { count } from './property-schemas';
import { strictObject } from './strict-object';

/** Answer of GET /event-type/import/progress. */
export const importProgressOutSchema = strictObject({
  data: {
    type: 'array',
    description: 'Imports whose document is being read, oldest first.',
    items: strictObject({
      progressId: { type: ['string', 'null'], description: 'Id from the caller. Null: none.' },
      stage: {
        type: 'string',
        enum: ['waiting', 'parsing', 'reading', 'comparing'],
        description: '`waiting`: in the queue. `reading`: webhook by webhook.',
      },
      done: count('Webhooks that were read.'),
      total: { type: ['integer', 'null'], description: 'Webhooks in the document. Null: not known yet.' },
    }),
  },
});

export type ImportProgressOut = Readonly<FromSchema<typeof importProgressOutSchema>>;
