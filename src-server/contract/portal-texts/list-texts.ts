/** A table of texts, at any depth. */
export interface TextTable {
  readonly [name: string]: string | TextTable;
}

/** The texts of a table by their paths, in its order: `endpoints.sum` and its text. */
export function listTexts(texts: TextTable, prefix = ''): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([name, text]) =>
      typeof text === 'string' ? [[prefix + name, text] as const] : [...listTexts(text, `${prefix}${name}.`)],
    ),
  );
}
