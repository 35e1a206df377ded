/** What changed: kinds of things that a process keeps in memory, or shows to somebody who watches. */
export const CHANGE_TOPICS = [
  /** Key: the name of a setting. */
  'setting',
  /** Key: none, it is empty. */
  'consent',
  /** Key: none. */
  'look-file',
  /** Key: none. */
  'portal-text',
  /** Key: the id of the application that changed, or whose endpoints did. */
  'application',
  /** An endpoint began to fail, or recovered. Key: none. */
  'attention',
  /** Key: none. */
  'catalog',
  /** A release was planned, moved, done or cancelled. Key: none. */
  'flag-release',
  /** A background task began or ended. Key: its id. */
  'task',
  /** Key: the id of the connection whose working copy changed. */
  'working-copy',
] as const;
export type ChangeTopic = (typeof CHANGE_TOPICS)[number];

/** Something that was committed to the database, by this process or another one. */
export interface Change {
  readonly topic: ChangeTopic;
  readonly key: string;
}

/**
 * What was committed since the last look, whoever wrote it.
 *
 * Promises: `read` leaves nothing out that was committed before it was called and after the call before it (after the
 * log was opened, for the first one), in whatever order transactions began and ended. Nothing comes twice.
 */
export interface ChangeLog {
  /**
   * In the order in which it was written. Null: there was too much, or it is not known any more, so everything may have
   * changed. Rejects when the database cannot be read; the next call then covers that time too.
   */
  read(): Promise<readonly Change[] | null>;
  close(): Promise<void>;
}
