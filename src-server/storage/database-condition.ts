import { basename } from 'node:path';
import { apiError } from '../base/errors';
import {
  type DatabaseTrouble,
  damagedTrouble,
  lostTrouble,
  reasonOf,
  TAKEN_TROUBLE,
  UNWRITABLE_TROUBLE,
} from './database-trouble';
import { rememberFiles } from './file-identity';
import { readFailure, writeFailure } from './write-failure';

/** What an open database knows about its files: whether they are still in place, and what SQLite has met in them. */
export class DatabaseCondition {
  readonly #path: string;
  readonly #files;
  #isDamaged = false;
  #isTaken = false;
  #isUnwritable = false;
  #onTrouble: () => void = () => {};

  /** Call it once SQLite has opened the file, its log and the log's index. */
  constructor(path: string) {
    this.#path = path;
    this.#files = rememberFiles(path);
  }

  trouble(): DatabaseTrouble | null {
    if (this.#isTaken) return TAKEN_TROUBLE;
    const lost = this.#files.lost();
    if (lost.length > 0) return lostTrouble(this.#path, lost);
    if (this.#isDamaged) return damagedTrouble(this.#path);
    return this.#isUnwritable ? UNWRITABLE_TROUBLE : null;
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

  /** The answer to writes while a name leads elsewhere, or another server owns the file; null otherwise. */
  lostFailure(): Error | null {
    if (this.#isTaken) return apiError('unavailable', TAKEN_TROUBLE.detail);
    const lost = this.#files.lost();
    if (lost.length === 0) return null;
    this.#onTrouble();
    return apiError('unavailable', lostTrouble(this.#path, lost).detail);
  }

  /** Records what a failed statement says; returns the failure as the caller may see it. */
  failed(cause: unknown, statement: 'read' | 'write'): unknown {
    const reason = reasonOf(cause, statement);
    if (reason === 'damaged') this.#isDamaged = true;
    if (reason === 'unwritable') this.#isUnwritable = true;
    if (reason) this.#onTrouble();
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
    this.#isDamaged = true;
    this.#onTrouble();
  }
}
