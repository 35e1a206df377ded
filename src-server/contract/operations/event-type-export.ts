import {
  type EventTypesExport,
  EXPORT_FORMATS,
  eventTypesExportSchema,
  TYPESCRIPT_MEDIA,
} from '../event-type-export';
import { jsonOf, operation } from '../operation';

/** The operations behind `http/routes/event-type-export`. */
export const eventTypeExportOperations = {
  read: operation({
    method: 'GET',
    path: '/event-type/export',
    query: {
      format: {
        type: 'string',
        enum: EXPORT_FORMATS,
        default: 'openapi',
        description:
          '`openapi`: an OpenAPI 3.1 document with a webhook for each event type; importing it changes nothing. `json-schema`: Draft 7 schemas. `typescript`: declarations, as plain text. `fields`: the names of the fields, for a search.',
      },
    },
    responses: { 200: jsonOf<EventTypesExport>(eventTypesExportSchema) },
    otherMedia: {
      type: TYPESCRIPT_MEDIA,
      example: "export interface WebhookEvents {\n  'invoice.paid': InvoicePaid;\n}\n",
    },
  }),
};
