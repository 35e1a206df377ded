import { cutText } from '../../contract/cut-text';
import {
  child,
  decodeFragment,
  fromPointer,
  isPointer,
  toPointer,
  valueAt,
} from '../../json-schema/json-pointer';
import { isObject, type JsonObject, own } from '../../json-schema/plain-json';

/** Where a reference leads, or why it leads nowhere. */
type Resolved =
  | { readonly ok: true; readonly value: unknown; readonly pointer: string }
  | { readonly ok: false; readonly reason: string };

const fail = (reason: string): Resolved => ({ ok: false, reason });
const shown = (reference: string) =>
  `"${reference.length > 120 ? `${cutText(reference, 120)}…` : reference}"`;

/**
 * Follows references inside one document. A reference to anything else is refused because of its text; nothing is ever
 * opened. Anchors and `$id`s are indexed on first need.
 */
export class LocalReferences {
  readonly #root: JsonObject;
  /** Maps plain names and absolute ids to their places; null when two places claim the same one. */
  #index: Map<string, string | null> | undefined;
  #leadsOutside = false;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  /** True once a reference to a file or a URL was requested. */
  get leadsOutside(): boolean {
    return this.#leadsOutside;
  }

  /** One step: the value a reference names. `base` is tried when the pointer leads nowhere from the root. */
  resolve(reference: unknown, base?: string): Resolved {
    if (typeof reference !== 'string') return fail('`$ref` is not a string');
    const self = own(this.#root, '$self');
    const local =
      typeof self === 'string' && self !== '' && reference.startsWith(`${self}#`)
        ? reference.slice(self.length)
        : reference;
    if (!local.startsWith('#')) return this.#byName(local, reference);
    const fragment = decodeFragment(local.slice(1));
    if (fragment === undefined) return fail(`the reference ${shown(reference)} is badly percent-encoded`);
    if (!isPointer(fragment)) return this.#byName(`#${fragment}`, reference);
    const path = fromPointer(fragment);
    const found = valueAt(this.#root, path);
    if (found.found) return { ok: true, value: found.value, pointer: toPointer(path) };
    if (base !== undefined) {
      const all = [...fromPointer(base), ...path];
      const nested = valueAt(this.#root, all);
      if (nested.found) return { ok: true, value: nested.value, pointer: toPointer(all) };
    }
    return fail(`the reference ${shown(reference)} has no target`);
  }

  /** The value at a pointer that is known to exist. */
  at(pointer: string): unknown {
    const found = valueAt(this.#root, fromPointer(pointer));
    return found.found ? found.value : undefined;
  }

  /** Follows references until something else is found (a path item, a body, a schema). */
  follow(value: unknown, pointer: string): Resolved {
    const seen = new Set<string>();
    let here = { value, pointer };
    while (isObject(here.value) && Object.hasOwn(here.value, '$ref')) {
      if (seen.has(here.pointer)) return fail('circular reference');
      seen.add(here.pointer);
      const next = this.resolve(here.value.$ref);
      if (!next.ok) return next;
      here = next;
    }
    return { ok: true, ...here };
  }

  #byName(name: string, reference: string): Resolved {
    this.#index ??= indexNames(this.#root);
    const pointer = this.#index.get(name.endsWith('#') && name.length > 1 ? name.slice(0, -1) : name);
    const found = pointer == null ? undefined : valueAt(this.#root, fromPointer(pointer));
    if (found?.found && pointer != null) return { ok: true, value: found.value, pointer };
    if (pointer === null) return fail(`the reference ${shown(reference)} is ambiguous`);
    if (reference.startsWith('#')) return fail(`the reference ${shown(reference)} has no target`);
    this.#leadsOutside = true;
    return fail(`the reference ${shown(reference)} points outside the document and is not followed`);
  }
}

/** Finds every `$id`, `$anchor` and `$dynamicAnchor` with an explicit stack. */
function indexNames(root: JsonObject): Map<string, string | null> {
  const index = new Map<string, string | null>();
  const stack: { value: object; pointer: string }[] = [{ value: root, pointer: '' }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    if (top.pointer.length > 4096) continue;
    for (const [key, value] of Object.entries(top.value)) {
      if (typeof value === 'object' && value !== null) {
        stack.push({ value, pointer: child(top.pointer, key) });
      } else if (
        typeof value === 'string' &&
        (key === '$id' || key === '$anchor' || key === '$dynamicAnchor')
      ) {
        const name = key === '$id' ? value : `#${value}`;
        const before = index.get(name);
        index.set(name, before === undefined || before === top.pointer ? top.pointer : null);
      }
    }
  }
  return index;
}
