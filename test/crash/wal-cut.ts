import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { endianness } from 'node:os';
import { join } from 'node:path';

/** The files of a database as a killed server left them, and how far back a power cut could take them. */
export interface CrashedFiles {
  readonly main: Buffer;
  readonly wal: Buffer;
  /**
   * What lies before this byte of the WAL was moved to the main file, or was about to be. It was flushed to the disk
   * before that, so no power cut takes it away, and no cut may be made there.
   */
  readonly flushedBytes: number;
}

/** A WAL that ends early, as after a power cut. */
export interface CutWal {
  readonly kind: 'cut' | 'zeros' | 'garbage';
  readonly wal: Buffer;
  /** Everything before this byte is as it was. */
  readonly intactBytes: number;
}

// The layouts are those of SQLite's "Database File Format", section 4, and "WAL-mode File Format", section 3.
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const PAGE_SIZE_AT = 8;
const SALTS = [16, 24] as const;
const INDEX_SALTS = [32, 40] as const;
const INDEX_MOVED_AT = 96;
const INDEX_ABOUT_TO_BE_MOVED_AT = 128;

/**
 * Reads what a killed server left in a data folder.
 * @returns null when it died between two generations of its WAL, where its index says nothing about flushes
 */
export async function readCrashed(dataDir: string): Promise<CrashedFiles | null> {
  const path = join(dataDir, 'posthorn.db');
  const [main, wal, index] = await Promise.all([
    readFile(path),
    readFile(`${path}-wal`),
    readFile(`${path}-shm`),
  ]);
  if (wal.length < HEADER_BYTES) return null;
  if (!wal.subarray(...SALTS).equals(index.subarray(...INDEX_SALTS))) return null;
  const moved = Math.max(
    ...[INDEX_MOVED_AT, INDEX_ABOUT_TO_BE_MOVED_AT].map((at) => nativeUInt32(index, at)),
  );
  return { main, wal, flushedBytes: moved === 0 ? 0 : HEADER_BYTES + moved * frameBytes(wal) };
}

/** Puts a database with this WAL into a folder. The index is left out: it does not survive a power cut. */
export async function writeFiles(dataDir: string, main: Buffer, wal: Buffer): Promise<string> {
  const path = join(dataDir, 'posthorn.db');
  await writeFile(path, main);
  await writeFile(`${path}-wal`, wal);
  return path;
}

/** Cuts at a random byte. The rest is gone, or (the size was on disk already, the bytes were not) is something else. */
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

/** How many pages a database has after the last commit that is whole; read from the bytes, without SQLite. */
export function pagesAfterLastCommit({ main, wal }: CrashedFiles, intactBytes: number): number {
  const pageBytes = wal.readUInt32BE(PAGE_SIZE_AT);
  let pages = main.length / pageBytes;
  for (let at = HEADER_BYTES; at + frameBytes(wal) <= intactBytes; at += frameBytes(wal)) {
    // A frame that an earlier generation left behind: this one ended before it.
    if (!wal.subarray(at + 8, at + 16).equals(wal.subarray(...SALTS))) break;
    pages = wal.readUInt32BE(at + 4) || pages;
  }
  return pages;
}

const frameBytes = (wal: Buffer): number => FRAME_HEADER_BYTES + wal.readUInt32BE(PAGE_SIZE_AT);

const nativeUInt32 = (buffer: Buffer, at: number): number =>
  endianness() === 'LE' ? buffer.readUInt32LE(at) : buffer.readUInt32BE(at);
