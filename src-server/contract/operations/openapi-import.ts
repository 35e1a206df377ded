import { announceQuery } from '../announce-query';
import {
  type OpenapiImportIn,
  type OpenapiImportOut,
  openapiImportInSchema,
  openapiImportOutSchema,
} from '../openapi-import';
import { jsonOf, operation } from '../operation';

/** The operations behind `http/routes/openapi-import`. */
export const openapiImportOperations = {
  import: operation({
    method: 'POST',
    path: '/event-type/import/openapi',
    query: announceQuery,
    body: jsonOf<OpenapiImportIn>(openapiImportInSchema),
    responses: { 200: jsonOf<OpenapiImportOut>(openapiImportOutSchema) },
  }),
};
