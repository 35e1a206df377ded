import { type HeldValue, heldItems, heldValue } from './held-value';
import { orderedKeys } from './ordered-json';
import { isObject, type JsonObject, own } from './plain-json';
import { simpleUnion } from './schema-labels';
import { type Layers, layersOf, type VariantGroup } from './schema-layers';
import { shortHeld } from './short-json';

export type RowKind =
  | 'root'
  | 'property'
  | 'pattern'
  | 'other-keys'
  | 'key-names'
  | 'item'
  | 'further-items'
  | 'contains'
  | 'variant'
  | 'condition'
  | 'not';

/** A row below another, before it is described. */
export interface ChildDraft {
  readonly kind: RowKind;
  readonly label: string;
  /** What it adds to the path. */
  readonly step: string;
  readonly required: boolean;
  /** All of them apply. */
  readonly schemas: readonly unknown[];
  /** What distinguishes a variant from its siblings, as short as possible: "card". Absent for every other kind. */
  readonly name?: string;
}

/** Keys examined in one row; more is always hostile. */
const KEYS_MAX = 50_000;

/** The rows below a value: its keys, its items, and its possible variants. */
export function childDrafts(node: Layers, root: unknown): ChildDraft[] {
  return [
    ...properties(node),
    ...patterns(node),
    ...merged(node, 'additionalProperties', 'other-keys', 'every other key', '(other)'),
    ...merged(node, 'propertyNames', 'key-names', 'every key itself', '(names)'),
    ...tupleItems(node),
    ...merged(node, 'contains', 'contains', 'at least one item', '[contains]'),
    ...node.variants.flatMap((group, index) =>
      variants(group, node.variants.length > 1 ? index + 1 : 0, root),
    ),
    ...node.layers.flatMap(({ schema }) => conditions(schema)),
    ...merged(node, 'not', 'not', 'must not be', '(not)'),
  ];
}

function properties(node: Layers): ChildDraft[] {
  const byKey = new Map<string, unknown[]>();
  const required = new Set<string>();
  const add = (key: string, schemas: readonly unknown[]) => {
    const known = byKey.get(key);
    if (known) known.push(...schemas);
    else if (byKey.size < KEYS_MAX) byKey.set(key, [...schemas]);
  };
  for (const { schema } of node.layers) {
    const map = own(schema, 'properties');
    if (isObject(map)) for (const key of orderedKeys(map)) add(key, [map[key]]);
  }
  for (const { schema } of node.layers) {
    const names = own(schema, 'required');
    if (!Array.isArray(names)) continue;
    for (const name of names.slice(0, KEYS_MAX)) {
      if (typeof name !== 'string') continue;
      required.add(name);
      add(name, []);
    }
  }
  return [...byKey].map(([key, schemas]) => ({
    kind: 'property',
    label: key,
    step: pathStep(key),
    required: required.has(key),
    schemas,
  }));
}

/** A key as a step of a path: letters, digits, `_`, `$` and `-` stay; every other character becomes its number. */
function pathStep(key: string): string {
  if (key === '') return '~empty~';
  return key.slice(0, 500).replace(/[^\p{L}\p{N}_$-]/gu, (sign) => `~${sign.codePointAt(0)?.toString(16)}~`);
}

function patterns(node: Layers): ChildDraft[] {
  return node.layers.flatMap(({ schema }) => {
    const map = own(schema, 'patternProperties');
    if (!isObject(map)) return [];
    return orderedKeys(map).map((pattern) => ({
      kind: 'pattern' as const,
      label: pattern,
      step: `(keys.${pathStep(pattern)})`,
      required: false,
      schemas: [map[pattern]],
    }));
  });
}

/** One row for a keyword that contains one schema, over all layers that have one worth showing. */
function merged(node: Layers, keyword: string, kind: RowKind, label: string, step: string): ChildDraft[] {
  const schemas = node.layers
    .map(({ schema }) => own(schema, keyword))
    .filter((value) => isObject(value) && Object.keys(value).length > 0);
  return schemas.length > 0 ? [{ kind, label, step, required: false, schemas }] : [];
}

/** Items by position. Several layers may each constrain one position: all of them apply. */
function tupleItems(node: Layers): ChildDraft[] {
  const byIndex: unknown[][] = [];
  const further: unknown[] = [];
  for (const { schema } of node.layers) {
    const items = own(schema, 'items');
    if (!Array.isArray(items)) continue;
    for (const [index, item] of items.slice(0, KEYS_MAX).entries()) {
      byIndex[index] = [...(byIndex[index] ?? []), item];
    }
    const rest = own(schema, 'additionalItems');
    if (isObject(rest)) further.push(rest);
  }
  const drafts = byIndex.map((schemas, index): ChildDraft => {
    const title = schemas.map((schema) => titleOf(schema)).find((text) => text !== '');
    const label = `item ${index + 1}${title ? `, ${title}` : ''}`;
    return { kind: 'item', label, step: `[${index}]`, required: false, schemas };
  });
  if (further.length === 0) return drafts;
  const label = 'further items';
  return [...drafts, { kind: 'further-items', label, step: '[more]', required: false, schemas: further }];
}

/** "" without one. */
function titleOf(schema: unknown): string {
  const title = isObject(schema) ? own(schema, 'title') : undefined;
  return typeof title === 'string' ? title.trim().slice(0, 200) : '';
}

