import type { Clock, Timer } from './clock';
import type { Service } from './lifecycle';

/**
 * Looks at what there is to do each time that somebody wakes it, and at its start. Looks never overlap, and a stop waits
 * for the one that is on its way. It may be started again after a stop.
 */
export abstract class WokenService implements Service {
  abstract readonly name: string;
  readonly #clock: Clock;
  #isRunning = false;
  #timer: Timer | null = null;
  #looking: Promise<void> = Promise.resolve();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async start(): Promise<void> {
    this.#isRunning = true;
    void this.wake();
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    this.#timer?.cancel();
    await this.#looking;
  }

  /** There may be something to do. Settles when the look that this asks for has ended; never rejects. */
  wake(): Promise<void> {
    this.#looking = this.#looking.then(() => this.look());
    return this.#looking;
  }

  /** False: a look that is on its way ends as soon as it can. */
  protected get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Does what there is to do. Must not reject, and does nothing while it is not running. */
  protected abstract look(): Promise<void>;

  /** Sets the only timer, in place of one that has not fired. */
  protected lookIn(ms: number, look: () => void = () => void this.wake()): void {
    this.#timer?.cancel();
    this.#timer = this.#isRunning ? this.#clock.setTimer(ms, look) : null;
  }
}
