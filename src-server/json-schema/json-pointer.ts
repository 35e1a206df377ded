/** JSON pointers (RFC 6901) as written in `$ref` and in our messages. */

/** The steps from the root of a document to a place in it: keys, and indexes of lists as text. */
export type Path = readonly string[];

/** The pointer of a path; that of the root is "". */
export function toPointer(path: readonly (string | number)[]): string {
  return child('', ...path);
}

/** Adds steps to a pointer: `child('/webhooks', 'a/b', 'post')` is `/webhooks/a~1b/post`. */
export function child(pointer: string, ...steps: readonly (string | number)[]): string {
  let result = pointer;
  for (const step of steps) {
    const text = String(step);
    result += `/${/[~/]/.test(text) ? text.replaceAll('~', '~0').replaceAll('/', '~1') : text}`;
  }
  return result;
}

/** The path of a pointer (without `#`); empty for a text that is not a pointer. */
export function fromPointer(pointer: string): Path {
  return pointer.startsWith('/') ? pointer.slice(1).split('/').map(unescapeStep) : [];
}

/** True for a text that is a pointer; a fragment may be a name instead. */
export function isPointer(text: string): boolean {
  return text === '' || text.startsWith('/');
}

/** One step, unescaped, as it is named in the document. */
export function unescapeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Percent-decodes the fragment of a reference; undefined when it is badly encoded. */
export function decodeFragment(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

/** A pointer as the fragment of a reference (`#/a%20b`); undefined when it contains half a surrogate pair. */
export function toFragment(pointer: string): string | undefined {
  return /\p{Surrogate}/u.test(pointer) ? undefined : `#${encodeURI(pointer).replaceAll('#', '%23')}`;
}

/** The position that a step means in a list; undefined when it is not an index. */
export function listIndex(step: string): number | undefined {
  return /^(0|[1-9]\d{0,9})$/.test(step) ? Number(step) : undefined;
}

/** The value at the end of a path, own members only; `{ found: false }` when a step leads nowhere. */
export function valueAt(
  root: unknown,
  path: Path,
): { readonly found: true; readonly value: unknown } | { readonly found: false } {
  let value = root;
  for (const step of path) {
    if (Array.isArray(value)) {
      const index = listIndex(step);
      if (index === undefined || index >= value.length) return { found: false };
      value = value[index];
    } else if (typeof value === 'object' && value !== null && Object.hasOwn(value, step)) {
      value = (value as Record<string, unknown>)[step];
    } else {
      return { found: false };
    }
  }
  return { found: true, value };
}
