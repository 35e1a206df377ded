/** Statements of one migration, in order. */
export interface Migration {
  /** 1 for the first of an engine's folder, or where that begins; no gaps. */
  readonly version: number;
  readonly sql: string;
}

/** @param files the text of each file, by a path whose name begins with its number */
export function migrationsOf(files: Readonly<Record<string, string>>): readonly Migration[] {
  return Object.entries(files)
    .map(([path, sql]) => ({ version: Number(/(\d+)[^/]*$/.exec(path)?.[1]), sql }))
    .sort((a, b) => a.version - b.version);
}
