import { type JsonPieces, toJsonPieces } from '../../base/json-pieces';
import { type PageQuery, readPages } from '../page';
import type { Transaction } from '../transaction';
import { CONTENT_COLUMNS } from './event-type-text';
import { PAGES_BY_NAME } from './pages-by-name';

/** What an import is compared with, by name. */
export interface CatalogSnapshot {
  /** The event types that it is about. Null: all. */
  readonly names: readonly string[] | null;
  /** Rows like EventTypeText. */
  readonly eventTypes: JsonPieces;
  /** Rows like BaselineText. */
  readonly baselines: JsonPieces;
}

type Reader = Pick<Transaction, 'all' | 'dialect'>;

function queriesOf({ dialect }: Reader, names: CatalogSnapshot['names']) {
  const condition = names === null ? 'TRUE' : dialect.isAmongTexts('name', '?');
  const params = names === null ? [] : [JSON.stringify(names)];
  const eventTypes = {
    ...PAGES_BY_NAME,
    select: `SELECT ${CONTENT_COLUMNS.select} FROM event_type WHERE ${condition}`,
    params,
    largeColumns: ['description', 'schemas'],
  } as const;
  const baselines = {
    ...PAGES_BY_NAME,
    select: `SELECT name, source, content FROM import_baseline WHERE ${condition}`,
    params,
    largeColumns: ['content'],
  } as const;
  return { eventTypes, baselines };
}

/** Not of one moment: `isStillSnapshot` detects changes made meanwhile, before anything is written. */
export async function readCatalogSnapshot(
  from: Reader,
  names: CatalogSnapshot['names'],
): Promise<CatalogSnapshot> {
  const { eventTypes, baselines } = queriesOf(from, names);
  return {
    names,
    eventTypes: await readPieces(from, eventTypes),
    baselines: await readPieces(from, baselines),
  };
}

/** Whether these event types are unchanged since then. */
export async function isStillSnapshot(from: Reader, then: CatalogSnapshot): Promise<boolean> {
  const { eventTypes, baselines } = queriesOf(from, then.names);
  return (await isStill(from, eventTypes, then.eventTypes)) && isStill(from, baselines, then.baselines);
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
