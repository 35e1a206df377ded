import { invalid } from '../base/errors';
import { type JsonPieces, toJsonPieces } from '../base/json-pieces';
import { decodeText } from '../base/read-json';
import type { ValidationItem } from '../contract/error';
import { compactJson, rawItems, rawMember } from '../json-schema/raw-json-text';
import { currentSchema } from './current-schema';
import { remarksOfEntry } from './remarks-of-entry';
import type { RequestBody, RequestReader } from './request-reader';
import { checkSchemas } from './schema-check';

/** More remarks than these help nobody. */
const MOST_REMARKS = 50;

interface Entry {
  readonly name: string;
  readonly schemas?: unknown;
  readonly schema?: unknown;
}

/** A body with `eventTypes`, which may be tens of thousands. */
export interface EventTypeListBody {
  /** All but them. */
  readonly others: object;
  /** Null: it has none. */
  readonly eventTypes: JsonPieces | null;
}

/**
 * Reads a body with `eventTypes`, each name once and every schema checked and as it is to be stored: text in the place of the value.
 * Throws ApiError 422, which names each entry that does not fit, like `body.eventTypes.[3].schemas`.
 */
export function readEventTypeList(request: RequestBody, requests: RequestReader): EventTypeListBody {
  const body = requests.read(request) as { readonly eventTypes?: readonly Entry[] | null };
  if (!body.eventTypes) return { others: body, eventTypes: null };
  const texts = rawItems(rawMember(decodeText(request.bytes), 'eventTypes') ?? '[]');
  const remarks: ValidationItem[] = [];
  const names = new Set<string>();
  const { eventTypes: entries, ...others } = body;
  const eventTypes = entries.map((entry, index) => {
    if (remarks.length >= MOST_REMARKS) return entry;
    // Two entries of a name could be meant in any order.
    if (names.has(entry.name)) remarks.push(repeated(entry.name, index));
    names.add(entry.name);
    try {
      return withTexts(entry, texts[index] ?? '{}');
    } catch (cause) {
      remarks.push(...remarksOfEntry(cause, index, entry.name));
      return entry;
    }
  });
  if (remarks.length > 0) throw invalid(...remarks.slice(0, MOST_REMARKS));
  return { others, eventTypes: toJsonPieces(eventTypes) };
}

/** Of `schemas` and `schema` the first counts where both are given. */
function withTexts(entry: Entry, text: string): Entry {
  const { schema, ...others } = entry;
  if (entry.schemas !== undefined) {
    const schemas = entry.schemas && checked(compactJson(rawMember(text, 'schemas') ?? '{}'), 'schemas');
    return { ...others, schemas };
  }
  if (schema === undefined || schema === null) return entry;
  const asVersion = `{"1":${compactJson(rawMember(text, 'schema') ?? 'true')}}`;
  return { ...others, schema: currentSchema(checked(asVersion, 'schema')) };
}

function checked(schemas: string, field: 'schemas' | 'schema'): string {
  const problems = checkSchemas(schemas);
  if (problems.length === 0) return schemas;
  throw invalid(...problems.map((msg) => ({ loc: ['body', field], msg, type: 'value_error' })));
}

function repeated(name: string, index: number): ValidationItem {
  const loc = ['body', 'eventTypes', `[${index}]`, 'name'];
  return { loc, msg: `${name} is there more than once.`, type: 'value_error' };
}
