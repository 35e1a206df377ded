/**
 * The attempts of several endpoints as one list, newest first, read page by page as far as the user scrolls.
 *
 * The server lists attempts of one endpoint. Each endpoint is a source that holds one page; a row is returned only when
 * every source has shown its newest, so the order is right whatever the pages are.
 */
import type { AttemptOut } from '../../../../src-server/contract/attempt';
import type { ListResponse } from '../../../../src-server/contract/list';
import type { LiveAttempt } from '../../../../src-server/contract/live-event';
import { byNewest } from './attempt-log';

export interface HistorySource {
  readonly appId: string;
  readonly endpointId: string;
  readonly url: string;
}

/** Reads one page of a source; `iterator` is null for the newest. */
type ReadPage = (source: HistorySource, iterator: string | null) => Promise<ListResponse<AttemptOut>>;

interface Cursor {
  readonly source: HistorySource;
  /** Newest last, so that removing one is cheap. */
  rows: LiveAttempt[];
  iterator: string | null;
  done: boolean;
}

export class AttemptHistory {
  readonly #read: ReadPage;
  readonly #cursors: readonly Cursor[];

  constructor(read: ReadPage, sources: readonly HistorySource[]) {
    this.#read = read;
    this.#cursors = sources.map((source) => ({ source, rows: [], iterator: null, done: false }));
  }

  /**
   * The next rows, at most `count`; `done` when there are no more. None: a page of a source was empty, although older rows
   * may match. @throws whatever reading throws; call again to
   * continue
   */
  async next(count: number): Promise<{ readonly rows: readonly LiveAttempt[]; readonly done: boolean }> {
    const rows: LiveAttempt[] = [];
    while (rows.length < count) {
      await Promise.all(this.#cursors.map((cursor) => this.#fill(cursor)));
      // What an unread source has next may be newer than what the others have.
      if (this.#cursors.some((cursor) => cursor.rows.length === 0 && !cursor.done))
        return { rows, done: false };
      const open = this.#cursors.filter((cursor) => cursor.rows.length > 0);
      const first = open.map(peek).sort((a, b) => byNewest(a.row, b.row))[0];
      if (!first) return { rows, done: true };
      first.cursor.rows.pop();
      rows.push(first.row);
    }
    return { rows, done: this.#cursors.every((cursor) => cursor.done && cursor.rows.length === 0) };
  }

  async #fill(cursor: Cursor): Promise<void> {
    if (cursor.rows.length > 0 || cursor.done) return;
    const { source, iterator } = cursor;
    const page = await this.#read(source, iterator);
    cursor.done = page.done || page.iterator === null || page.iterator === iterator;
    cursor.iterator = page.iterator;
    cursor.rows = page.data.map(({ response: _unread, msg, ...attempt }) => ({
      ...attempt,
      appId: source.appId,
      eventType: msg?.eventType ?? '',
    }));
    cursor.rows.reverse();
  }
}

function peek(cursor: Cursor): { readonly cursor: Cursor; readonly row: LiveAttempt } {
  return { cursor, row: cursor.rows.at(-1) as LiveAttempt };
}
