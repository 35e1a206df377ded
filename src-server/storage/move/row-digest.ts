import { createHash } from 'node:crypto';
import type { MovedRow } from './read-table';

/** What a table holds, in a form that is the same with every engine. */
export interface TableDigest {
  readonly rows: number;
  /** SHA-256 over all values of all rows, in the order of the key; in hexadecimal digits. */
  readonly sha256: string;
}

/** Computes the digest of a table from its rows, one slice after another. */
export class RowDigest {
  readonly #hash = createHash('sha256');
  #rows = 0;

  add(rows: readonly MovedRow[]): void {
    for (const row of rows) {
      this.#hash.update(beginOf(row));
      for (const value of row) if (value instanceof Uint8Array) this.#hash.update(value);
    }
    this.#rows += rows.length;
  }

  end(): TableDigest {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}

/** Bytes stand after the row, and here their length: so two different rows never give the same text. */
function beginOf(row: MovedRow): string {
  return `${JSON.stringify(row.map((value) => (value instanceof Uint8Array ? [value.length] : value)))}\n`;
}
