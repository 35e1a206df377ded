/**
 * Which database a write-ahead log belongs to. A log says nothing about its file: SQLite applies it to whatever lies
 * next to it, such as a backup that somebody copied there after a crash. So each start gives the file a new id, kept in
 * the application id of its first page, and notes it next to the file. A backup gets another one (`describeFile`).
 *
 * Each time that the log is moved into the file, the id goes on to the next one of the same start (`nextFileId`), so that an
 * older copy of the file is told from the file itself.
 */
import { readFile } from 'node:fs/promises';
import { isOfSameStart, newFileId } from '../sqlite/file-id-of-start';
import type { SqliteDatabase } from '../sqlite/sqlite-database';
import { writeOwnFile } from './write-own-file';

const noteOf = (path: string): string => `${path}.id`;

/** Whether the file may have an id; null when none is noted: this version has not been started yet. */
export async function readFileIds(path: string): Promise<((id: number) => boolean) | null> {
  const text = await readFile(noteOf(path), 'utf8').catch(() => null);
  if (text === null) return null;
  const noted = text.trim().split('\n').map(Number);
  return (id) => noted.some((other) => isOfSameStart(other, id));
}

/**
 * Gives the database a new id. While that may be only in the log, the previous id is noted too, so that a crash at any
 * time leaves a file that matches its note.
 */
export async function renewFileId(db: SqliteDatabase): Promise<void> {
  const row = await db.get<{ application_id: number }>('PRAGMA application_id');
  const fresh = newFileId();
  await writeOwnFile(noteOf(db.path), `${row?.application_id ?? 0}\n${fresh}\n`);
  await db.write((tx) => tx.run(`PRAGMA application_id = ${fresh}`));
  const { after } = await db.checkpoint(1);
  if (after > 0) return;
  db.expectId(fresh);
  await writeOwnFile(noteOf(db.path), `${fresh}\n`);
}