function variants(group: VariantGroup, choice: number, root: unknown): ChildDraft[] {
  if (simpleUnion(group.options)) return [];
  const options = group.options.slice(0, KEYS_MAX);
  const names = optionNames(options, root);
  return options.map((schema, index) => {
    const { label = '', short = '' } = names[index] ?? {};
    const number = choice === 0 ? `Option ${index + 1}` : `Choice ${choice}, option ${index + 1}`;
    return {
      kind: 'variant',
      label: label ? `${number}: ${label}` : number,
      name: short || number,
      step: `(${group.keyword}${choice > 1 ? choice : ''}.${index + 1})`,
      required: false,
      schemas: [schema],
    };
  });
}

/**
 * What distinguishes the options of a choice, in words and in short; "" for one without a name, such as the 101st and
 * later ones.
 */
export function optionNames(
  options: readonly unknown[],
  root: unknown,
): { readonly label: string; readonly short: string }[] {
  const nodes = options.slice(0, 100).map((option) => layersOf([option], root));
  const key = distinguishingKey(nodes);
  return options.map((_option, index) => {
    const node = nodes[index];
    const name = node ? nameOf(node) : '';
    const held = node && key !== null ? fixedValues(node).get(key) : undefined;
    const value = held && heldValue(held);
    const hint = held === undefined ? '' : `${key} is ${shortHeld(held, 60)}`;
    return {
      label: name && hint ? `${name} (${hint})` : name || hint,
      short: name || (typeof value === 'string' && value.slice(0, 60)) || hint,
    };
  });
}

/** The title, otherwise the definition's name. */
function nameOf(node: Layers): string {
  for (const { schema } of node.layers) {
    const title = titleOf(schema);
    if (title !== '') return title;
  }
  return node.refNames[0] ?? '';
}

/** The first key with a fixed, distinct value in every option: it distinguishes them. */
function distinguishingKey(nodes: readonly Layers[]): string | null {
  if (nodes.length < 2) return null;
  const values = nodes.map(fixedValues);
  for (const key of values[0]?.keys() ?? []) {
    const texts = new Set(values.map((map) => map.get(key)).map((held) => held && shortHeld(held)));
    if (texts.size === nodes.length && !texts.has(undefined)) return key;
  }
  return null;
}

/** Keys that allow only one value, with that value. */
function fixedValues(node: Layers): Map<string, HeldValue> {
  const fixed = new Map<string, HeldValue>();
  for (const { schema } of node.layers) {
    const map = own(schema, 'properties');
    if (!isObject(map)) continue;
    for (const key of Object.keys(map).slice(0, 200)) {
      const value = fixedValue(map[key]);
      if (value) fixed.set(key, value);
    }
  }
  return fixed;
}

function fixedValue(schema: unknown): HeldValue | null {
  if (!isObject(schema) || Object.hasOwn(schema, '$ref')) return null;
  if (Object.hasOwn(schema, 'const')) return { holder: schema, key: 'const' };
  const values = own(schema, 'enum');
  return Array.isArray(values) && values.length === 1 ? { holder: values, key: 0 } : null;
}

function conditions(schema: JsonObject): ChildDraft[] {
  const drafts: ChildDraft[] = [];
  const add = (label: string, step: string, part: unknown) =>
    drafts.push({ kind: 'condition', label, step, required: false, schemas: [part] });
  const test = own(schema, 'if');
  const [then, otherwise] = [own(schema, 'then'), own(schema, 'else')];
  const worth = (part: unknown) => part === false || (isObject(part) && Object.keys(part).length > 0);
  if (test !== undefined && (worth(then) || worth(otherwise))) {
    const label = conditionLabel(test);
    if (label === null) add('If this fits', '(if)', test);
    if (worth(then)) add(label === null ? 'then' : `If ${label}`, '(then)', then);
    if (worth(otherwise)) add('otherwise', '(else)', otherwise);
  }
  const dependencies = own(schema, 'dependencies');
  if (isObject(dependencies)) {
    for (const key of orderedKeys(dependencies)) {
      const needed = dependencies[key];
      if (Array.isArray(needed) ? needed.length === 0 : !worth(needed)) continue;
      const part = Array.isArray(needed) ? { required: needed } : needed;
      add(`If ${key} is present`, `(with.${pathStep(key)})`, part);
    }
  }
  return drafts;
}

/** "type is "card"" for a condition that only compares keys with fixed values; null for any other. */
function conditionLabel(test: unknown): string | null {
  if (!isObject(test)) return null;
  const map = own(test, 'properties');
  if (!isObject(map) || Object.keys(test).some((key) => !['properties', 'required', 'type'].includes(key))) {
    return null;
  }
  const parts: string[] = [];
  for (const key of Object.keys(map).slice(0, 4)) {
    const schema = map[key];
    const fixed = fixedValue(schema);
    const values = isObject(schema) ? own(schema, 'enum') : undefined;
    if (fixed) parts.push(`${key} is ${shortHeld(fixed, 60)}`);
    else if (Array.isArray(values) && values.length > 0) {
      parts.push(
        `${key} is ${heldItems(values)
          .slice(0, 6)
          .map((value) => shortHeld(value, 40))
          .join(' or ')}`,
      );
    } else return null;
  }
  return parts.length > 0 && Object.keys(map).length <= 4 ? parts.join(' and ') : null;
}
