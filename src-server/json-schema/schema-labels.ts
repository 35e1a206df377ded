import { heldItems } from './held-value';
import { isObject, type JsonObject, own } from './plain-json';
import { type Layers, layersOf } from './schema-layers';
import { shortHeld } from './short-json';

/** Types and constraints of a Draft 7 schema in words. Pure, bounded, never throws. */

/** One constraint: words, followed by values to set in a code font. */
export interface SchemaNote {
  /** "format", "at most", "one of", "unique items" ... */
  readonly text: string;
  /** JSON or names that follow the words; may be empty. */
  readonly values: readonly string[];
  /** How many further values are not listed. */
  readonly more: number;
}

/** Every currency or country fits; pages fold a long list. */
const VALUES_MAX = 300;
const ITEM_DEPTH_MAX = 3;
const TYPES = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'];

/** The type in words: "string", "integer or null", "array of object", "one of 3", "anything". */
export function typeLabel(node: Layers, root: unknown, depth = 0): string {
  if (node.never) return 'no value';
  const { types, nullable } = typesOf(node);
  const parts = types.filter((type) => type !== 'null').map((type) => labelFor(type, node, root, depth));
  const [group] = node.variants;
  if (group) {
    const count = `${group.keyword === 'oneOf' ? 'one' : 'any'} of ${group.options.length}`;
    const simple = node.variants.length === 1 ? simpleUnion(group.options) : null;
    if (simple && parts.length === 0) parts.push(...simple);
    else if (parts.length === 1) parts[0] = `${parts[0]}, ${count}`;
    else parts.push(count);
  }
  const openVariants = node.variants.length > 0 && node.variants.every((each) => each.nullable);
  if (types.includes('null') || nullable || (openVariants && types.length === 0)) parts.push('null');
  if (parts.length === 0) {
    if (node.invalid) return 'not a schema';
    if (node.sameAs || node.missing.length > 0) return node.sameAs ? 'recursive' : 'unknown';
    return types.length === 0 && declares(node) ? 'no value' : 'anything';
  }
  return formatList(parts);
}

/** The types of the options if each only names a type, so that they need no rows of their own; otherwise null. */
export function simpleUnion(options: readonly unknown[]): string[] | null {
  const parts: string[] = [];
  for (const option of options) {
    if (!isObject(option) || Object.keys(option).some((key) => key !== 'type')) return null;
    const type = own(option, 'type');
    if (typeof type !== 'string' || !TYPES.includes(type) || type === 'object' || type === 'array')
      return null;
    if (!parts.includes(type)) parts.push(type);
  }
  return parts;
}

/** The schemas for every item of a list, over all layers; empty when items may be anything. */
export function itemSchemas(node: Layers): unknown[] {
  const found: unknown[] = [];
  for (const { schema } of node.layers) {
    const items = own(schema, 'items');
    if (isObject(items) || typeof items === 'boolean') found.push(items);
  }
  return found;
}

function declares(node: Layers): boolean {
  return node.layers.some(({ schema }) => declaredTypes(schema) !== null);
}

function declaredTypes(schema: JsonObject): string[] | null {
  const type = own(schema, 'type');
  const list = (Array.isArray(type) ? type.slice(0, 20) : [type]).filter(
    (each): each is string => typeof each === 'string' && TYPES.includes(each),
  );
  return list.length > 0 ? [...new Set(list)] : null;
}

/** What every layer allows; if none declares a type, what the other keywords imply. Empty: anything. */
export function typesOf(node: Layers): { types: string[]; nullable: boolean } {
  let types: string[] | null = null;
  const nullable = node.layers.length > 0 && node.layers.every((layer) => layer.nullable);
  for (const layer of node.layers) {
    const declared = declaredTypes(layer.schema);
    if (declared === null) continue;
    if (layer.nullable && !declared.includes('null')) declared.push('null');
    types = types === null ? declared : intersect(types, declared);
  }
  if (types !== null) return { types, nullable: false };
  return { types: [...new Set(node.layers.flatMap(({ schema }) => guess(schema)))], nullable };
}

function intersect(a: readonly string[], b: readonly string[]): string[] {
  const both = a.filter((type) => b.includes(type) || (type === 'integer' && b.includes('number')));
  if (a.includes('number') && b.includes('integer') && !both.includes('integer')) both.push('integer');
  return both;
}

function guess(schema: JsonObject): string[] {
  const has = (...keys: string[]) => keys.some((key) => Object.hasOwn(schema, key));
  if (has('const')) return [typeOf(own(schema, 'const'))];
  const values = own(schema, 'enum');
  if (Array.isArray(values)) return [...new Set(values.slice(0, VALUES_MAX).map(typeOf))];
  if (has('properties', 'patternProperties', 'additionalProperties', 'required')) return ['object'];
  if (has('items', 'minItems', 'maxItems', 'contains')) return ['array'];
  if (has('format', 'pattern', 'minLength', 'maxLength')) return ['string'];
  if (has('minimum', 'maximum', 'multipleOf')) return ['number'];
  return [];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}

