/*
 * Flattens a Draft 7 schema into "layers": every object schema that must hold for one value, so that a viewer needs no
 * special words for `$ref`, `allOf`, a `oneOf` with one real option and "X or null". Never throws and always ends:
 * references are followed once each, and the number of layers is bounded.
 */
import { decodeFragment, fromPointer, unescapeStep, valueAt } from './json-pointer';
import { isObject, type JsonObject, own } from './plain-json';

/** One object schema that must hold. */
export interface Layer {
  readonly schema: JsonObject;
  /** True where null is accepted instead of this schema. */
  readonly nullable: boolean;
}

/** Several forms that a value may take. */
export interface VariantGroup {
  readonly keyword: 'oneOf' | 'anyOf';
  /** The options other than "null". */
  readonly options: readonly unknown[];
  /** True if null was another option. */
  readonly nullable: boolean;
}

/** Where a schema was first seen, for "same as ...". */
export interface Seen {
  readonly path: string;
  readonly label: string;
}

/** Everything known about one value of the message. */
export interface Layers {
  readonly layers: readonly Layer[];
  readonly variants: readonly VariantGroup[];
  /** True if `false` is among the schemas: no value is valid. */
  readonly never: boolean;
  /** True if a schema is neither an object nor a boolean. */
  readonly invalid: boolean;
  /** Names of the definitions that were followed, in order. */
  readonly refNames: readonly string[];
  /** References that are dangling within the document. */
  readonly missing: readonly string[];
  /** An enclosing schema that this value repeats; it is not among the layers. Null means none. */
  readonly sameAs: Seen | null;
}

/** The enclosing rows, innermost first, with the schemas that describe them. */
export interface Ancestors extends Seen {
  readonly layers: readonly Layer[];
  readonly parent: Ancestors | null;
}

const LAYERS_MAX = 100;

/** Flattens the schemas that apply to one value. `root` is the document that references point into. */
export function layersOf(
  schemas: readonly unknown[],
  root: unknown,
  ancestors: Ancestors | null = null,
): Layers {
  const layers: Layer[] = [];
  const variants: VariantGroup[] = [];
  const refNames: string[] = [];
  const missing: string[] = [];
  const visited = new Set<unknown>();
  let never = false;
  let invalid = false;
  let sameAs: Seen | null = null;
  // Depth first in document order: a stack, last pushed is next.
  const work: { schema: unknown; nullable: boolean }[] = [];
  const push = (more: readonly unknown[], nullable: boolean) => {
    for (const schema of more.slice(0, LAYERS_MAX).reverse()) work.push({ schema, nullable });
  };
  push(schemas, false);
  for (let next = work.pop(); next !== undefined && layers.length < LAYERS_MAX; next = work.pop()) {
    const { schema, nullable } = next;
    if (schema === true) continue;
    if (schema === false) never ||= !nullable;
    else if (!isObject(schema)) invalid = true;
    else if (!visited.has(schema)) {
      visited.add(schema);
      const before = seenIn(schema, ancestors);
      if (before) {
        sameAs ??= before;
        continue;
      }
      const ref = own(schema, '$ref');
      if (typeof ref === 'string') {
        // Draft 7: everything next to $ref is ignored.
        const target = resolveRef(ref, root);
        if (target === undefined) missing.push(ref);
        else {
          refNames.push(refName(ref));
          push([target.value], nullable);
        }
        continue;
      }
      layers.push({ schema, nullable });
      for (const keyword of ['oneOf', 'anyOf'] as const) {
        const group = variantGroup(keyword, own(schema, keyword));
        if (group === null) continue;
        const only = group.options.length === 1 ? group.options : null;
        if (only) push(only, nullable || group.nullable);
        else variants.push(group);
      }
      const parts = own(schema, 'allOf');
      if (Array.isArray(parts)) push(parts, nullable);
    }
  }
  return { layers, variants, never, invalid, refNames, missing, sameAs };
}

/** Adds a row to the chain of enclosing rows. */
export function enclose(parent: Ancestors | null, layers: Layers, seen: Seen): Ancestors {
  return { path: seen.path, label: seen.label, parent, layers: layers.layers };
}

function seenIn(schema: unknown, ancestors: Ancestors | null): Seen | null {
  for (let at = ancestors; at !== null; at = at.parent) {
    if (at.layers.some((layer) => layer.schema === schema)) return { path: at.path, label: at.label };
  }
  return null;
}

function variantGroup(keyword: 'oneOf' | 'anyOf', value: unknown): VariantGroup | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const options = value.filter((option) => !isNullOnly(option));
  if (options.length === 0) return { keyword, options: value.slice(0, 1), nullable: true };
  return { keyword, options, nullable: options.length < value.length };
}

function isNullOnly(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const values = own(schema, 'enum');
  return (
    own(schema, 'type') === 'null' ||
    (Object.hasOwn(schema, 'const') && schema.const === null) ||
    (Array.isArray(values) && values.length === 1 && values[0] === null)
  );
}

/** The value a reference points at, boxed; undefined when the reference is dangling in this document. */
export function resolveRef(ref: string, root: unknown): { value: unknown } | undefined {
  const hash = ref.indexOf('#');
  const base = hash < 0 ? ref : ref.slice(0, hash);
  const id = isObject(root) ? own(root, '$id') : undefined;
  const rootId = typeof id === 'string' ? (id.split('#')[0] ?? '') : '';
  const bundled = base === '' || base === rootId ? { value: root } : bundledById(root).get(base);
  if (bundled === undefined) return undefined;
  const written = hash < 0 ? '' : ref.slice(hash + 1);
  const fragment = decodeFragment(written) ?? written;
  if (fragment === '') return bundled;
  if (!fragment.startsWith('/')) return byAnchor(fragment, bundled.value);
  const target = valueAt(bundled.value, fromPointer(fragment));
  return target.found ? { value: target.value } : undefined;
}

const bundles = new WeakMap<JsonObject, ReadonlyMap<string, { value: unknown }>>();

/** Schemas among the definitions that have their own `$id`, by that id: whole documents bundled into one. */
function bundledById(root: unknown): ReadonlyMap<string, { value: unknown }> {
  if (!isObject(root)) return new Map();
  const known = bundles.get(root);
  if (known) return known;
  const found = new Map<string, { value: unknown }>();
  for (const { id, value } of namedDefinitions(root))
    if (!id.startsWith('#')) found.set(id.replace(/#$/, ''), { value });
  bundles.set(root, found);
  return found;
}

/** `$id: "#name"` inside the definitions, Draft 7's way to name a place. */
function byAnchor(name: string, root: unknown): { value: unknown } | undefined {
  return isObject(root) ? namedDefinitions(root).find(({ id }) => id === `#${name}`) : undefined;
}

/** The definitions that have an `$id`. */
function namedDefinitions(root: JsonObject): readonly { readonly id: string; readonly value: unknown }[] {
  return ['definitions', '$defs'].flatMap((keyword) => {
    const definitions = own(root, keyword);
    return Object.values(isObject(definitions) ? definitions : {}).flatMap((value) => {
      const id = isObject(value) ? own(value, '$id') : undefined;
      return typeof id === 'string' ? [{ id, value }] : [];
    });
  });
}

/** The last segment of a reference: the definition's name. */
export function refName(ref: string): string {
  const last = (decodeFragment(ref) ?? ref).split('/').at(-1) ?? ref;
  return unescapeStep(last).replace(/^#/, '');
}
