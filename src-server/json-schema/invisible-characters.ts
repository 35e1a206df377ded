/** Characters that look like nothing, or like a space, and that JSON allows only inside texts. */
const NAMES: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\uFEFF/, 'byte order mark'],
  [/\u00A0/, 'no-break space'],
  [/\u200B/, 'zero-width space'],
  [/\u200C|\u200D|\u2060/, 'zero-width joiner'],
  [/\u00AD/, 'soft hyphen'],
  [/[\u2028\u2029\u0085]/, 'line separator'],
  [/[\u200E\u200F\u202A-\u202E\u2066-\u2069]/, 'direction mark'],
  [/[\u1680\u2000-\u200A\u202F\u205F\u3000]/, 'special space'],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
  [/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/, 'control character'],
];
const TEXT_OR_OTHER = /"(?:[^"\\]|\\[\s\S])*"?|[^"]/gu;
/** Those that are as wide as a space separate what stands around them. */
const WIDE = /space|line/;

/** The name and the code of an invisible character, such as "no-break space (U+00A0)"; null for any other. */
export function invisibleName(char: string): string | null {
  const name = NAMES.find(([pattern]) => pattern.test(char))?.[1];
  if (name === undefined) return null;
  return `${name} (U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')})`;
}

/** JSON text without invisible characters between its tokens; its texts keep theirs. */
export function withoutInvisible(json: string): string {
  return json.replace(TEXT_OR_OTHER, (part) => {
    const name = part.startsWith('"') ? null : invisibleName(part);
    if (name === null) return part;
    return WIDE.test(name) && !name.startsWith('zero') ? ' ' : '';
  });
}
