/*
 * Simplifies Draft 7 references. A schema may name its parts by `$id` and refer to them by URI; validator, sampler and
 * viewer need only JSON pointers from its root. Nothing is fetched: a URI counts when the schema itself has it as an
 * `$id`, or when it is that of the Draft 7 meta-schema, which is included.
 *
 * According to Draft 7: an `$id` changes the base, everything next to a `$ref` is ignored (even an `$id`), and the
 * contents of unknown keywords and of values are not schemas, unless a reference leads there.
 */
import {
  child,
  decodeFragment,
  fromPointer,
  isPointer,
  toFragment,
  valueAt,
} from '../../json-schema/json-pointer';
import { keepNumbers } from '../../json-schema/ordered-json';
import { isObject, type JsonObject, own } from '../../json-schema/plain-json';
import { partOfKeyword } from '../../json-schema/schema-parts';
import { draft7MetaSchema } from './schema-check';

const META_SCHEMA = 'http://json-schema.org/draft-07/schema';
/** The base of a schema that has none of its own. */
const NO_BASE = 'schema://root/';

interface Place {
  readonly value: unknown;
  readonly pointer: string;
  readonly base: string;
}

/**
 * The schema with every resolvable reference as a pointer (`#/definitions/x`), and without the `$id`s. The same object
 * when there is nothing to change. Unresolvable references are unchanged.
 */
export function withPointerReferences(root: JsonObject): JsonObject {
  const index = new ReferenceIndex(root);
  if (!index.needsMetaSchema) return index.rewritten();
  const definitions = own(root, 'definitions');
  const known = isObject(definitions) ? definitions : {};
  let name = 'draft-07-schema';
  while (Object.hasOwn(known, name)) name = `${name}_`;
  const extended = keepNumbers({ ...root, definitions: { ...known, [name]: draft7MetaSchema() } }, root);
  return new ReferenceIndex(extended).rewritten();
}

class ReferenceIndex {
  readonly #root: JsonObject;
  /** Every object that counts as a schema. */
  readonly #schemas = new Set<object>();
  /** Maps URIs (with a name as fragment, or none) to their places. */
  readonly #pointers = new Map<string, Place>();
  readonly #found: { readonly node: JsonObject; readonly base: string }[] = [];
  /** Maps nodes with a reference to its new form. */
  readonly #targets = new Map<object, string>();
  #hasIds = false;
  needsMetaSchema = false;

  constructor(root: JsonObject) {
    this.#root = root;
    this.#pointers.set(NO_BASE, { value: root, pointer: '', base: NO_BASE });
    this.#visit({ value: root, pointer: '', base: NO_BASE });
    // Resolving may reach places that did not look like schemas; they have references too.
    for (let next = this.#found.pop(); next !== undefined; next = this.#found.pop()) {
      const target = this.#resolve(String(next.node.$ref), next.base);
      const fragment = target === undefined ? undefined : toFragment(target.pointer);
      if (target === undefined || fragment === undefined) continue;
      this.#targets.set(next.node, fragment);
      this.#visit(target);
    }
  }

  /** Walks a schema and everything below it, with an explicit stack. */
  #visit(start: Place): void {
    const stack: Place[] = [start];
    for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
      const { value, pointer } = place;
      if (!isObject(value) || this.#schemas.has(value)) continue;
      this.#schemas.add(value);
      const isReference = typeof own(value, '$ref') === 'string';
      const base = isReference && pointer !== '' ? place.base : this.#enter(value, place);
      if (isReference) this.#found.push({ node: value, base });
      // Backwards, so that the first in the document is the next from the stack.
      for (const below of subschemas(value, pointer).reverse()) stack.push({ ...below, base });
    }
  }

  /** Records the `$id` of a schema. @returns the base of what is below */
  #enter(node: JsonObject, { pointer, base }: Place): string {
    const id = own(node, '$id');
    const address = typeof id === 'string' ? addressOf(id, base) : undefined;
    if (address === undefined) return base;
    this.#hasIds = true;
    const [resource = '', name = ''] = address.split('#');
    const remember = (key: string, at: string) => {
      if (!this.#pointers.has(key)) this.#pointers.set(key, { value: node, pointer, base: at });
    };
    const isOnlyName = typeof id === 'string' && id.startsWith('#');
    if (!isOnlyName) remember(resource, resource);
    if (name !== '') remember(`${resource}#${name}`, resource);
    return isOnlyName ? base : resource;
  }

  #resolve(reference: string, base: string): Place | undefined {
    const address = addressOf(reference, base);
    if (address === undefined) return undefined;
    const [resource = '', ...rest] = address.split('#');
    const fragment = decodeFragment(rest.join('#'));
    const place = this.#pointers.get(resource);
    if (place === undefined && resource === META_SCHEMA) this.needsMetaSchema = true;
    if (fragment === undefined) return undefined;
    if (!isPointer(fragment)) return this.#pointers.get(`${resource}#${fragment}`);
    if (place === undefined) return undefined;
    const path = fromPointer(fragment);
    const found = valueAt(place.value, path);
    return found.found
      ? { value: found.value, pointer: child(place.pointer, ...path), base: place.base }
      : undefined;
  }

  rewritten(): JsonObject {
    const isPlain = [...this.#targets].every(([node, target]) => (node as JsonObject).$ref === target);
    return isPlain && !this.#hasIds ? this.#root : (this.#copy(this.#root) as JsonObject);
  }

  /** Called only below what is nested no deeper than a stored schema may be. */
  #copy(value: unknown): unknown {
    if (Array.isArray(value))
      return keepNumbers(
        value.map((item) => this.#copy(item)),
        value,
      );
    if (!isObject(value)) return value;
    const isSchema = this.#schemas.has(value);
    const target = this.#targets.get(value);
    const kept = Object.entries(value).filter(([key]) => !isSchema || key !== '$id');
    const copied = kept.map(([key, item]) => [
      key,
      key === '$ref' && target !== undefined ? target : this.#copy(item),
    ]);
    return keepNumbers(Object.fromEntries(copied) as JsonObject, value);
  }
}

/** The schemas directly below a schema, in document order. */
function subschemas(node: JsonObject, pointer: string): Omit<Place, 'base'>[] {
  const found: Omit<Place, 'base'>[] = [];
  for (const [key, value] of Object.entries(node)) {
    const at = child(pointer, key);
    const part = partOfKeyword(key);
    if ((part === 'items' || part === 'branches') && Array.isArray(value)) {
      found.push(...value.map((item, index) => ({ value: item as unknown, pointer: child(at, index) })));
    } else if ((part === 'map' || part === 'dependencies') && isObject(value)) {
      for (const [name, item] of Object.entries(value)) found.push({ value: item, pointer: child(at, name) });
    } else if (part === 'schema' || part === 'items') found.push({ value, pointer: at });
  }
  return found;
}

/** The full URI of a reference; undefined when it is invalid. An empty fragment counts as none. */
function addressOf(reference: string, base: string): string | undefined {
  try {
    return new URL(reference, base).href.replace(/#$/, '');
  } catch {
    return undefined;
  }
}
