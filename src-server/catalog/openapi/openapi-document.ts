/*
 * An OpenAPI document, read but not trusted.
 *
 * Promises: nothing outside the given text or object is ever read (no file, no network, not even when a reference names
 * one); the parsed value is never changed; every refusal is `openapi_invalid` with a sentence that says what and where.
 * The result is a JSON tree without cycles and of bounded size.
 *
 * Not promised: that the document follows the OpenAPI schema. Real documents break it in harmless ways, so only what
 * the import needs is checked, entry by entry, later; `openapi-violations.ts` says what else is wrong. Nesting is not
 * bounded here either: one entry nested too deeply must not affect the others, so recursive code limits the depth
 * itself.
 */

import { apiError } from '../../base/errors';
import { cutText } from '../../contract/cut-text';
import { isObject, type JsonObject, measure, own } from '../../json-schema/plain-json';
import { parseDocumentText } from './document-text';

/** Most values (objects, lists, plain ones) in a document. GitHub's, the largest real one seen, has 0.13 million. */
const DOCUMENT_MAX_NODES = 3_000_000;

export interface OpenapiDocument {
  /** The parsed document, untouched. */
  readonly root: JsonObject;
  readonly version: '3.0' | '3.1' | '3.2';
  /** What was odd about the document as a whole, in plain words. */
  readonly warnings: readonly string[];
}

/** Reads a document from text (JSON or YAML) or from an object. Throws `openapi_invalid`. */
export async function readOpenapiDocument(source: string | object): Promise<OpenapiDocument> {
  const parsed =
    typeof source === 'string' ? await parseDocumentText(source) : { value: source, warnings: [] };
  const root = parsed.value;
  if (!isObject(root)) {
    throw apiError('openapi_invalid', 'This is not an OpenAPI document: it must be an object.');
  }
  refuseCyclesAndBulk(root);
  const warnings = [...parsed.warnings];
  const version = versionOf(root, warnings);
  return { root, version, warnings };
}

function versionOf(root: JsonObject, warnings: string[]): OpenapiDocument['version'] {
  if (own(root, 'swagger') !== undefined) {
    throw apiError(
      'openapi_invalid',
      'Swagger 2.0 is not supported. Convert the document to OpenAPI 3 first.',
    );
  }
  const given = own(root, 'openapi');
  if (given === undefined || given === null) {
    throw apiError('openapi_invalid', 'This is not an OpenAPI document: it has no `openapi` version.');
  }
  if (typeof given === 'number') warnings.push('The `openapi` version is a number; it should be a string.');
  const text = typeof given === 'string' || typeof given === 'number' ? String(given).trim() : '';
  const version = /^(3\.[012])(?![0-9])/.exec(text)?.[1];
  if (version !== '3.0' && version !== '3.1' && version !== '3.2') {
    const shown = text === '' ? '' : ` "${cutText(text, 40)}"`;
    throw apiError('openapi_invalid', `OpenAPI version${shown} is not supported. Use 3.0, 3.1 or 3.2.`);
  }
  return version;
}

/** Only YAML can produce a value that contains itself. Counting finds it, because such a value never ends. */
function refuseCyclesAndBulk(root: JsonObject): void {
  const size = measure(root, { maxDepth: Number.POSITIVE_INFINITY, maxNodes: DOCUMENT_MAX_NODES });
  if (size.tooBig) {
    throw apiError(
      'openapi_invalid',
      `The document is too large, or contains itself through a YAML alias: more than ${DOCUMENT_MAX_NODES} values.`,
    );
  }
}
