import type { JsonNode } from '../../../../../src-server/json-schema/json-node';
import type { MergedSchema } from './merge-schema';
import { asSchema, type SchemaNode } from './schema-node';

/** A field of a sample, and what happens to it in the schema. */
export interface SampleField {
  /** "lines[].sku" */
  readonly name: string;
  readonly type: string;
  /** Whether it is required afterwards. */
  readonly required: boolean;
  /** `kept`: the schema says something else, and continues to; `changed`: it says something else now. */
  readonly state: 'new' | 'same' | 'kept' | 'changed' | 'removed';
  /** What the schema says so far; null for a new field, and where it says the same. */
  readonly before: string | null;
}

interface Described {
  readonly type: string;
  readonly required: boolean;
}

/** The fields of an incoming schema as they are after its new fields were added. */
export function addedFields(incoming: JsonNode, { schema, added, different }: MergedSchema): SampleField[] {
  const after = fieldsOf(schema);
  const kept = new Map(different.map(({ field, here }) => [field, here]));
  return [...fieldsOf(incoming)].map(([name, field]): SampleField => {
    const before = kept.get(name) ?? null;
    const isNew = added.some((parent) => isWithin(name, parent));
    const required = (after.get(name) ?? field).required;
    return { name, ...field, required, before, state: before !== null ? 'kept' : isNew ? 'new' : 'same' };
  });
}

/** The fields of an incoming schema that replaces another, and those that are then gone. */
export function replacedFields(root: JsonNode, incoming: JsonNode): SampleField[] {
  const [before, after] = [fieldsOf(root), fieldsOf(incoming)];
  const there = [...after].map(([name, field]): SampleField => {
    const known = before.get(name);
    if (!known) return { name, ...field, state: 'new', before: null };
    const isSame = known.type === field.type && known.required === field.required;
    return { name, ...field, state: isSame ? 'same' : 'changed', before: isSame ? null : inWords(known) };
  });
  const gone = [...before].filter(([name]) => !after.has(name));
  return [
    ...there,
    ...gone.map(([name, field]): SampleField => ({ name, ...field, state: 'removed', before: null })),
  ];
}

function inWords({ type, required }: Described): string {
  return required ? `${type}, required` : type;
}

function isWithin(name: string, outer: string): boolean {
  return name === outer || name.startsWith(`${outer}.`) || name.startsWith(`${outer}[]`);
}

/** Every field at any depth, by its name with periods. */
function fieldsOf(root: JsonNode): ReadonlyMap<string, Described> {
  const found = new Map<string, Described>();
  const visit = (schema: SchemaNode, prefix: string) => {
    for (const [key, value] of schema.map('properties').entries()) {
      const name = prefix === '' ? key : `${prefix}.${key}`;
      const field = asSchema(value);
      found.set(name, { type: field.type.label, required: schema.required.has(key) });
      visit(field, name);
    }
    const items = schema.get('items');
    if (items?.kind === 'object') visit(asSchema(items), `${prefix}[]`);
  };
  visit(asSchema(root), '');
  return found;
}
