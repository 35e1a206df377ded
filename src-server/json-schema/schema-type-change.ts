import { own } from './plain-json';
import { typesOf } from './schema-labels';
import { type Layers, layersOf } from './schema-layers';

/** How deep nested options are searched for their types. */
const DEPTH_MAX = 4;
const OPTIONS_MAX = 200;
/** Keywords that determine the types. */
const FIXING = ['type', 'const', 'enum'];

/**
 * How the possible types of a value change; `typeWords` are the words for them. Null: they stay. `replaced`: the value
 * has nothing in common with the earlier one, so nothing else about it can be compared.
 */
export function typeChange(
  before: Layers,
  after: Layers,
  roots: { readonly before: unknown; readonly after: unknown },
): 'narrowed' | 'widened' | 'replaced' | null {
  const [old, next] = [typeSet(before, roots.before), typeSet(after, roots.after)];
  if (old === null || next === null) {
    if (old === next) return null;
    return old === null ? 'narrowed' : 'widened';
  }
  const within = (types: ReadonlySet<string>, others: ReadonlySet<string>) =>
    [...types].every((type) => others.has(type) || (type === 'integer' && others.has('number')));
  const [fewer, more] = [within(next, old), within(old, next)];
  if (fewer && more) return null;
  if (fewer) return next.size === 0 ? 'replaced' : 'narrowed';
  if (more) return 'widened';
  const values = [...next].filter((type) => type !== 'null');
  const known = values.some(
    (type) =>
      old.has(type) || (type === 'integer' && old.has('number')) || (type === 'number' && old.has('integer')),
  );
  return known ? 'widened' : 'replaced';
}

/** The possible types of a value, including `null`. Null: any. Empty: no value is valid. */
function typeSet(node: Layers, root: unknown, depth = 0): ReadonlySet<string> | null {
  if (node.never) return new Set();
  const { types: stated, nullable } = typesOf(node);
  // What other keywords imply is no promise: `minimum` alone allows every string.
  const types = node.layers.some(({ schema }) => FIXING.some((key) => own(schema, key) !== undefined))
    ? stated
    : [];
  const isOpen = node.variants.length > 0 && node.variants.every((group) => group.nullable);
  const isNullable = nullable || isOpen;
  if (types.length > 0) return new Set(isNullable ? [...types, 'null'] : types);
  const [group] = node.variants;
  if (!group || depth >= DEPTH_MAX) return null;
  const all = new Set<string>(isNullable ? ['null'] : []);
  for (const option of group.options.slice(0, OPTIONS_MAX)) {
    const set = typeSet(layersOf([option], root), root, depth + 1);
    if (set === null) return null;
    for (const type of set) all.add(type);
  }
  return all;
}
