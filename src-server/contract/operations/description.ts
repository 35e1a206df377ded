import type { WrittenDescription } from '../api-description';
import { jsonOf, operation } from '../operation';

/** OpenAPI defines its content. */
const writtenDescriptionSchema = {
  type: 'object',
  additionalProperties: true,
  description: 'An OpenAPI document.',
} as const;

/** The operation behind `http/routes/description`. */
export const descriptionOperations = {
  read: operation({
    method: 'GET',
    path: '/openapi.json',
    responses: { 200: jsonOf<WrittenDescription>(writtenDescriptionSchema) },
  }),
};
