import type { ApiDescription, DescribedOperation } from '../../src-server/contract/api-description';
import { anchorOf } from '../shared/schema-view/anchor-of';

/** The first page. Addresses begin at the root: the pages are served, never opened from the disk. */
export const DOCS_HOME = '/docs/';

/** The index that the search reads, below the first page. */
export const DOCS_SEARCH_FILE = 'search.json';

/** The page of a group of operations, below the first: `event-types`. */
export function groupPath(tag: string): string {
  return tag.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

/** The page of a schema, below the first: `schemas/EndpointOut`. */
export function schemaPath(name: string): string {
  return `schemas/${name}`;
}

/** The address of an operation. */
export function operationHref({ tags, operationId }: DescribedOperation): string {
  return `${DOCS_HOME}${groupPath(tags[0] ?? '')}#${anchorOf(operationId)}`;
}

/** The address of a schema. */
export function schemaHref(name: string): string {
  return `${DOCS_HOME}${schemaPath(name)}`;
}

/** The names of all schemas, in the order of the description. */
export function schemaNames(api: ApiDescription): readonly string[] {
  return Object.keys(api.components.schemas);
}
