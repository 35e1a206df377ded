import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The database files of a killed server, and how much of them a power cut could lose. */
export interface CrashedFiles {
  readonly main: Buffer;
  readonly wal: Buffer;
  /**
   * The WAL has been copied to the main file up to here. It was flushed before that, so no power cut loses
   * it, and a cut there would be impossible.
   */
  readonly flushedBytes: number;
}

/** A WAL that ends early, as after a power cut. */
export interface CutWal {
  readonly kind: 'cut' | 'zeros' | 'garbage';
  readonly wal: Buffer;
  /** Everything before this byte is unchanged. */
  readonly intactBytes: number;
}

// The layout is that of SQLite's "Database File Format", section 4.
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const PAGE_SIZE_AT = 8;
const SALTS = [16, 24] as const;

/**
 * Reads what a killed server left in a data folder.
 * @returns null when there is nothing to cut
 */
export async function readCrashed(dataDir: string): Promise<CrashedFiles | null> {
  const path = join(dataDir, 'posthorn.db');
  const [main, wal] = await Promise.all([readFile(path), readFile(`${path}-wal`)]);
  return wal.length < HEADER_BYTES ? null : { main, wal, flushedBytes: flushedBytes(main, wal) };
}

/** The end of the last frame whose page is in the main file. */
function flushedBytes(main: Buffer, wal: Buffer): number {
  let flushed = 0;
  const bytes = frameBytes(wal);
  const pageBytes = bytes - FRAME_HEADER_BYTES;
  for (let at = HEADER_BYTES; at + bytes <= wal.length && isOfThisGeneration(wal, at); at += bytes) {
    const place = (wal.readUInt32BE(at) - 1) * pageBytes;
    const page = main.subarray(place, place + pageBytes);
    if (page.equals(wal.subarray(at + FRAME_HEADER_BYTES, at + bytes))) flushed = at + bytes;
  }
  return flushed;
}

/** Puts a database with this WAL into a folder, without the index, which does not survive a power cut. */
export async function writeFiles(dataDir: string, main: Buffer, wal: Buffer): Promise<string> {
  const path = join(dataDir, 'posthorn.db');
  await writeFile(path, main);
  await writeFile(`${path}-wal`, wal);
  return path;
}

/** Cuts at a random byte. The rest is missing, or (if only the new size was on disk) is other data. */
export function cutAnywhere({ wal, flushedBytes }: CrashedFiles, kind: CutWal['kind']): CutWal {
  const at = flushedBytes + Math.floor(Math.random() * (wal.length - flushedBytes));
  const before = wal.subarray(0, at);
  if (kind === 'cut') return { kind, wal: before, intactBytes: at };
  const rest = kind === 'zeros' ? Buffer.alloc(wal.length - at) : randomBytes(wal.length - at);
  const cut = Buffer.concat([before, rest]);
  // Zeros may have been there before.
  let intactBytes = at;
  while (intactBytes < wal.length && cut[intactBytes] === wal[intactBytes]) intactBytes += 1;
  return { kind, wal: cut, intactBytes };
}

/** The number of pages after the last complete commit, read from the bytes, without SQLite. */
export function pagesAfterLastCommit({ main, wal }: CrashedFiles, intactBytes: number): number {
  const pageBytes = wal.readUInt32BE(PAGE_SIZE_AT);
  let pages = main.length / pageBytes;
  for (let at = HEADER_BYTES; at + frameBytes(wal) <= intactBytes; at += frameBytes(wal)) {
    if (!isOfThisGeneration(wal, at)) break;
    pages = wal.readUInt32BE(at + 4) || pages;
  }
  return pages;
}

const frameBytes = (wal: Buffer): number => FRAME_HEADER_BYTES + wal.readUInt32BE(PAGE_SIZE_AT);

/** False for a frame left by an earlier use of the file. */
const isOfThisGeneration = (wal: Buffer, at: number): boolean =>
  wal.subarray(at + 8, at + 16).equals(wal.subarray(...SALTS));
