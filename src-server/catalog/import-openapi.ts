import { apiError } from '../base/errors';
import type { OpenapiImportIn } from '../contract/openapi-import';
import { readOpenapiDocument } from './openapi-document';
import { openapiWebhooks, type WebhooksFound } from './openapi-webhooks';

/**
 * Reads the document of an import request: which event types it describes, and what was left out or lost. Writes
 * nothing. Throws `openapi_invalid` (422) when the document as a whole cannot be imported, and `generic_error`
 * (400) when not exactly one of `spec` and `specRaw` is given.
 */
export async function readOpenapiImport(
  body: Pick<OpenapiImportIn, 'spec' | 'specRaw'>,
): Promise<WebhooksFound> {
  const sources = [body.spec ?? undefined, body.specRaw ?? undefined].filter(
    (source) => source !== undefined,
  );
  const [source] = sources;
  if (source === undefined || sources.length > 1) {
    throw apiError('generic_error', 'Give exactly one of `spec` (an object) and `specRaw` (text).');
  }
  return openapiWebhooks(await readOpenapiDocument(source));
}
