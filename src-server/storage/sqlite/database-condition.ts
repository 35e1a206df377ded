import { basename } from 'node:path';
import { systemClock } from '../../base/clock';
import { apiError } from '../../base/errors';
import {
  type DatabaseTrouble,
  damagedTrouble,
  HANGING_TROUBLE,
  lostTrouble,
  reasonOf,
  spoiledTrouble,
  TAKEN_TROUBLE,
  UNWRITABLE_TROUBLE,
} from '../database-trouble';
import { ReplyLimit } from '../engine/reply-limit';
import { readFailure, writeFailure } from '../write-failure';
import type { FileContent } from './file-content';
import { rememberFiles } from './file-identity';

/** Another program may be moving the log into the file, which is not whole meanwhile. */
const LOOK_AGAIN_MS = 100;
/** A statement that takes longer waits for a disk that hangs. */
const HANGING_AFTER_MS = 3_000;

/** What an open database knows about its files: whether they are still in place, and what SQLite has met in them. */
export class DatabaseCondition {
  readonly #path: string;
  readonly #files;
  readonly #content: FileContent;
  #damage: DatabaseTrouble | null = null;
  #isTaken = false;
  #isUnwritable = false;
  readonly #limit: ReplyLimit;
  /** Statements that have taken too long and go on. */
  #hanging = 0;
  #onTrouble: () => void = () => {};

  /** Call it once SQLite has opened the file, its log and the log's index. */
  constructor(path: string, content: FileContent, hangingAfterMs = HANGING_AFTER_MS) {
    this.#limit = new ReplyLimit(hangingAfterMs);
    this.#path = path;
    this.#files = rememberFiles(path);
    this.#content = content;
  }

  trouble(): DatabaseTrouble | null {
    if (this.#isTaken) return TAKEN_TROUBLE;
    const lost = this.#files.lost();
    if (lost.length > 0) return lostTrouble(this.#path, lost);
    if (this.#damage) return this.#damage;
    return this.isHanging() ? HANGING_TROUBLE : this.#isUnwritable ? UNWRITABLE_TROUBLE : null;
  }

  isHanging(): boolean {
    return this.#hanging > 0;
  }

  /** Notices when this statement, which has just begun, takes too long. */
  watch(statement: Promise<unknown>): void {
    let isLate = false;
    const change = (by: 1 | -1) => {
      isLate = by > 0;
      this.#hanging += by;
      this.#onTrouble();
    };
    this.#limit
      .run(
        () => statement,
        () => change(1),
      )
      // Whoever asked for the statement gets its failure.
      .catch(() => undefined);
    const ended = () => isLate && change(-1);
    statement.then(ended, ended);
  }

  /** True when `examine` would look into the files. Takes microseconds. */
  isDoubtful(): boolean {
    return this.#damage === null && this.#content.hasChanged() && !this.isLost();
  }

  /** Looks into the files if anything has happened to them, between two writes. @returns null: there is no damage */
  async examine(): Promise<DatabaseTrouble | null> {
    if (!this.isDoubtful() || (await this.#content.faults()).length === 0) return this.#damage;
    await systemClock.sleep(LOOK_AGAIN_MS);
    const names = await this.#content.faults();
    if (names.length > 0 && !this.isLost()) this.#damaged(spoiledTrouble(this.#path, names));
    return this.#damage;
  }

  /** Whether the log may be moved into the file: not while anything speaks against either, or another server has it. */
  mayMoveLog(): boolean {
    return this.#damage === null && !this.#isTaken && !this.isFileLost();
  }

  /** True while a name leads elsewhere. Takes microseconds. */
  isLost(): boolean {
    return this.#files.lost().length > 0;
  }

  /** True when the file itself is gone, not only its log. */
  isFileLost(): boolean {
    return this.#files.lost().includes(basename(this.#path));
  }

  /** Calls `listener` when trouble is met; only the last listener given is kept. */
  onTrouble(listener: () => void): void {
    this.#onTrouble = listener;
  }

  /** The response to writes that nobody could rely on; null when nothing speaks against them. */
  refusal(): Error | null {
    const trouble = this.trouble();
    if (trouble === null || trouble.reason === 'unwritable') return null;
    this.#onTrouble();
    return apiError('unavailable', trouble.detail);
  }

  /** Records what a failed statement says; returns the failure as the caller may see it. */
  failed(cause: unknown, statement: 'read' | 'write'): unknown {
    const reason = reasonOf(cause, statement);
    if (reason === 'damaged') this.damaged();
    if (reason === 'unwritable') {
      this.#isUnwritable = true;
      this.#onTrouble();
    }
    return statement === 'read' ? readFailure(this.#path, cause) : writeFailure(this.#path, cause);
  }

  /** A write is on disk. */
  written(): void {
    this.#isUnwritable = false;
  }

  /** Whether another server has taken over. */
  taken(isTaken: boolean): void {
    this.#isTaken = isTaken;
    if (isTaken) this.#onTrouble();
  }

  damaged(): void {
    this.#damaged(damagedTrouble(this.#path));
  }

  /** The first that was found is what happened. */
  #damaged(trouble: DatabaseTrouble): void {
    this.#damage ??= trouble;
    this.#onTrouble();
  }
}
