import {
  arrayNode,
  get,
  type JsonNode,
  type ObjectNode,
  objectNode,
  type ScalarNode,
  withKey,
} from '../../../src-server/json-schema/json-node';
import { printJson } from '../../../src-server/json-schema/print-json';

/**
 * A filter as conditions that all have to hold, one in each row: what a form can show. The rest of what a filter can say
 * is for those who write JSON.
 */
export interface FilterRow {
  /** The names on the way to the value, from `payload` or another member of a message. */
  readonly path: readonly string[];
  readonly operator: FilterOperator;
  /** As it is written in JSON; one value for every operator but `oneOf` and `noneOf`. */
  readonly values: readonly ScalarNode[];
}

/** What each operator is called in a filter, with the value that it has of its own. */
const WRITTEN = {
  is: ['$eq'],
  isNot: ['$neq'],
  atLeast: ['$gte'],
  moreThan: ['$gt'],
  atMost: ['$lte'],
  lessThan: ['$lt'],
  startsWith: ['$startsWith'],
  endsWith: ['$endsWith'],
  has: ['$in'],
  hasNot: ['$nin'],
  oneOf: ['$in'],
  noneOf: ['$nin'],
  present: ['$exist', 'true'],
  absent: ['$exist', 'false'],
} as const;
export type FilterOperator = keyof typeof WRITTEN;

const ANY: readonly FilterOperator[] = ['is', 'isNot', 'oneOf', 'noneOf', 'present', 'absent'];
const ORDERED: readonly FilterOperator[] = ['atLeast', 'moreThan', 'atMost', 'lessThan'];
const OF_TEXTS: readonly FilterOperator[] = ['has', 'hasNot', 'startsWith', 'endsWith'];
const OPERATORS_OF: Readonly<Record<string, readonly FilterOperator[]>> = {
  string: [...ANY, ...OF_TEXTS, ...ORDERED],
  number: [...ANY, ...ORDERED],
  integer: [...ANY, ...ORDERED],
  boolean: ['is', 'isNot', 'present', 'absent'],
  array: ANY,
  object: ['present', 'absent'],
  null: ['is', 'isNot', 'present', 'absent'],
};

/** The operators that fit some JSON types, in the order in which they are offered. No types: any value. */
export function operatorsOf(kinds: readonly string[]): readonly FilterOperator[] {
  const known = kinds.length > 0 ? kinds : ['string'];
  const fit = new Set(known.flatMap((kind) => OPERATORS_OF[kind] ?? []));
  return (OPERATORS_OF.string ?? []).filter((operator) => fit.has(operator));
}

/** The rows of a filter; or what there is in it that rows cannot show: an operator, or null for anything else. */
export type ReadRows =
  | { readonly ok: true; readonly rows: readonly FilterRow[] }
  | { readonly ok: false; readonly operator: string | null };

/** @param node the filter; null: there is none */
export function rowsOf(node: JsonNode | null): ReadRows {
  try {
    return { ok: true, rows: node === null ? [] : joinedRows(node) };
  } catch (cause) {
    if (cause instanceof NotInRows) return { ok: false, operator: cause.operator };
    throw cause;
  }
}

class NotInRows extends Error {
  readonly operator: string | null;

  constructor(operator: string | null = null) {
    super();
    this.operator = operator;
  }
}

function joinedRows(node: JsonNode): readonly FilterRow[] {
  return membersOf(node).flatMap(({ key, value }) => {
    if (key === '$and' && value.kind === 'array') return value.items.flatMap(joinedRows);
    if (key.startsWith('$')) throw new NotInRows(key);
    return rowsBelow(value, stepsTo([], key));
  });
}

function rowsBelow(node: JsonNode, path: readonly string[]): readonly FilterRow[] {
  if (node.kind !== 'object') return [rowOf(path, '$eq', node)];
  return membersOf(node).flatMap(({ key, value }) =>
    key.startsWith('$') ? [rowOf(path, key, value)] : rowsBelow(value, stepsTo(path, key)),
  );
}

/** An object without members says nothing, and of repeated ones only the last would count. */
function membersOf(node: JsonNode): ObjectNode['members'] {
  if (node.kind !== 'object' || node.members.length === 0) throw new NotInRows();
  if (new Set(node.members.map(({ key }) => key)).size < node.members.length) throw new NotInRows();
  return node.members;
}

/** Names are joined by periods in a form, so that none may have one. */
function stepsTo(path: readonly string[], name: string): readonly string[] {
  if (name === '' || name.includes('.') || name.trim() !== name) throw new NotInRows();
  return [...path, name];
}

function rowOf(path: readonly string[], written: string, node: JsonNode): FilterRow {
  const isOwn = (value: string | undefined) => node.kind === 'scalar' && node.raw === value;
  const fits = ([operator, [name, fixed]]: readonly [string, readonly [string, string?]]) => {
    if (name !== written) return false;
    if (name === '$exist') return isOwn(fixed);
    return takesList(operator as FilterOperator) === (node.kind === 'array');
  };
  const [operator] =
    (Object.entries(WRITTEN) as [FilterOperator, readonly [string, string?]][]).find(fits) ?? [];
  const values = node.kind === 'array' ? node.items : [node];
  const plain = values.filter((value) => value.kind === 'scalar');
  if (operator === undefined || plain.length < values.length) {
    const isKnown = Object.values(WRITTEN).some(([name]) => name === written);
    throw new NotInRows(isKnown ? null : written);
  }
  return { path, operator, values: plain };
}

export function takesList(operator: FilterOperator): boolean {
  return operator === 'oneOf' || operator === 'noneOf';
}

/** Whether an operator is compared with a value. */
export function takesValue(operator: FilterOperator): boolean {
  return WRITTEN[operator].length === 1;
}

/** The text of a filter with these rows, '' for none. What says the same of a value twice is joined by `$and`. */
export function rowsText(rows: readonly FilterRow[]): string {
  const filters: ObjectNode[] = [];
  for (const row of rows) {
    const at = filters.findIndex((filter) => placed(filter, row.path, row) !== null);
    const filter = placed(filters[at], row.path, row);
    if (filter?.kind !== 'object') continue;
    if (at < 0) filters.push(filter);
    else filters[at] = filter;
  }
  const [only, ...others] = filters;
  if (!only) return '';
  return printJson(others.length === 0 ? only : objectNode([{ key: '$and', value: arrayNode(filters) }]));
}

/** What a filter wants of a value, and this too; null: it says that of it already. */
function placed(node: JsonNode | undefined, path: readonly string[], row: FilterRow): JsonNode | null {
  const [name, ...below] = path;
  if (name === undefined && node === undefined && row.operator === 'is') return wantedOf(row);
  const object = objectOf(node);
  if (name !== undefined) {
    const inner = placed(get(object, name), below, row);
    return inner && withKey(object, name, inner);
  }
  const [operator] = WRITTEN[row.operator];
  return get(object, operator) ? null : withKey(object, operator, wantedOf(row));
}

/** A plain value is an equality, which stands beside others under its name. */
function objectOf(node: JsonNode | undefined): ObjectNode {
  if (node === undefined) return objectNode([]);
  return node.kind === 'object' ? node : objectNode([{ key: '$eq', value: node }]);
}

function wantedOf({ operator, values: [value, ...more] }: FilterRow): JsonNode {
  const [, own] = WRITTEN[operator] as readonly [string, string?];
  if (own !== undefined) return { kind: 'scalar', raw: own, source: null };
  const first = value ?? { kind: 'scalar', raw: '""', source: null };
  return takesList(operator) ? arrayNode(value ? [value, ...more] : []) : first;
}
