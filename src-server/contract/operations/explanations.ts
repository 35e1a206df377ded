import { type ExplanationOut, explanationOutSchema } from '../explanation';
import { listQuery } from '../list-query';
import { jsonOf, operation, pageOf } from '../operation';

/** The operations behind `http/routes/explanations`. */
export const explanationOperations = {
  read: operation({
    method: 'GET',
    path: '/app/{app}/msg/{message}/endpoint/{endpoint}/why',
    responses: { 200: jsonOf<ExplanationOut>(explanationOutSchema) },
  }),
  list: operation({
    method: 'GET',
    path: '/app/{app}/msg/{message}/why',
    query: listQuery,
    responses: { 200: pageOf<ExplanationOut>(explanationOutSchema) },
  }),
};
