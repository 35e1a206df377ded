import type { ApiDescription, DescribedSchema } from '../../src-server/contract/api-description';
import { schemaTree } from '../../src-server/json-schema/schema-tree';
import { SchemaRows } from '../shared/schema-view/schema-rows';

export interface SchemaFieldsProps {
  readonly api: ApiDescription;
  /** What the addresses of the fields begin with. */
  readonly name: string;
  readonly schema: DescribedSchema;
}

/** The fields of a schema of the description, what it refers to included. */
export function SchemaFields({ api, name, schema }: SchemaFieldsProps) {
  // References lead into the document, so it stands beside the schema.
  const tree = schemaTree({ ...schema, components: api.components });
  return <SchemaRows tree={tree} idOf={(path) => `${name}:${path}`} openDepth={1} />;
}

/** The name of the schema that this one refers to. Null when it stands in place. */
export function referredName(schema: DescribedSchema): string | null {
  return typeof schema.$ref === 'string' ? (schema.$ref.split('/').at(-1) ?? null) : null;
}
