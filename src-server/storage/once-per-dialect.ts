import type { Dialect } from './dialect';

/**
 * Statements whose text depends on the dialect, written once for each that is used. For functions that are given only a
 * transaction; the text of a statement also identifies its prepared form, so it must not be made anew.
 */
export function oncePerDialect<T>(write: (dialect: Dialect) => T): (dialect: Dialect) => T {
  const written = new Map<Dialect, T>();
  return (dialect) => {
    const known = written.get(dialect);
    if (known !== undefined) return known;
    const statements = write(dialect);
    written.set(dialect, statements);
    return statements;
  };
}