function labelFor(type: string, node: Layers, root: unknown, depth: number): string {
  if (type !== 'array') return type;
  const tuple = node.layers.map(({ schema }) => own(schema, 'items')).find(Array.isArray);
  if (tuple) return `list of ${tuple.length} fixed items`;
  const items = itemSchemas(node);
  if (items.length === 0 || depth >= ITEM_DEPTH_MAX) return 'array';
  const inner = layersOf(items, root);
  const label = typeLabel(inner, root, depth + 1);
  if (label === 'anything' || label === 'no value') return 'array';
  return label.includes(' or ') || label.includes(', ') ? `array of (${label})` : `array of ${label}`;
}

function formatList(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} or ${last}`;
}

/** Every constraint of a value in words, without repetition. */
export function constraintNotes(node: Layers): SchemaNote[] {
  const notes = new Map<string, SchemaNote>();
  for (const { schema } of node.layers) {
    for (const note of notesOf(schema)) notes.set(`${note.text}\n${note.values.join('\n')}`, note);
  }
  for (const ref of node.missing) {
    const note = { text: 'refers to a missing target:', values: [ref.slice(0, 200)], more: 0 };
    notes.set(`missing\n${ref}`, note);
  }
  return [...notes.values()];
}

function notesOf(schema: JsonObject): SchemaNote[] {
  const notes: SchemaNote[] = [];
  const say = (text: string, ...values: string[]) => notes.push({ text, values, more: 0 });
  const json = (key: string) => shortHeld({ holder: schema, key });
  const text = (key: string): string | null => {
    const value = own(schema, key);
    return typeof value === 'string' && value !== '' ? value.slice(0, 500) : null;
  };
  if (Object.hasOwn(schema, 'const')) say('always', json('const'));
  const values = own(schema, 'enum');
  if (Array.isArray(values)) {
    const shown = heldItems(values)
      .slice(0, VALUES_MAX)
      .map((value) => shortHeld(value));
    notes.push({
      text: values.length === 1 ? 'always' : 'one of',
      values: shown,
      more: values.length - shown.length,
    });
  }
  for (const key of ['format', 'pattern']) {
    const value = text(key);
    if (value !== null) say(key === 'pattern' ? 'matches' : 'format', value);
  }
  const encoding = text('contentEncoding');
  if (encoding) say('encoded as', encoding);
  const mediaType = text('contentMediaType');
  if (mediaType) say('contains', mediaType);
  for (const note of [numberRange(schema), ...sizes(schema)]) if (note) say(note);
  if (typeof own(schema, 'multipleOf') === 'number') say('multiple of', json('multipleOf'));
  if (own(schema, 'uniqueItems') === true) say('unique items');
  if (own(schema, 'readOnly') === true) say('read only');
  if (own(schema, 'writeOnly') === true) say('write only');
  if (own(schema, 'additionalProperties') === false) say('no fields besides these');
  if (own(schema, 'additionalItems') === false && Array.isArray(own(schema, 'items')))
    say('no further items');
  if (Object.hasOwn(schema, 'default')) say('default', json('default'));
  const examples = own(schema, 'examples');
  if (
    Array.isArray(examples) &&
    examples.length > 0 &&
    (examples[0] === null || typeof examples[0] !== 'object')
  ) {
    say('for example', shortHeld({ holder: examples, key: 0 }));
  }
  return notes;
}

function numberRange(schema: JsonObject): string | null {
  const parts: string[] = [];
  const say = (key: string, label: string) => {
    if (typeof own(schema, key) === 'number') parts.push(`${label} ${shortHeld({ holder: schema, key })}`);
  };
  say('minimum', 'at least');
  say('exclusiveMinimum', 'more than');
  say('maximum', 'at most');
  say('exclusiveMaximum', 'less than');
  return parts.length === 0 ? null : parts.join(', ');
}

function sizes(schema: JsonObject): (string | null)[] {
  return [
    size(schema, 'minLength', 'maxLength', 'character'),
    size(schema, 'minItems', 'maxItems', 'item'),
    size(schema, 'minProperties', 'maxProperties', 'key'),
  ];
}

function size(schema: JsonObject, minKey: string, maxKey: string, unit: string): string | null {
  const min = own(schema, minKey);
  const max = own(schema, maxKey);
  const plural = (count: number) => `${count} ${unit}${count === 1 ? '' : 's'}`;
  if (typeof min === 'number' && typeof max === 'number') {
    return min === max ? `exactly ${plural(min)}` : `${min} to ${plural(max)}`;
  }
  if (typeof min === 'number' && min > 0) return `at least ${plural(min)}`;
  return typeof max === 'number' ? `at most ${plural(max)}` : null;
}
