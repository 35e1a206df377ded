import { invalidField } from '../../base/errors';
import { LIMITS } from '../../contract/limits';
import { type EndpointContent, SIZED_FIELDS } from '../../storage/endpoint-record';
import type { Spelling } from './spellings';

/**
 * Refuses an endpoint that is too large, and a change that makes one larger which is too large already: such endpoints
 * were stored before there was this limit. The server keeps all of them in memory.
 * @param current null for a new one
 * @param spelling how the caller names its fields; absent: as they are stored
 * @throws ApiError 422 that names the field
 */
export function checkEndpointSize(
  current: EndpointContent | null,
  next: EndpointContent,
  spelling?: Spelling,
): void {
  const headers = { count: countOf(next.headers), bytes: bytesOf(next.headers) };
  if (headers.count > Math.max(LIMITS.headers.max, current ? countOf(current.headers) : 0))
    throw invalidField('headers', `An endpoint may have ${LIMITS.headers.max} headers.`);
  if (headers.bytes > Math.max(LIMITS.allHeaders.max, current ? bytesOf(current.headers) : 0))
    throw invalidField(
      'headers',
      `The names and values of all headers together may have ${LIMITS.allHeaders.max} bytes.`,
    );
  if (sizeOf(next) <= Math.max(LIMITS.endpoint.max, current ? sizeOf(current) : 0)) return;
  const field = mostGrown(current, next);
  throw invalidField(
    field === 'filterTypes' ? (spelling?.filterTypes ?? field) : field,
    `URL, headers, metadata, description and filters of an endpoint together may have ${LIMITS.endpoint.max} bytes.`,
  );
}

/** The field that has to shrink: the one to which most was added. */
function mostGrown(current: EndpointContent | null, next: EndpointContent): (typeof SIZED_FIELDS)[number] {
  const grown = (field: (typeof SIZED_FIELDS)[number]) =>
    bytesOfField(next, field) - (current ? bytesOfField(current, field) : 0);
  return SIZED_FIELDS.reduce((most, field) => (grown(field) > grown(most) ? field : most));
}

function sizeOf(content: EndpointContent): number {
  return SIZED_FIELDS.reduce((sum, field) => sum + bytesOfField(content, field), 0);
}

/** A filter counts as JSON, everything else by its names and texts. */
function bytesOfField(content: EndpointContent, field: (typeof SIZED_FIELDS)[number]): number {
  if (field !== 'filter') return bytesOf(content[field]);
  return content.filter === null ? 0 : Buffer.byteLength(JSON.stringify(content.filter));
}

/** The bytes of all names and texts in a value. */
function bytesOf(value: EndpointContent[Exclude<(typeof SIZED_FIELDS)[number], 'filter'>]): number {
  if (value === null) return 0;
  if (typeof value === 'string') return Buffer.byteLength(value);
  const texts = Array.isArray(value) ? value : Object.entries(value).flat();
  return texts.reduce((sum: number, text: string) => sum + Buffer.byteLength(text), 0);
}

function countOf(headers: EndpointContent['headers']): number {
  return Object.keys(headers).length;
}
