import { jsonOf, operation } from '../operation';
import { type SampleCatalogOut, type SampleOut, sampleCatalogOutSchema, sampleOutSchema } from '../sample';

/** The operations behind `http/routes/sample`. */
export const sampleOperations = {
  create: operation({
    method: 'POST',
    path: '/sample',
    responses: { 200: jsonOf<SampleOut>(sampleOutSchema) },
  }),
  createCatalog: operation({
    method: 'POST',
    path: '/sample/catalog',
    responses: { 200: jsonOf<SampleCatalogOut>(sampleCatalogOutSchema) },
  }),
};
