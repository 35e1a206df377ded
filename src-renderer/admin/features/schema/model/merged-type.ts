import { get, type JsonNode, plainOf, textOf } from '../../../../../src-server/json-schema/json-node';
import { refName } from '../../../../../src-server/json-schema/schema-layers';
import type { SchemaPart } from './parts-of';
import { type SchemaType, typeOf } from './schema-type';

/** The type of a schema with an `allOf`, by the names of its parts: "Address + fields". */
export function typeWithParts(schema: JsonNode): SchemaType {
  const type = typeOf(schema);
  const list = get(schema, 'allOf');
  if (type.choice !== 'allOf' || list?.kind !== 'array') return type;
  const names = [...new Set(list.items.map(nameOfPart).filter((name) => name !== ''))];
  if (names.length === 0) return type;
  return { ...type, label: names.length === 1 && names[0] === 'fields' ? 'object' : names.join(' + ') };
}

/** "" for a part that only adds texts or limits. */
function nameOfPart(part: JsonNode): string {
  const ref = textOf(part, '$ref');
  if (ref !== null) return refName(ref) || 'the whole event';
  if (get(part, 'properties')) return 'fields';
  const { choice, label } = typeOf(part);
  return choice === 'any' ? '' : label;
}

/** The type of a value that several schemas describe. */
export function typeOfAll(schemas: readonly JsonNode[], parts: readonly SchemaPart[]): SchemaType {
  const types = schemas.map(typeWithParts);
  const [first = typeOf(schemas[0] ?? { kind: 'scalar', raw: 'true', source: null })] = types;
  const labels = [...new Set(types.filter(({ choice }) => choice !== 'any').map(({ label }) => label))];
  const label = commonTypes(parts)?.length === 0 ? 'no value' : labels.join(' + ') || first.label;
  return { ...first, ref: null, label };
}

/** The types that all parts allow; null if no part names a type. Empty: no value fits. */
export function commonTypes(parts: readonly SchemaPart[]): readonly string[] | null {
  let common: readonly string[] | null = null;
  for (const { schema } of parts) {
    const type = plainOf(schema, 'type');
    const named = (Array.isArray(type) ? type : [type]).filter((each) => typeof each === 'string');
    if (named.length === 0) continue;
    common = common === null ? named : both(common, named);
  }
  return common;
}

/** A whole number is a number, too. */
function both(a: readonly string[], b: readonly string[]): string[] {
  const fits = (type: string, list: readonly string[]) =>
    list.includes(type) || (type === 'integer' && list.includes('number'));
  return [...new Set([...a.filter((type) => fits(type, b)), ...b.filter((type) => fits(type, a))])];
}
