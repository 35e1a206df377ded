import {
  fromValue,
  get,
  type JsonNode,
  type ObjectNode,
  objectNode,
  toValue,
} from '../../../src-server/json-schema/json-node';

const FORMATS: readonly (readonly [format: string, pattern: RegExp])[] = [
  ['date-time', /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/],
  ['date', /^\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])$/],
  ['uuid', /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i],
  ['email', /^[^\s@"]+@[^\s@"]+\.[^\s@".]+$/],
  ['uri', /^[a-z][a-z\d+.-]*:\/\/[^\s"<>]+$/i],
];

/**
 * A schema that sample values of one place match: keys in the order of their appearance, required if every value has
 * them, with a format if every text matches it.
 */
export function inferSchema(samples: readonly JsonNode[]): ObjectNode {
  const real = samples.filter((each) => kindOf(each) !== 'null');
  const kinds = [...new Set(real.map(kindOf))];
  // 1 and 1.5 together are numbers, not "integer or number".
  const types = kinds.includes('number') ? kinds.filter((kind) => kind !== 'integer') : kinds;
  const nullable = real.length < samples.length;
  const listed = nullable ? [...types, 'null'] : types;
  if (listed.length === 0) return objectNode([]);
  const parts = [
    { key: 'type', value: fromValue(listed.length === 1 ? listed[0] : listed) },
    ...(types.length === 1 && types[0] === 'string' ? formatOf(real) : []),
    ...(types.includes('object') ? objectParts(real) : []),
    ...(types.includes('array') ? arrayParts(real) : []),
  ];
  return objectNode(parts);
}

function formatOf(texts: readonly JsonNode[]) {
  const values = texts.map((each) => String(toValue(each)));
  const found = FORMATS.find(([, pattern]) => values.every((value) => pattern.test(value)));
  return found ? [{ key: 'format', value: fromValue(found[0]) }] : [];
}

function objectParts(samples: readonly JsonNode[]) {
  const objects = samples.filter((each) => each.kind === 'object');
  const byKey = new Map<string, JsonNode[]>();
  for (const object of objects) {
    for (const key of new Set(object.members.map((member) => member.key))) {
      const value = get(object, key);
      if (value) byKey.set(key, [...(byKey.get(key) ?? []), value]);
    }
  }
  const properties = [...byKey].map(([key, values]) => ({ key, value: inferSchema(values) }));
  const required = [...byKey].filter(([, values]) => values.length === objects.length).map(([key]) => key);
  return [
    { key: 'properties', value: objectNode(properties) },
    ...(required.length > 0 ? [{ key: 'required', value: fromValue(required) }] : []),
  ];
}

function arrayParts(samples: readonly JsonNode[]) {
  const items = samples.flatMap((each) => (each.kind === 'array' ? each.items : []));
  return items.length > 0 ? [{ key: 'items', value: inferSchema(items) }] : [];
}

function kindOf(node: JsonNode): string {
  if (node.kind !== 'scalar') return node.kind;
  if (node.raw.startsWith('"')) return 'string';
  if (node.raw === 'null') return 'null';
  if (node.raw === 'true' || node.raw === 'false') return 'boolean';
  return /^-?\d+$/.test(node.raw) ? 'integer' : 'number';
}

/** True for a pasted value that is itself a schema rather than an event. */
export function looksLikeSchema(node: JsonNode): boolean {
  if (node.kind !== 'object') return false;
  if (get(node, '$schema') || get(node, '$ref')) return true;
  const hasMap = ['properties', 'definitions', '$defs', 'patternProperties'].some(
    (key) => get(node, key)?.kind === 'object',
  );
  const hasList = ['allOf', 'anyOf', 'oneOf'].some((key) => get(node, key)?.kind === 'array');
  const type = get(node, 'type');
  const typed =
    type !== undefined &&
    /^"(object|array|string|integer|number|boolean|null)"$/.test(type.kind === 'scalar' ? type.raw : '');
  return hasList || (typed && (hasMap || get(node, 'items') !== undefined));
}
