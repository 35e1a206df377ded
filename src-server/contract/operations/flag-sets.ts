import { type FlagSetsIn, type FlagSetsOut, flagSetsInSchema, flagSetsOutSchema } from '../flag-set';
import { jsonOf, operation } from '../operation';

/** The operations behind `http/routes/flag-sets`. */
export const flagSetOperations = {
  read: operation({
    method: 'GET',
    path: '/catalog/flag-sets',
    responses: { 200: jsonOf<FlagSetsOut>(flagSetsOutSchema) },
  }),
  replace: operation({
    method: 'PUT',
    path: '/catalog/flag-sets',
    body: jsonOf<FlagSetsIn>(flagSetsInSchema),
    responses: { 200: jsonOf<FlagSetsOut>(flagSetsOutSchema) },
  }),
};
