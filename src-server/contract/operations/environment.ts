import { announceQuery } from '../announce-query';
import {
  type EnvironmentIn,
  type EnvironmentOut,
  environmentInSchema,
  environmentOutSchema,
} from '../environment';
import { jsonOf, operation } from '../operation';

/** The operations behind `http/routes/environment`. */
export const environmentOperations = {
  export: operation({
    method: 'POST',
    path: '/environment/export',
    responses: { 200: jsonOf<EnvironmentOut>(environmentOutSchema) },
  }),
  import: operation({
    method: 'POST',
    path: '/environment/import',
    query: announceQuery,
    body: jsonOf<EnvironmentIn>(environmentInSchema),
    emptyBody: true,
    responses: { 204: null },
  }),
};
