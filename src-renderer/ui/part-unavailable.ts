/**
 * A file of the program could not be loaded: the server is unreachable, or it was updated after this page was opened and
 * no longer has that file.
 */
export class PartUnavailable extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'PartUnavailable';
  }
}
