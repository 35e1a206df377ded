import type { ApiDescription } from '../../src-server/contract/api-description';
import { operationHref, schemaHref, schemaNames } from './docs-address';
import { placedOperations } from './placed-operation';

/** One item that the search can find. */
export interface SearchEntry {
  /** Operation id or schema name; each is unique. */
  readonly name: string;
  /** `POST /app/{app}/msg`, or "schema". */
  readonly what: string;
  /** One sentence; "" for a schema. */
  readonly text: string;
  readonly href: string;
}

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
