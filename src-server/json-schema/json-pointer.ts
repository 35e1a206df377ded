/** JSON pointers (RFC 6901) as they are written in `$ref` and in our messages. */

/** Adds steps to a pointer: `child('/webhooks', 'a/b', 'post')` is `/webhooks/a~1b/post`. */
export function child(pointer: string, ...tokens: readonly (string | number)[]): string {
  let result = pointer;
  for (const token of tokens) {
    const text = String(token);
    result += `/${/[~/]/.test(text) ? text.replaceAll('~', '~0').replaceAll('/', '~1') : text}`;
  }
  return result;
}

/** The steps of a pointer (without `#`); undefined when it is none. */
export function pointerTokens(pointer: string): readonly string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Percent-decodes the fragment of a reference; undefined when it is badly encoded. */
export function decodeFragment(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

/** A pointer as the fragment of a reference (`#/a%20b`); undefined when it holds half a surrogate pair. */
export function toFragment(pointer: string): string | undefined {
  return /\p{Surrogate}/u.test(pointer) ? undefined : `#${encodeURI(pointer).replaceAll('#', '%23')}`;
}

/** The value at the end of the steps, own members only; `{ found: false }` when a step leads nowhere. */
export function valueAt(
  root: unknown,
  tokens: readonly string[],
): { readonly found: true; readonly value: unknown } | { readonly found: false } {
  let value = root;
  for (const token of tokens) {
    if (Array.isArray(value)) {
      if (!/^(0|[1-9]\d{0,9})$/.test(token) || Number(token) >= value.length) return { found: false };
      value = value[Number(token)];
    } else if (typeof value === 'object' && value !== null && Object.hasOwn(value, token)) {
      value = (value as Record<string, unknown>)[token];
    } else {
      return { found: false };
    }
  }
  return { found: true, value };
}
