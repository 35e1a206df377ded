import { isObject, own } from './plain-json';
import { optionNames } from './schema-children';
import { simpleUnion, typeLabel } from './schema-labels';
import { type Layers, layersOf } from './schema-layers';

/** Further options of one choice are not distinguished. */
const OPTIONS_MAX = 200;
/** The share of their fields that two options must have in common to count as one changed option, from 0 to 1. */
const ALIKE = 0.5;

/** What became of the options of a choice. */
interface OptionMatches {
  readonly pairs: readonly { readonly before: unknown; readonly after: unknown; readonly name: string }[];
  /** Names of the new ones, in words. */
  readonly added: readonly string[];
  /** Names of the removed ones, in words. */
  readonly removed: readonly string[];
}

interface Option {
  readonly schema: unknown;
  readonly name: string;
  readonly label: string;
  readonly fields: ReadonlySet<string>;
}

/**
 * Finds each option again: by its content, otherwise by its name, otherwise by its fields. Their order is ignored.
 * @param textOf a text that is equal for equal options; null: not known
 */
export function matchOptions(
  before: readonly unknown[],
  after: readonly unknown[],
  roots: { readonly before: unknown; readonly after: unknown },
  textOf: (schema: unknown) => string | null,
): OptionMatches {
  const left = describeOptions(before, roots.before);
  const fresh = describeOptions(after, roots.after);
  const pairs: [Option, Option][] = [];
  const pairUp = (isMatch: (old: Option, next: Option) => boolean) => {
    for (const old of [...left]) {
      const index = fresh.findIndex((next) => isMatch(old, next));
      if (index < 0) continue;
      pairs.push([old, ...(fresh.splice(index, 1) as [Option])]);
      left.splice(left.indexOf(old), 1);
    }
  };
  const texts = new Map([...left, ...fresh].map((each) => [each, textOf(each.schema)]));
  pairUp((old, next) => texts.get(old) !== null && texts.get(old) === texts.get(next));
  pairUp((old, next) => old.name !== '' && old.name === next.name);
  pairUp((old, next) => likeness(old.fields, next.fields) >= ALIKE);
  pairUp((old, next) => old.fields.size + next.fields.size === 0 && old.label === next.label);
  return {
    pairs: pairs.map(([{ schema }, two]) => ({ before: schema, after: two.schema, name: two.label })),
    added: fresh.map(({ label }) => label),
    removed: left.map(({ label }) => label),
  };
}

/**
 * A value with one choice, as if the option most similar to `model` were the only one.
 * @returns that value, and the names of the other options
 */
export function withOnlyChoice(
  node: Layers,
  model: Layers,
  root: unknown,
): { readonly node: Layers; readonly others: readonly string[] } {
  const group = node.variants.find(({ options }) => simpleUnion(options) === null);
  const options = describeOptions(group?.options ?? [], root);
  const fields = fieldsOf(model);
  const base = fieldsOf(node);
  const scores = options.map((option) => likeness(new Set([...base, ...option.fields]), fields));
  const best = options[scores.indexOf(Math.max(...scores))];
  if (!group || !best) return { node: { ...node, variants: [] }, others: [] };
  const chosen = layersOf([best.schema], root);
  const isNullable = (nullable: boolean) => nullable || group.nullable;
  return {
    node: {
      ...node,
      layers: [
        ...node.layers,
        ...chosen.layers.map(({ schema, nullable }) => ({ schema, nullable: isNullable(nullable) })),
      ],
      variants: [...node.variants.filter((each) => each !== group), ...chosen.variants],
      never: node.never || chosen.never,
      missing: [...node.missing, ...chosen.missing],
    },
    others: options.filter((option) => option !== best).map(({ label }) => label),
  };
}

function describeOptions(options: readonly unknown[], root: unknown): Option[] {
  const some = options.slice(0, OPTIONS_MAX);
  const names = optionNames(some, root);
  return some.map((schema, index) => {
    const name = names[index]?.label ?? '';
    const node = layersOf([schema], root);
    return { schema, name, label: name || typeLabel(node, root), fields: fieldsOf(node) };
  });
}

function fieldsOf(node: Layers): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { schema } of node.layers) {
    const map = own(schema, 'properties');
    if (!isObject(map)) continue;
    for (const key in map) {
      if (names.size >= OPTIONS_MAX) return names;
      if (Object.hasOwn(map, key)) names.add(key);
    }
  }
  return names;
}

/** The share of all their fields that both have; 0 if there are no fields. */
function likeness(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  if (left.size + right.size === 0) return 0;
  const both = [...left].filter((field) => right.has(field)).length;
  return both / (left.size + right.size - both);
}
