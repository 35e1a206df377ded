import type { ApiDescription, DescribedSchema } from '../../src-server/contract/api-description';
import { schemaTree } from '../../src-server/json-schema/schema-tree';
import { SchemaRows } from '../shared/schema-view/schema-rows';

export interface SchemaFieldsProps {
  readonly api: ApiDescription;
  /** Prefix of the addresses of the fields. */
  readonly name: string;
  readonly schema: DescribedSchema;
}

/** The fields of a schema of the description, including those it refers to. */
export function SchemaFields({ api, name, schema }: SchemaFieldsProps) {
  // References point into the document, so it is put next to the schema.
  const tree = schemaTree({ ...schema, components: api.components });
  return <SchemaRows tree={tree} idOf={(path) => `${name}:${path}`} openDepth={1} />;
}

/** The name of the schema that this one refers to. Null if it is inline. */
export function referredName(schema: DescribedSchema): string | null {
  return typeof schema.$ref === 'string' ? (schema.$ref.split('/').at(-1) ?? null) : null;
}
