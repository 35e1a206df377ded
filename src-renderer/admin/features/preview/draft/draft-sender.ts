import type { ApiClient } from '../../../../api/api-client';
import { type ApiFailure, toApiFailure } from '../../../../api/api-failure';
import type { DraftEntry, LeftOut } from './draft-entries';

/** How long typing must pause before the draft on the server is replaced. */
const REST_MS = 300;

/** The draft as the server has it. */
export interface SentDraft {
  /** Null: there is none, or it is being created. */
  readonly id: string | null;
  /** Rises with each change that the server has taken. */
  readonly revision: number;
  /** Entries that the server refused: the draft does not have them. */
  readonly refused: readonly LeftOut[];
  /** Why the last change was not sent; null: it was. */
  readonly failure: ApiFailure | null;
}

const NOTHING_SENT: SentDraft = { id: null, revision: 0, refused: [], failure: null };

interface DraftSenderParts {
  /** Of this computer, which serves the frames. */
  readonly api: Pick<ApiClient, 'callText' | 'callAtLeave'>;
  /** The connection whose working copy is below the changes. Null: the stored catalog is. */
  readonly connectionId: string | null;
  /** The time at which the stored catalog is shown, RFC 3339. Null: as it is. */
  readonly at: string | null;
}

/**
 * Keeps one draft on the server like the one in the page: created with the first change, replaced a moment after each
 * later one, one request at a time, and removed at the end. A store for `useSyncExternalStore`.
 */
export class DraftSender {
  readonly #parts: DraftSenderParts;
  readonly #listeners = new Set<() => void>();
  #state = NOTHING_SENT;
  #wanted: readonly DraftEntry[] = [];
  /** What the server has; null: it must be told. */
  #sent: readonly DraftEntry[] | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSending = false;
  #isClosed = false;

  constructor(parts: DraftSenderParts) {
    this.#parts = parts;
  }

  readonly state = (): SentDraft => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The draft is to have these entries. */
  want(entries: readonly DraftEntry[]): void {
    this.#wanted = entries;
    clearTimeout(this.#timer);
    if (this.#sent !== null && isSame(this.#sent, entries)) return;
    // Nothing is shown before there is a draft, so the first one is not worth a pause.
    if (this.#state.id === null) void this.#send();
    else this.#timer = setTimeout(() => void this.#send(), REST_MS);
  }

  /** The server does not have the draft any longer: makes another. */
  readonly gone = (id: string): void => {
    if (id === this.#state.id) this.retry(null);
  };

  /** Sends it once more after a failure. */
  retry(id = this.#state.id): void {
    this.#sent = null;
    this.#set({ id, failure: null });
    void this.#send();
  }

  /** Removes the draft from the server, for good unless it is opened again. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.leave();
    this.#sent = null;
    this.#state = { ...this.#state, id: null };
  }

  open(): void {
    this.#isClosed = false;
  }

  /** Removes the draft from the server because the page goes away. If it comes back, its frames report it as gone. */
  leave(): void {
    const { id } = this.#state;
    if (id !== null)
      this.#parts.api.callAtLeave('DELETE /portal-preview-drafts/{draft}', { path: { draft: id } });
  }

  async #send(): Promise<void> {
    if (this.#isSending || this.#isClosed) return;
    this.#isSending = true;
    const entries = this.#wanted;
    try {
      const refused = await this.#sendAccepted(entries);
      this.#sent = entries;
      this.#set({ refused, failure: null, revision: this.#state.revision + 1 });
    } catch (cause) {
      this.#sent = entries;
      this.#set({ failure: toApiFailure(cause) });
    } finally {
      this.#isSending = false;
    }
    // Closed while the draft was being created.
    if (this.#isClosed) this.close();
    else if (!isSame(entries, this.#wanted)) void this.#send();
  }

  /** Sends what the server accepts. @returns the rest */
  async #sendAccepted(entries: readonly DraftEntry[]): Promise<readonly LeftOut[]> {
    const refused: LeftOut[] = [];
    for (let left = entries; ; ) {
      try {
        await this.#put(`"eventTypes":[${left.map(({ text }) => text).join(',')}]`);
        return refused;
      } catch (cause) {
        const named = refusedEntries(toApiFailure(cause), left);
        if (named.size === 0) throw cause;
        for (const [name, reason] of named) refused.push({ name, reason });
        left = left.filter(({ name }) => !named.has(name));
      }
    }
  }

  async #put(eventTypes: string): Promise<void> {
    const { api, connectionId, at } = this.#parts;
    const { id } = this.#state;
    if (id !== null) {
      try {
        const path = { draft: id };
        await api.callText('PUT /portal-preview-drafts/{draft}', { path, bodyText: `{${eventTypes}}` });
        return;
      } catch (cause) {
        if (toApiFailure(cause).status !== 404) throw cause;
      }
    }
    const time = at === null ? '' : `"at":${JSON.stringify(at)},`;
    const bodyText = `{"connectionId":${JSON.stringify(connectionId)},${time}${eventTypes}}`;
    const { text } = await api.callText('POST /portal-preview-drafts', { bodyText });
    this.#set({ id: JSON.parse(text).id });
  }

  #set(change: Partial<SentDraft>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** The entries that a 422 names, with the reason. */
function refusedEntries(failure: ApiFailure, entries: readonly DraftEntry[]): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  for (const { loc, msg } of failure.items) {
    const [, list, at = ''] = loc;
    const entry = list === 'eventTypes' ? entries[Number(at.slice(1, -1))] : undefined;
    if (entry && !named.has(entry.name)) named.set(entry.name, msg.replace(`${entry.name}: `, ''));
  }
  return named;
}

function isSame(a: readonly DraftEntry[], b: readonly DraftEntry[]): boolean {
  return a.length === b.length && a.every(({ text }, index) => text === b[index]?.text);
}
