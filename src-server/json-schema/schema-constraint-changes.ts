import { canonicalHeld } from './canonical-json';
import { exactNumber } from './exact-number';
import { type HeldValue, heldItems } from './held-value';
import { own } from './plain-json';
import type { SchemaChangeKind } from './schema-change-rules';
import type { Layers } from './schema-layers';
import { shortHeld } from './short-json';

/** One difference between the constraints of two schemas for the same value. */
interface ConstraintChange {
  readonly kind: SchemaChangeKind;
  readonly text: string;
}

/** The differences in bounds, formats, patterns, fixed values and additional keys; not in types. */
export function constraintChanges(before: Layers, after: Layers): ConstraintChange[] {
  return [
    ...valueChanges(before, after),
    ...BOUNDS.flatMap((bound) => boundChanges(bound, before, after)),
    ...['format', 'contentEncoding', 'contentMediaType'].flatMap((key) =>
      wordChanges(key, 'format-changed', before, after),
    ),
    ...wordChanges('pattern', 'constraint-changed', before, after),
    ...multipleChanges(before, after),
    ...SWITCHES.flatMap((each) => switchChanges(each, before, after)),
  ];
}

const VALUES_SHOWN = 6;

/** The values that a schema allows, by their text. Null: any. */
function fixedValues(node: Layers): ReadonlyMap<string, HeldValue> | null {
  let left: ReadonlyMap<string, HeldValue> | null = null;
  for (const { schema, nullable } of node.layers) {
    const listed = own(schema, 'enum');
    const isConst = Object.hasOwn(schema, 'const');
    if (!isConst && !Array.isArray(listed)) continue;
    const values = isConst ? [{ holder: schema, key: 'const' }] : heldItems(listed as unknown[]);
    const known = new Map(
      [...values, ...(nullable ? heldItems([null]) : [])].map((held) => [
        canonicalHeld(held) ?? shortHeld(held),
        held,
      ]),
    );
    left = both(left, known);
  }
  return left;
}

function both(left: ReadonlyMap<string, HeldValue> | null, right: ReadonlyMap<string, HeldValue>) {
  return left === null ? right : new Map([...left].filter(([text]) => right.has(text)));
}

function valueChanges(before: Layers, after: Layers): ConstraintChange[] {
  const [old, next] = [fixedValues(before), fixedValues(after)];
  if (old === null && next === null) return [];
  if (old === null) return [{ kind: 'values-fixed', text: `is now ${oneOf(next)}` }];
  if (next === null)
    return [{ kind: 'values-freed', text: `can be any value, no longer only ${oneOf(old)}` }];
  const added = new Map([...next].filter(([text]) => !old.has(text)));
  const removed = new Map([...old].filter(([text]) => !next.has(text)));
  if (added.size > 0 && removed.size === old.size && old.size > 0) {
    return [{ kind: 'values-replaced', text: `${oneOf(old)} becomes ${oneOf(next)}` }];
  }
  const found: ConstraintChange[] = [];
  if (added.size > 0) found.push({ kind: 'value-added', text: `can also be ${oneOf(added, '')}` });
  if (removed.size > 0) found.push({ kind: 'value-removed', text: `is no longer ${oneOf(removed, '')}` });
  return found;
}

function oneOf(values: ReadonlyMap<string, HeldValue> | null, word = 'one of '): string {
  const list = [...(values?.values() ?? [])];
  const shown = list.slice(0, VALUES_SHOWN).map((value) => shortHeld(value, 40));
  if (list.length > shown.length) shown.push(`${list.length - shown.length} more`);
  const last = shown.pop() ?? 'nothing';
  return shown.length === 0 ? last : `${word}${shown.join(', ')} or ${last}`;
}

/** A lower or an upper bound, and the words for it. */
interface Bound {
  readonly key: string;
  /** The keyword for the same bound, exclusive. */
  readonly exclusiveKey?: string;
  readonly isLower: boolean;
  readonly unit: string;
}

const BOUNDS: readonly Bound[] = [
  { key: 'minimum', exclusiveKey: 'exclusiveMinimum', isLower: true, unit: '' },
  { key: 'maximum', exclusiveKey: 'exclusiveMaximum', isLower: false, unit: '' },
  { key: 'minLength', isLower: true, unit: 'character' },
  { key: 'maxLength', isLower: false, unit: 'character' },
  { key: 'minItems', isLower: true, unit: 'item' },
  { key: 'maxItems', isLower: false, unit: 'item' },
  { key: 'minProperties', isLower: true, unit: 'key' },
  { key: 'maxProperties', isLower: false, unit: 'key' },
];

interface BoundValue {
  readonly at: number;
  readonly held: HeldValue;
  readonly isExclusive: boolean;
}

/** The strictest of all layers. Null: no such bound. */
function boundOf({ key, exclusiveKey, isLower, unit }: Bound, node: Layers): BoundValue | null {
  let found: BoundValue | null = null;
  for (const { schema } of node.layers) {
    for (const [keyword, isExclusive] of [[key, false] as const, [exclusiveKey, true] as const]) {
      const at = keyword === undefined ? undefined : own(schema, keyword);
      // "At least 0 items" says nothing.
      if (typeof at !== 'number' || Number.isNaN(at) || (unit !== '' && isLower && at <= 0)) continue;
      const value = { at, held: { holder: schema, key: keyword as string }, isExclusive };
      if (found === null || isStricter(value, found, isLower)) found = value;
    }
  }
  return found;
}

