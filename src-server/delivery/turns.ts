/** Tasks that are run in one turn of the event loop. */
const TASKS_PER_TURN = 4;

/**
 * Runs what happens to many at the same moment a few at a time. A hundred requests that were sent together time out
 * together, and each of them costs a connection and a new try: in one piece that would hold up every answer and
 * every send of everybody else for the whole of it.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #leftInTurn = TASKS_PER_TURN;
  #isTurning = false;

  /** Runs it now, or after those before it in one of the next turns. */
  add(task: () => void): void {
    this.#waiting.push(task);
    this.#run();
  }

  #run(): void {
    while (this.#leftInTurn > 0) {
      const task = this.#waiting.shift();
      if (!task) break;
      this.#leftInTurn -= 1;
      task();
    }
    if (this.#isTurning || this.#leftInTurn === TASKS_PER_TURN) return;
    this.#isTurning = true;
    setImmediate(() => {
      this.#isTurning = false;
      this.#leftInTurn = TASKS_PER_TURN;
      this.#run();
    });
  }
}
