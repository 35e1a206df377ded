/**
 * The regular expression of a `pattern`, as JSON Schema means it: ECMA-262, with the flag `u` where that accepts it, and
 * otherwise without (`^\d{4}\-\d{2}$`, `^a{,3}$` and `^]$` are common). Null: none in either form, such as `(?i)x`, or
 * the `\A` of other languages, which ECMA-262 without the flag would take for the letter A. Only read here, not run: the
 * pattern of a stranger may never end.
 */
export function ecmaExpression(pattern: string): RegExp | null {
  // First without needless escapes: without the flag, `\p{Lu}` would mean something else.
  const known = compiled(pattern, 'u') ?? compiled(withoutNeedlessEscapes(pattern), 'u');
  return known ?? (FOREIGN_ESCAPE.test(pattern) ? null : compiled(pattern, ''));
}

/** An escape that ECMA-262 knows only with the flag `u`, or that other languages use. Pairs of backslashes are none. */
const FOREIGN_ESCAPE = /(?<!\\)(?:\\\\)*\\(?:[aeghijlmoqyzACEFGHIJKLMNOPQRTUVXYZp]|u\{)/;

function compiled(pattern: string, flags: string): RegExp | null {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return null;
  }
}

/** A backslash before a character that has no meaning of its own says nothing, but the flag `u` refuses it. */
function withoutNeedlessEscapes(pattern: string): string {
  let isInClass = false;
  return pattern.replace(/\\[\s\S]|[[\]]/g, (part) => {
    if (part === '[') isInClass = true;
    else if (part === ']') isInClass = false;
    return /^\\[\s!"#%&',:;<=>@_`~]$/.test(part) || (part === '\\-' && !isInClass) ? part.slice(1) : part;
  });
}
