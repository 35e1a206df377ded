import { TYPESCRIPT_MEDIA, type TypesFormat } from '../../../src-server/contract/event-type-export';
import { TYPES_FILES } from '../../../src-server/contract/public-catalog';
import type { ApiClient } from '../../api/api-client';
import { saveFile } from '../save-file';

/** What the forms are called, in the order in which they are offered. */
export const TYPES_LABELS: Readonly<Record<TypesFormat, string>> = {
  openapi: 'OpenAPI',
  'json-schema': 'JSON Schema',
  typescript: 'TypeScript',
};

/** Saves the event types that the token sees as a file; resolves to its name. @throws ApiFailure */
export async function saveTypes(api: Pick<ApiClient, 'callText'>, format: TypesFormat): Promise<string> {
  const isJson = format !== 'typescript';
  const { text } = await api.callText(
    'GET /event-type/export',
    { query: { format } },
    { media: isJson ? 'json' : 'text/plain' },
  );
  const name = TYPES_FILES[format];
  saveFile(text, name, isJson ? 'application/json' : TYPESCRIPT_MEDIA);
  return name;
}
