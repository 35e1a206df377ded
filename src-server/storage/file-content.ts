import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { reasonOf } from './database-trouble';
import { Connection } from './sqlite-connection';

/** How much disk space the write-ahead log may keep once it has grown. */
export const LOG_KEPT_BYTES = 64 * 1024 * 1024;

/** A log begins with 32 bytes: these, with a lowest bit that says how it is summed, and the size of its pages at 8. */
const LOG_MAGIC = 0x377f0682;
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/**
 * Whether the files of an open database still hold what SQLite has put there. Somebody may empty or cut them, or copy
 * another database into them, and SQLite finds that out by chance, when it needs one of those pages: until then it
 * commits to a log that fits nothing.
 *
 * In WAL mode only moving the log changes the file. So as long as its size and time are the same, a look costs some
 * microseconds; whenever they are not, its header is read by a connection of its own, which takes a millisecond.
 */
export class FileContent {
  readonly #path: string;
  readonly #writer: Connection;
  readonly #log: number;
  readonly #logHeader = new DataView(new ArrayBuffer(LOG_HEADER_BYTES));
  /** The size and time of the file as it was when nothing spoke against it. */
  #known: string | null = null;
  #knownBytes: number;
  #knownLogBytes = 0;
  #id: number | null = null;

  /**
   * Call it once SQLite has opened the file and its log.
   * @param writer tells how long the log is
   */
  constructor(path: string, writer: Connection) {
    this.#path = path;
    this.#writer = writer;
    // Unlike those of the file, no lock of SQLite is lost when this is closed.
    this.#log = openSync(`${path}-wal`, 'r');
    this.#knownBytes = statSync(path).size;
  }

  /** The application id that the file has from now on. Until then, any will do. */
  expectId(id: number): void {
    this.#id = id;
  }

  /** True when `faults` has to look. */
  hasChanged(): boolean {
    const { isValid, bytes } = this.#readLog();
    if ((bytes > 0 && !isValid) || bytes < Math.min(this.#knownLogBytes, LOG_KEPT_BYTES)) return true;
    this.#knownLogBytes = bytes;
    return this.#state() !== this.#known;
  }

  /** The names of the files that are not what they should be. Call it between two writes. */
  async faults(): Promise<readonly string[]> {
    const before = this.#state();
    const names: string[] = [];
    const isWhole = await this.#isFileWhole();
    if (isWhole === false) names.push(basename(this.#path));
    if (!(await this.#isLogWhole())) names.push(`${basename(this.#path)}-wal`);
    if (isWhole && names.length === 0) this.#known = before;
    return names;
  }

  close(): void {
    closeSync(this.#log);
  }

  /** Null: it cannot be told now. */
  async #isFileWhole(): Promise<boolean | null> {
    let connection: Connection | null = null;
    try {
      const bytes = statSync(this.#path).size;
      if (bytes === 0) return false;
      connection = await Connection.open(this.#path, 'readAlone');
      const id = await this.#readId(connection);
      if (id === 'cut off' && bytes < this.#knownBytes) return false;
      if (id !== 'cut off' && this.#id !== null && id !== this.#id) return false;
      this.#knownBytes = bytes;
      return true;
    } catch (cause) {
      return reasonOf(cause, 'read') === 'damaged' ? false : null;
    } finally {
      await connection?.close();
    }
  }

  /**
   * 'cut off': the file is shorter than its header says, which SQLite finds as it begins to read. It may always have
   * been: while a reader holds back a part of the log, or after a crash, the missing pages are in the log.
   */
  async #readId(connection: Connection): Promise<number | 'cut off'> {
    try {
      const row = await connection.get<{ application_id: number }>('PRAGMA application_id');
      return row?.application_id ?? 0;
    } catch (cause) {
      if ((cause as { code?: unknown }).code === 'SQLITE_CORRUPT') return 'cut off';
      throw cause;
    }
  }

  async #isLogWhole(): Promise<boolean> {
    const row = await this.#writer.get<{ log: number }>('PRAGMA wal_checkpoint(NOOP)');
    const { isValid, bytes, pageBytes } = this.#readLog();
    const frames = row?.log ?? 0;
    const isWhole =
      frames <= 0 || (isValid && bytes >= LOG_HEADER_BYTES + frames * (FRAME_HEADER_BYTES + pageBytes));
    if (isWhole) this.#knownLogBytes = bytes; // another connection may have emptied it, after moving its content
    return isWhole;
  }

  #readLog() {
    const bytes = fstatSync(this.#log).size;
    const read = readSync(this.#log, this.#logHeader, 0, LOG_HEADER_BYTES, 0);
    const isValid = read === LOG_HEADER_BYTES && (this.#logHeader.getUint32(0) & ~1) >>> 0 === LOG_MAGIC;
    return { isValid, bytes, pageBytes: this.#logHeader.getUint32(8) };
  }

  /** Null: the name leads to nothing. */
  #state(): string | null {
    const found = statSync(this.#path, { throwIfNoEntry: false });
    return found ? `${found.size} ${found.mtimeMs}` : null;
  }
}
