/**
 * Whether a database file and the write-ahead log next to it form one database, checked before SQLite opens them:
 * SQLite deletes the log next to an empty file, and applies it to any other.
 */
import { open, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { restoreAdvice } from '../database-trouble';
import { readFileIds } from './file-id';
import { type LogContent, readLog } from './write-ahead-log';

const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';
/** SQLite locks bytes here, so the page that contains them is never written. */
const LOCK_BYTE = 0x4000_0000;

/**
 * Nothing may have the database open.
 * @throws Error with a sentence for the user; nothing was changed
 */
export async function assertFileFitsLog(path: string): Promise<void> {
  const log = await readLog(`${path}-wal`);
  const isOwnId = await readFileIds(path);
  const bytes = (await stat(path).catch(() => null))?.size ?? null;
  if (!bytes) {
    if (log)
      throw refusal(
        path,
        `${bytes === null ? 'is missing' : 'is empty'}, and its log ${basename(path)}-wal holds ${log.pages.size} pages that were written last`,
      );
    if (isOwnId)
      throw refusal(path, `${bytes === null ? 'is missing' : 'is empty'}, although a server has used it`);
    return;
  }
  const header = await readHeader(path);
  if (!header) return; // not a database: SQLite says so itself
  const size = header.getUint16(16);
  const pageBytes = size === 1 ? 65_536 : size;
  if (log && (log.pageBytes !== pageBytes || (isOwnId && !isOwnId(header.getInt32(68))))) {
    throw refusal(
      path,
      `is not the one that the log ${basename(path)}-wal was written for: it was replaced after a crash`,
    );
  }
  const missing = missingPages({ fileBytes: bytes, pageBytes, filePages: pagesOf(header), log });
  if (missing > 0) throw refusal(path, `is cut off: ${missing} of its pages are missing`);
}

/** Bytes 0 to 99 of a database; null when it is not one. */
async function readHeader(path: string): Promise<DataView | null> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(new Uint8Array(HEADER_BYTES), 0, HEADER_BYTES, 0);
    const isDatabase = bytesRead === HEADER_BYTES && Buffer.from(buffer).toString('latin1', 0, 16) === MAGIC;
    return isDatabase ? new DataView(buffer.buffer) : null;
  } finally {
    await file.close();
  }
}

/** How many pages the database has according to its header; 0 when that is not kept up to date. */
const pagesOf = (header: DataView): number =>
  header.getUint32(24) === header.getUint32(92) ? header.getUint32(28) : 0;

interface Extent {
  readonly fileBytes: number;
  readonly pageBytes: number;
  readonly filePages: number;
  readonly log: LogContent | null;
}

/** Pages that are neither in the file nor in its log. A checkpoint interrupted by a crash leaves none. */
function missingPages({ fileBytes, pageBytes, filePages, log }: Extent): number {
  const lockPage = LOCK_BYTE / pageBytes + 1;
  let missing = 0;
  for (let page = Math.floor(fileBytes / pageBytes) + 1; page <= (log?.databasePages ?? filePages); page++) {
    if (page !== lockPage && !log?.pages.has(page)) missing += 1;
  }
  return missing;
}

function refusal(path: string, what: string): Error {
  return new Error(
    `The database ${path} ${what}. Nothing was changed, and the log was left as it is. Put the file back if you have it, or a backup: ${restoreAdvice(path)}. To begin anew without the data, move ${basename(path)} and all files whose names begin with it out of ${dirname(path)}.`,
  );
}
