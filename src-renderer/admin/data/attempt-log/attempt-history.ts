import type { FleetAttemptOut } from '../../../../src-server/contract/fleet-attempt';
import type { ListResponse } from '../../../../src-server/contract/list';
import { timeOfId } from '../../../../src-server/contract/time-of-id';

/** Reads one page; `iterator` is null for the newest. */
type ReadPage = (iterator: string | null) => Promise<ListResponse<FleetAttemptOut>>;

/** The attempts that the server finds, newest first, read page by page as far as the user scrolls. */
export class AttemptHistory {
  readonly #read: ReadPage;
  #iterator: string | null = null;
  #done = false;
  /** Until when everything was searched, in ms since 1970. Null: nothing yet. */
  searchedToMs: number | null = null;

  constructor(read: ReadPage) {
    this.#read = read;
  }

  /**
   * The next page; `done` when there are no more. It may be empty although older ones match: the server examines a
   * bounded number for each. @throws whatever reading throws; call again to continue
   */
  async next(): Promise<{ readonly rows: readonly FleetAttemptOut[]; readonly done: boolean }> {
    if (this.#done) return { rows: [], done: true };
    const page = await this.#read(this.#iterator);
    this.#done = page.done || page.iterator === null || page.iterator === this.#iterator;
    this.#iterator = page.iterator;
    if (page.iterator !== null) this.searchedToMs = timeOfId(page.iterator);
    return { rows: page.data, done: this.#done };
  }
}
