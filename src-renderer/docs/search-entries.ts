import type { ApiDescription } from '../../src-server/contract/api-description';
import type { SearchEntry } from '../shared/static-page/search-entry';
import { DOCS_HOME, operationHref, schemaHref, schemaNames } from './docs-address';
import type { Guide } from './guides';
import { placedOperations } from './placed-operation';

/** Every operation, every section of a guide, and every schema. */
export function searchEntries(api: ApiDescription, guides: readonly Guide[]): readonly SearchEntry[] {
  return [
    ...placedOperations(api).map(({ method, path, operation }) => ({
      name: operation.operationId,
      what: `${method} ${path}`,
      text: operation.summary,
      href: operationHref(operation),
    })),
    ...guides.flatMap((guide) =>
      guide.sections.map(({ id, title, text }) => ({
        name: title,
        what: guide.title,
        text: '',
        words: namesIn(text),
        href: `${DOCS_HOME}${guide.path}#${id}`,
      })),
    ),
    ...schemaNames(api).map((name) => ({ name, what: 'schema', text: '', href: schemaHref(name) })),
  ];
}

/** What stands in code marks: flags, variables and metrics are found by their names. */
function namesIn(text: string): string {
  return [...new Set(Array.from(text.matchAll(/`([^`\n]+)`/g), ([, name]) => name))].join(' ');
}
