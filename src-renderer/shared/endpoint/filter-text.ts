import type { EndpointOut } from '../../../src-server/contract/endpoint';
import { type JsonNode, toValue } from '../../../src-server/json-schema/json-node';
import { stringifyOrdered } from '../../../src-server/json-schema/ordered-json';
import { type JsonFault, parseJson } from '../../../src-server/json-schema/parse-json';

type Filter = EndpointOut['filter'];

/** A filter as typed: its value, null for none, and where everything stands; or why it is none. */
type FilterRead =
  | { readonly ok: true; readonly filter: Filter; readonly node: JsonNode | null }
  /** Null: it is JSON, but no object. */
  | { readonly ok: false; readonly fault: JsonFault | null };

/** Whether the filter itself means anything is for the server to say. */
export function readFilterText(text: string): FilterRead {
  if (text.trim() === '') return { ok: true, filter: null, node: null };
  const parsed = parseJson(text);
  if (!parsed.ok) return parsed;
  const { node } = parsed;
  if (node.kind !== 'object') return { ok: false, fault: null };
  return { ok: true, filter: node.members.length === 0 ? null : (toValue(node) as Filter), node };
}

/** A stored filter as a form shows it; '' for none. Undefined: the server is too old to know of filters. */
export function filterText(filter: Filter | undefined): string {
  return filter ? stringifyOrdered(filter, 2) : '';
}
