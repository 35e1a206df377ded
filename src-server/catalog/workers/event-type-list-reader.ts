import { invalid } from '../../base/errors';
import { type JsonPieces, toJsonPieces } from '../../base/json-pieces';
import { decodeText } from '../../base/read-json';
import type { ValidationItem } from '../../contract/error';
import { rawItems, rawMember } from '../../json-schema/raw-json-text';
import { type WithSchemas, withSchemaTexts } from '../checks/with-schema-texts';
import { remarksOfEntry } from './remarks-of-entry';
import type { RequestBody, RequestReader } from './request-reader';

/** More remarks than this help nobody. */
const MOST_REMARKS = 50;

interface Entry extends WithSchemas {
  readonly name: string;
}

/** A body with `eventTypes`, possibly tens of thousands. */
export interface EventTypeListBody {
  /** Everything else. */
  readonly others: object;
  /** Null: it has none. */
  readonly eventTypes: JsonPieces | null;
}

/**
 * Reads a body with `eventTypes`, each name once and every schema checked and in its stored form: text in place of the
 * value. Throws ApiError 422, which names each invalid entry, like `body.eventTypes.[3].schemas`.
 */
export function readEventTypeList(request: RequestBody, requests: RequestReader): EventTypeListBody {
  const body = requests.read(request) as { readonly eventTypes?: readonly Entry[] | null };
  if (Object.keys(body).length === 0) refuseOther(request);
  if (!body.eventTypes) return { others: body, eventTypes: null };
  const texts = rawItems(rawMember(decodeText(request.bytes), 'eventTypes') ?? '[]');
  const remarks: ValidationItem[] = [];
  const names = new Set<string>();
  const { eventTypes: entries, ...others } = body;
  const eventTypes = entries.map((entry, index) => {
    if (remarks.length >= MOST_REMARKS) return entry;
    // Two entries with the same name have no defined order.
    if (names.has(entry.name)) remarks.push(repeated(entry.name, index));
    names.add(entry.name);
    try {
      return withSchemaTexts(entry, texts[index] ?? '{}');
    } catch (cause) {
      remarks.push(...remarksOfEntry(cause, { index, name: entry.name }));
      return entry;
    }
  });
  if (remarks.length > 0) throw invalid(...remarks.slice(0, MOST_REMARKS));
  return { others, eventTypes: toJsonPieces(eventTypes) };
}

/**
 * Reading drops unknown members. If none is left, and there were some, it was an object of something else: to write
 * nothing and answer with success would look like an import.
 */
function refuseOther({ bytes, schema }: RequestBody): void {
  if (/^\s*\{\s*\}\s*$/.test(decodeText(bytes))) return;
  const known = Object.keys(JSON.parse(schema).properties).join(', ');
  throw invalid({ loc: ['body'], msg: `It has none of these members: ${known}.`, type: 'value_error' });
}

function repeated(name: string, index: number): ValidationItem {
  const loc = ['body', 'eventTypes', `[${index}]`, 'name'];
  return { loc, msg: `${name} is listed more than once.`, type: 'value_error' };
}
