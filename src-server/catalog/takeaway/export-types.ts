import { createHash } from 'node:crypto';
import { type JsonPieces, parseJsonPieces } from '../../base/json-pieces';
import { sharedText } from '../../base/shared-text';
import type { ExportFormat } from '../../contract/event-type-export';
import { currentSchema } from '../checks/current-schema';
import { fieldsExport } from './fields-export';
import { jsonSchemaExport } from './json-schema-export';
import { openapiExport } from './openapi-export';
import { type ExportedType, shareDefinitions } from './shared-definitions';
import { typescriptExport } from './typescript-export';

/** An event type as it is given to an export; `replacedBy` may be any name. */
export interface TypeToExport extends Omit<ExportedType, 'schema'> {
  /** JSON text of the schemas by version; null: none. */
  readonly schemas: string | null;
}

export interface ExportInput {
  readonly format: ExportFormat;
  /** Of the document. */
  readonly title: string;
  /** Rows like TypeToExport, by name: all that the reader sees, and nothing else. */
  readonly types: JsonPieces;
}

/** The text of an export, and what distinguishes it from others. */
export interface TypesExport {
  readonly text: Uint8Array;
  readonly tag: string;
}

export function exportTypes(input: ExportInput): TypesExport {
  const text = textOf(input);
  const tag = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return { text: sharedText(text), tag };
}

function textOf({ format, title, types }: ExportInput): string {
  const rows = parseJsonPieces<TypeToExport>(types);
  const names = new Set<string | null>(rows.map(({ name }) => name));
  const shown = rows.map(({ schemas, replacedBy, ...type }) => ({
    ...type,
    // One that is not here is hidden from this reader, or is of no use to them.
    replacedBy: names.has(replacedBy) ? replacedBy : null,
    schema: currentSchema(schemas),
  }));
  if (format === 'fields') return fieldsExport(shown);
  const shared = shareDefinitions(shown);
  if (format === 'openapi') return openapiExport(shared, title);
  return format === 'typescript' ? typescriptExport(shared, title) : jsonSchemaExport(shared);
}
