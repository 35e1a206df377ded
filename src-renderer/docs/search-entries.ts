import type { ApiDescription } from '../../src-server/contract/api-description';
import type { SearchEntry } from '../shared/static-page/search-entry';
import { DOCS_HOME, operationHref, schemaHref, schemaNames } from './docs-address';
import { placedOperations } from './placed-operation';
import { SEVERAL_NODES } from './several-nodes';
import { SEVERAL_NODES_PATH, SEVERAL_NODES_TITLE } from './several-nodes-page';

/** Every operation, every section of a guide, and every schema. */
export function searchEntries(api: ApiDescription): readonly SearchEntry[] {
  return [
    ...placedOperations(api).map(({ method, path, operation }) => ({
      name: operation.operationId,
      what: `${method} ${path}`,
      text: operation.summary,
      href: operationHref(operation),
    })),
    ...SEVERAL_NODES.map(({ id, title }) => ({
      name: title,
      what: SEVERAL_NODES_TITLE,
      text: '',
      href: `${DOCS_HOME}${SEVERAL_NODES_PATH}#${id}`,
    })),
    ...schemaNames(api).map((name) => ({ name, what: 'schema', text: '', href: schemaHref(name) })),
  ];
}
