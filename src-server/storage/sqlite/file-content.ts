import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { reasonOf } from '../database-trouble';
import { nextFileId } from './file-id-of-start';
import { Connection } from './sqlite-connection';

/** How much disk space the write-ahead log may keep once it has grown. */
export const LOG_KEPT_BYTES = 64 * 1024 * 1024;

/** A log begins with these, with a lowest bit that says how it is summed. */
const LOG_MAGIC = 0x377f0682;
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** Where a log and each of its frames say which run of the log they belong to. */
const LOG_SALT_AT = 16;
const FRAME_SALT_AT = 8;

/** How many frames the log holds, and how many of them are in the file too. */
interface LogExtent {
  readonly log: number;
  readonly checkpointed: number;
}

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
  readonly #logHeader = Buffer.alloc(LOG_HEADER_BYTES);
  readonly #frameHeader = Buffer.alloc(FRAME_HEADER_BYTES);
  /** The size and time of the file as it was when nothing spoke against it. */
  #known: string | null = null;
  #knownBytes: number;
  #knownLogBytes = 0;
  /** The application id that was last in the file. Null: any will do. */
  #id: number | null = null;
  /** What follows it, once the log is moved. Null: nothing was written yet. */
  #nextId: number | null = null;
  #isNextIdLogged = false;

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
    this.#nextId = null;
    this.#isNextIdLogged = false;
  }

  /**
   * Writes the next application id, which the file has once all of the log is moved into it: an older copy of the file
   * has another one from then on. Call it between two writes, before the log is moved.
   */
  async renewId(): Promise<void> {
    if (this.#id === null || this.#isNextIdLogged) return;
    // Before it is written: it may be, although that fails. And where the disk is full, the log is moved without it.
    this.#nextId = nextFileId(this.#id);
    await this.#writer.exec(`PRAGMA application_id = ${this.#nextId}`).then(
      () => {
        this.#isNextIdLogged = true;
      },
      () => undefined,
    );
  }

  /** True when `faults` has to look. */
  hasChanged(): boolean {
    return this.#isLogDoubtful() || this.#state() !== this.#known;
  }

  /** The names of the files that are not what they should be. Call it between two writes. */
  async faults(): Promise<readonly string[]> {
    const before = this.#state();
    const names: string[] = [];
    const row = await this.#writer.get<LogExtent>('PRAGMA wal_checkpoint(NOOP)');
    const extent = row ?? { log: 0, checkpointed: 0 };
    const isWhole = await this.#isFileWhole(extent);
    if (isWhole === false) names.push(basename(this.#path));
    if (this.#isLogDoubtful() && !this.#isLogWhole(extent)) names.push(`${basename(this.#path)}-wal`);
    if (isWhole && names.length === 0) this.#known = before;
    return names;
  }

  close(): void {
    closeSync(this.#log);
  }

  /** Null: it cannot be told now. */
  async #isFileWhole({ log, checkpointed }: LogExtent): Promise<boolean | null> {
    let connection: Connection | null = null;
    try {
      const bytes = statSync(this.#path).size;
      if (bytes === 0) return false;
      connection = await Connection.open(this.#path, 'readAlone');
      const id = await this.#readId(connection);
      const isAllMoved = log > 0 && checkpointed === log;
      if (id === 'cut off' && (isAllMoved || bytes < this.#knownBytes)) return false;
      if (id !== 'cut off' && !this.#isExpected(id, isAllMoved)) return false;
      this.#knownBytes = bytes;
      return true;
    } catch (cause) {
      return reasonOf(cause, 'read') === 'damaged' ? false : null;
    } finally {
      await connection?.close();
    }
  }

  #isExpected(id: number, isAllMoved: boolean): boolean {
    if (this.#id === null) return true;
    if (id === this.#nextId) this.expectId(id);
    return id === this.#id && !(isAllMoved && this.#isNextIdLogged);
  }

  /**
   * 'cut off': the file is shorter than its header says, which SQLite finds as it begins to read. That may be in order:
   * while a reader holds back a part of the log, or after a crash, the missing pages are in the log.
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

  #isLogDoubtful(): boolean {
    const { isValid, bytes } = this.#readLog();
    if ((bytes > 0 && !isValid) || bytes < Math.min(this.#knownLogBytes, LOG_KEPT_BYTES)) return true;
    // SQLite goes on behind what was cut off, which leaves a hole where the log ended before.
    const lastKnown = (this.#knownLogBytes - LOG_HEADER_BYTES) / this.#frameBytes() - 1;
    if (bytes > this.#knownLogBytes && lastKnown >= 0 && !this.#isFrameThere(lastKnown)) return true;
    this.#knownLogBytes = bytes;
    return false;
  }

  /** Looks at every frame. */
  #isLogWhole({ log }: LogExtent): boolean {
    const { isValid, bytes } = this.#readLog();
    if (log > 0 && !isValid) return false;
    for (let frame = 0; frame < log; frame++) if (!this.#isFrameThere(frame)) return false;
    this.#knownLogBytes = bytes; // another connection may have emptied it, after moving its content
    return true;
  }

  #readLog() {
    const { size } = fstatSync(this.#log);
    const read = readSync(this.#log, this.#logHeader, 0, LOG_HEADER_BYTES, 0);
    const isValid = read === LOG_HEADER_BYTES && (this.#logHeader.readUInt32BE(0) & ~1) >>> 0 === LOG_MAGIC;
    // What follows its last whole frame is one that is being written.
    const bytes = isValid ? size - ((size - LOG_HEADER_BYTES) % this.#frameBytes()) : size;
    return { isValid, bytes };
  }

  #frameBytes(): number {
    return FRAME_HEADER_BYTES + this.#logHeader.readUInt32BE(8);
  }

  /** Whether this frame, by its number from 0 on, is of this run of the log. */
  #isFrameThere(frame: number): boolean {
    const at = LOG_HEADER_BYTES + frame * this.#frameBytes();
    if (readSync(this.#log, this.#frameHeader, 0, FRAME_HEADER_BYTES, at) < FRAME_HEADER_BYTES) return false;
    const salt = this.#frameHeader.subarray(FRAME_SALT_AT, FRAME_SALT_AT + 8);
    return salt.equals(this.#logHeader.subarray(LOG_SALT_AT, LOG_SALT_AT + 8));
  }

  /** Null: the name leads to nothing. */
  #state(): string | null {
    const found = statSync(this.#path, { throwIfNoEntry: false });
    return found ? `${found.size} ${found.mtimeMs}` : null;
  }
}
