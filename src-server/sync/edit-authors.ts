import type { CopyEdit } from '../storage/working-copy-journal';

/** Who edits a working copy: a token in one browser. */
export interface EditAuthor {
  /** Null: the admin token of the instance. */
  readonly tokenId: string | null;
  /** The log-in of the browser. Null: the request carries the token itself. */
  readonly sessionId: string | null;
}

/** Far more than the undoable edits of all working copies that somebody works on. */
const KEPT = 10_000;

/**
 * Who made the edits of working copies, by the ids of the edits. Kept in memory alone: after a restart, and on another
 * node, nobody is known, and whoever takes an edit back is asked first.
 */
export class EditAuthors {
  readonly #byEdit = new Map<number, EditAuthor>();

  /** What an edit begins with, so that its author is known once it is recorded. */
  edit(act: CopyEdit['act'], author: EditAuthor): Pick<CopyEdit, 'act' | 'onRecorded'> {
    return {
      act,
      onRecorded: (id) => {
        this.#byEdit.set(id, author);
        const [oldest] = this.#byEdit.keys();
        if (this.#byEdit.size > KEPT && oldest !== undefined) this.#byEdit.delete(oldest);
      },
    };
  }

  /** Null: not known. */
  of(editId: number): EditAuthor | null {
    return this.#byEdit.get(editId) ?? null;
  }
}

/** Null: it is not known who made the edit. */
export function isSameAuthor(made: EditAuthor | null, asking: EditAuthor): boolean | null {
  return made && made.tokenId === asking.tokenId && made.sessionId === asking.sessionId;
}