function isStricter(a: BoundValue, b: BoundValue, isLower: boolean): boolean {
  if (a.at === b.at) return a.isExclusive && !b.isExclusive;
  return isLower ? a.at > b.at : a.at < b.at;
}

function boundChanges(bound: Bound, before: Layers, after: Layers): ConstraintChange[] {
  const [old, next] = [boundOf(bound, before), boundOf(bound, after)];
  const describe = ({ at, held, isExclusive }: BoundValue) => {
    const comparison = isExclusive
      ? bound.isLower
        ? 'more than'
        : 'less than'
      : bound.isLower
        ? 'at least'
        : 'at most';
    return `${comparison} ${shortHeld(held)}${bound.unit && ` ${bound.unit}${at === 1 ? '' : 's'}`}`;
  };
  if (old === null)
    return next === null ? [] : [{ kind: 'constraint-tightened', text: `is now ${describe(next)}` }];
  if (next === null) return [{ kind: 'constraint-loosened', text: `is no longer ${describe(old)}` }];
  if (old.at === next.at && old.isExclusive === next.isExclusive) {
    if (exactNumber(old.held) === exactNumber(next.held)) return [];
    // Beyond what a double can distinguish.
    return [{ kind: 'constraint-changed', text: `${describe(old)} becomes ${describe(next)}` }];
  }
  const kind = isStricter(next, old, bound.isLower) ? 'constraint-tightened' : 'constraint-loosened';
  return [{ kind, text: `${describe(old)} becomes ${describe(next)}` }];
}

const LABELS: Readonly<Record<string, string>> = {
  format: 'format',
  pattern: 'pattern',
  contentEncoding: 'encoding',
  contentMediaType: 'content',
};

/** A keyword with a string value; all of its values must hold. */
function wordChanges(
  key: string,
  changed: SchemaChangeKind,
  before: Layers,
  after: Layers,
): ConstraintChange[] {
  const read = (node: Layers) => {
    const texts = node.layers.map(({ schema }) => own(schema, key));
    return [
      ...new Set(texts.filter((text): text is string => typeof text === 'string' && text !== '')),
    ].sort();
  };
  const [old, next] = [read(before), read(after)];
  const gone = old.filter((text) => !next.includes(text));
  const fresh = next.filter((text) => !old.includes(text));
  const describe = (texts: readonly string[]) => texts.map((text) => text.slice(0, 200)).join(' and ');
  if (gone.length > 0 && fresh.length > 0)
    return [{ kind: changed, text: `${LABELS[key]} ${describe(gone)} becomes ${describe(fresh)}` }];
  if (fresh.length > 0)
    return [{ kind: 'constraint-tightened', text: `now has the ${LABELS[key]} ${describe(fresh)}` }];
  if (gone.length > 0)
    return [{ kind: 'constraint-loosened', text: `no longer has the ${LABELS[key]} ${describe(gone)}` }];
  return [];
}

function multipleChanges(before: Layers, after: Layers): ConstraintChange[] {
  const read = (node: Layers) =>
    node.layers
      .flatMap(({ schema }): Multiple[] => {
        const at = own(schema, 'multipleOf');
        return typeof at === 'number' && at > 0 ? [{ at, held: { holder: schema, key: 'multipleOf' } }] : [];
      })
      .sort((a, b) => a.at - b.at);
  const exact = (all: readonly Multiple[]) => [...new Set(all.map(({ held }) => exactNumber(held)))].join();
  const describe = (all: readonly Multiple[]) =>
    [...new Set(all.map(({ held }) => shortHeld(held)))].join(' and ');
  const [old, next] = [read(before), read(after)];
  if (exact(old) === exact(next)) return [];
  if (old.length === 0)
    return [{ kind: 'constraint-tightened', text: `is now a multiple of ${describe(next)}` }];
  if (next.length === 0)
    return [{ kind: 'constraint-loosened', text: `is no longer a multiple of ${describe(old)}` }];
  const isTighter = old.every((each) => next.some(({ at }) => Number.isInteger(at / each.at)));
  const kind = isTighter ? 'constraint-tightened' : 'constraint-loosened';
  return [{ kind, text: `multiple of ${describe(old)} becomes multiple of ${describe(next)}` }];
}

interface Multiple {
  readonly at: number;
  readonly held: HeldValue;
}

/** A constraint that is either present or absent. */
interface Switch {
  readonly isOn: (node: Layers) => boolean;
  readonly on: string;
  readonly off: string;
}

const has = (key: string, value: unknown) => (node: Layers) =>
  node.layers.some(({ schema }) => own(schema, key) === value);

const SWITCHES: readonly Switch[] = [
  { isOn: has('uniqueItems', true), on: 'now has unique items', off: 'can have duplicate items' },
  { isOn: isClosed, on: 'no longer has other fields', off: 'can have other fields' },
  { isOn: has('additionalItems', false), on: 'no longer has further items', off: 'can have further items' },
];

function switchChanges({ isOn, on, off }: Switch, before: Layers, after: Layers): ConstraintChange[] {
  const [was, is] = [isOn(before), isOn(after)];
  if (was === is) return [];
  return [is ? { kind: 'constraint-tightened', text: on } : { kind: 'constraint-loosened', text: off }];
}

/** True if the schema allows no keys other than those it names. */
export function isClosed(node: Layers): boolean {
  return node.layers.some(({ schema }) => own(schema, 'additionalProperties') === false);
}
