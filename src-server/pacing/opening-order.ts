/** How long a send on an open connection waits for the response to one on a new connection, in microseconds. */
const OPENING_PATIENCE_US = 50_000;

/**
 * A delivery that needs a new connection could be overtaken by the next one on an open connection, here and in the
 * receiver's accept queue. So the next one waits for its response; but not for long, and not at all if the first response
 * is known to take long.
 */
export class OpeningOrder {
  /** Sends in flight on connections opened for them, and when the last of them began. */
  #opening = 0;
  #sinceUs = 0;
  /** False if the first response on a connection takes too long for others to wait for it. */
  #isPatient = true;

  /** True while nobody has to wait. */
  get isClear(): boolean {
    return this.#opening === 0 || !this.#isPatient;
  }

  /** A send began on a connection opened for it. */
  began(nowUs: number): void {
    this.#opening += 1;
    this.#sinceUs = nowUs;
  }

  /** Such a send, which began at `beganUs`, ended. */
  ended(beganUs: number, nowUs: number): void {
    this.#opening -= 1;
    if (nowUs - beganUs < OPENING_PATIENCE_US / 2) this.#isPatient = true;
  }

  /** Until when the next send has to wait, if it does; at or before `nowUs`: no longer. */
  waitUntilUs(nowUs: number): number {
    const untilUs = this.#sinceUs + OPENING_PATIENCE_US;
    if (nowUs >= untilUs) this.#isPatient = false;
    return untilUs;
  }
}
