import type { AttemptResult } from './attempt-result';
import type { NewMessage } from './new-message';

/** A statement for many inputs at once. */
export interface BatchStatement<In> {
  readonly sql: string;
  params(inputs: readonly In[]): readonly string[];
}

/**
 * The two statements that nearly all writing is made of. Each engine has a form of its own for them, since they decide
 * how much it can take.
 */
export interface HotStatements {
  /** What these need: given to `Database.define` before the first of them. */
  readonly definitions: readonly string[];
  /**
   * Stores messages, their responses to keep, and their deliveries in the order given. Left out are messages that repeat
   * an event id, with all that belongs to them, and deliveries to endpoints that are deleted.
   *
   * Where other processes use the database too, those are left out as well whose application has changed since their
   * version of it, whose key has a response, or that met something stored at the same moment. What is due at once at an
   * ordered endpoint is then due no earlier than what another process has stored for it.
   *
   * Returns one row of two JSON texts: `left_out`, an object with the `InsertResult` kind of each message left out, by
   * its place in the batch, and `created`, the ids of the deliveries for each endpoint of each message: a list, with
   * null for those left out, or an object by their places in such a list.
   */
  readonly accept: BatchStatement<NewMessage>;
  /**
   * Stores attempts and counts each at its delivery, which advances if it is still waiting. An attempt already stored
   * changes nothing. No two may be of the same delivery.
   */
  readonly finish: BatchStatement<AttemptResult>;
  /** Lists the fences that are valid, as `fence`. Null: there are none, because no other process can have the database. */
  readonly currentFences: string | null;
}
