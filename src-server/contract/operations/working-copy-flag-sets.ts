import { type FlagSetsIn, type FlagSetsOut, flagSetsInSchema, flagSetsOutSchema } from '../flag-set';
import { jsonOf, operation } from '../operation';

/** The operations behind `http/routes/working-copy-flag-sets`. */
export const workingCopyFlagSetOperations = {
  read: operation({
    method: 'GET',
    path: '/connections/{id}/working-copy/flag-sets',
    responses: { 200: jsonOf<FlagSetsOut>(flagSetsOutSchema) },
  }),
  replace: operation({
    method: 'PUT',
    path: '/connections/{id}/working-copy/flag-sets',
    body: jsonOf<FlagSetsIn>(flagSetsInSchema),
    responses: { 200: jsonOf<FlagSetsOut>(flagSetsOutSchema) },
  }),
};
