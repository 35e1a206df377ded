import { type JsonPieces, toJsonPieces } from '../../base/json-pieces';
import { type PageQuery, readPages } from '../page';
import type { Transaction } from '../transaction';
import { CONTENT_COLUMNS } from './event-type-text';
import { BASELINES } from './import-baseline';
import { PAGES_BY_NAME } from './pages-by-name';

/** Everything that an import is compared with, by name. */
export interface CatalogSnapshot {
  /** Rows like EventTypeText. */
  readonly eventTypes: JsonPieces;
  /** Rows like BaselineText. */
  readonly baselines: JsonPieces;
}

const EVENT_TYPES = {
  ...PAGES_BY_NAME,
  select: `SELECT ${CONTENT_COLUMNS.select} FROM event_type WHERE TRUE`,
  params: [],
  largeColumns: ['description', 'schemas'],
} as const;

type Reader = Pick<Transaction, 'all'>;

/** Not of one moment: `isStillSnapshot` detects changes made meanwhile, before anything is written. */
export async function readCatalogSnapshot(from: Reader): Promise<CatalogSnapshot> {
  return { eventTypes: await readPieces(from, EVENT_TYPES), baselines: await readPieces(from, BASELINES) };
}

/** Whether the catalog is unchanged since then. */
export async function isStillSnapshot(from: Reader, then: CatalogSnapshot): Promise<boolean> {
  return (await isStill(from, EVENT_TYPES, then.eventTypes)) && isStill(from, BASELINES, then.baselines);
}

async function readPieces<T>(from: Reader, query: PageQuery<T>): Promise<JsonPieces> {
  const pieces: Uint8Array[] = [];
  for await (const page of readPages(from, query)) pieces.push(...toJsonPieces(page));
  return pieces;
}

/** Whether a read returns the same now as then. */
async function isStill<T>(from: Reader, query: PageQuery<T>, then: JsonPieces): Promise<boolean> {
  let index = 0;
  for await (const page of readPages(from, query)) {
    for (const piece of toJsonPieces(page)) {
      const other = then[index++];
      if (other === undefined || Buffer.compare(piece, other) !== 0) return false;
    }
  }
  return index === then.length;
}
