import { migrations } from '../sqlite/migrate';
import { Connection } from '../sqlite/sqlite-connection';

/** A column as it is copied. */
export interface MovedColumn {
  readonly name: string;
  /** `bytes`: it can hold any text at all, NUL included, or no text. `place`: the order in which rows were inserted. */
  readonly kind: 'text' | 'integer' | 'bytes' | 'place';
  /** It holds text in SQLite, although it is copied as bytes. */
  readonly isTextInSqlite: boolean;
}

/** A table as it is copied. */
export interface MovedTable {
  readonly name: string;
  readonly columns: readonly MovedColumn[];
  /** The columns that say in which order its rows are read; no two rows have the same values in them. */
  readonly key: readonly string[];
  /** The column that the engine counts up. Null: there is none. */
  readonly numbered: string | null;
}

/** Columns of text in SQLite that are bytes in PostgreSQL. A test holds this against both schemas. */
export const BYTES_IN_POSTGRES: ReadonlySet<string> = new Set(['message.payload', 'attempt.response']);
/** Tables whose rows have a number in SQLite, and in PostgreSQL the column `place`. Held by the same test. */
export const IN_ORDER_OF_PLACE: ReadonlySet<string> = new Set(['old_secret', 'sync_receipt_item']);

interface ColumnRow {
  readonly name: string;
  readonly type: string;
  readonly pk: number;
}

/**
 * All tables of an installation, each after those that it refers to. They are read from the schema that the migrations of
 * SQLite make, so that a new table is copied without anybody thinking of it. That PostgreSQL has the same ones is tested.
 */
export async function describeTables(): Promise<readonly MovedTable[]> {
  const connection = await Connection.open(':memory:', 'create');
  try {
    for (const { sql } of migrations) await connection.exec(sql);
    const found = await connection.all<{ name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    );
    const described = new Map<string, MovedTable>();
    const references = new Map<string, readonly string[]>();
    for (const { name, sql } of found) {
      const columns = await connection.all<ColumnRow>('SELECT name, type, pk FROM pragma_table_info(?)', [
        name,
      ]);
      described.set(name, describe(name, columns, /\bAUTOINCREMENT\b/.test(sql)));
      const keys = await connection.all<{ table: string }>('SELECT "table" FROM pragma_foreign_key_list(?)', [
        name,
      ]);
      references.set(
        name,
        keys.map((key) => key.table),
      );
    }
    return inOrderOfReferences(described, references);
  } finally {
    await connection.close();
  }
}

function describe(table: string, found: readonly ColumnRow[], countsUp: boolean): MovedTable {
  const hasPlace = IN_ORDER_OF_PLACE.has(table);
  const columns = found.map(({ name, type }): MovedColumn => {
    const isBytes = type === 'BLOB' || BYTES_IN_POSTGRES.has(`${table}.${name}`);
    const kind = isBytes ? 'bytes' : type === 'TEXT' ? 'text' : 'integer';
    return { name, kind, isTextInSqlite: type === 'TEXT' };
  });
  const primary = found.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
  return {
    name: table,
    columns: hasPlace ? [...columns, { name: 'place', kind: 'place', isTextInSqlite: false }] : columns,
    key: hasPlace ? ['place'] : primary.map(({ name }) => name),
    numbered: countsUp ? (primary[0]?.name ?? null) : hasPlace ? 'place' : null,
  };
}

function inOrderOfReferences(
  tables: ReadonlyMap<string, MovedTable>,
  references: ReadonlyMap<string, readonly string[]>,
): readonly MovedTable[] {
  const ordered = new Set<MovedTable>();
  const add = (name: string) => {
    const table = tables.get(name);
    if (!table || ordered.has(table)) return;
    for (const other of references.get(name) ?? []) if (other !== name) add(other);
    ordered.add(table);
  };
  for (const name of tables.keys()) add(name);
  return [...ordered];
}
