import { type FileHandle, open } from 'node:fs/promises';

/** What the committed part of a write-ahead log holds. */
export interface LogContent {
  readonly pageBytes: number;
  /** The page numbers it contains; the first page of the database is 1. */
  readonly pages: ReadonlySet<number>;
  /** How many pages the database has after its last commit. */
  readonly databasePages: number;
}

// The layout is that of SQLite's "Database File Format", section 4.
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC = 0x377f0682;

/**
 * Reads the log as SQLite does after a crash: up to the last commit before the first frame that is not whole. Unlike
 * opening the database, this changes nothing. Only for a log that no connection of this process has open: closing the
 * file here would drop the locks of that connection.
 * @returns null when no commit is in it, or there is no log
 */
export async function readLog(path: string): Promise<LogContent | null> {
  const file = await open(path, 'r').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw cause;
  });
  try {
    return file && (await readFrames(file));
  } finally {
    await file?.close();
  }
}

async function readFrames(file: FileHandle): Promise<LogContent | null> {
  const header = await readAt(file, 0, HEADER_BYTES);
  if (!header || (header.getUint32(0) & ~1) >>> 0 !== MAGIC) return null;
  const isLittle = (header.getUint32(0) & 1) === 0;
  const pageBytes = header.getUint32(8);
  let sum = checksum(header, 0, 24, [0, 0], isLittle);
  if (!isSum(header, 24, sum) || pageBytes < 512 || pageBytes > 65_536) return null;
  const pages = new Set<number>();
  const uncommitted: number[] = [];
  let databasePages = 0;
  const frameBytes = FRAME_HEADER_BYTES + pageBytes;
  for (let at = HEADER_BYTES; ; at += frameBytes) {
    const frame = await readAt(file, at, frameBytes);
    if (!frame || frame.getUint32(8) !== header.getUint32(16) || frame.getUint32(12) !== header.getUint32(20))
      break;
    sum = checksum(frame, 0, 8, sum, isLittle);
    sum = checksum(frame, FRAME_HEADER_BYTES, frameBytes, sum, isLittle);
    if (!isSum(frame, 16, sum)) break;
    uncommitted.push(frame.getUint32(0));
    if (frame.getUint32(4) === 0) continue;
    databasePages = frame.getUint32(4);
    for (const page of uncommitted.splice(0)) pages.add(page);
  }
  return databasePages === 0 ? null : { pageBytes, pages, databasePages };
}

/** Null if the file ends earlier. */
async function readAt(file: FileHandle, at: number, bytes: number): Promise<DataView | null> {
  const buffer = new Uint8Array(bytes);
  const { bytesRead } = await file.read(buffer, 0, bytes, at);
  return bytesRead === bytes ? new DataView(buffer.buffer) : null;
}

type Sum = readonly [number, number];

function checksum(view: DataView, from: number, to: number, before: Sum, isLittle: boolean): Sum {
  let [a, b] = before;
  for (let at = from; at < to; at += 8) {
    a = (a + view.getUint32(at, isLittle) + b) >>> 0;
    b = (b + view.getUint32(at + 4, isLittle) + a) >>> 0;
  }
  return [a, b];
}

const isSum = (view: DataView, at: number, [a, b]: Sum): boolean =>
  view.getUint32(at) === a && view.getUint32(at + 4) === b;
