import type { ApiDescription } from '../../src-server/contract/api-description';
import type { SearchEntry } from '../shared/static-page/search-entry';
import { operationHref, schemaHref, schemaNames } from './docs-address';
import { placedOperations } from './placed-operation';

/** Every operation and every schema. */
export function searchEntries(api: ApiDescription): readonly SearchEntry[] {
  return [
    ...placedOperations(api).map(({ method, path, operation }) => ({
      name: operation.operationId,
      what: `${method} ${path}`,
      text: operation.summary,
      href: operationHref(operation),
    })),
    ...schemaNames(api).map((name) => ({ name, what: 'schema', text: '', href: schemaHref(name) })),
  ];
}
