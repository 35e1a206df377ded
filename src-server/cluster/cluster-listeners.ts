import type { Log } from '../base/log';

type Listener = () => Promise<void>;

/** Listeners that are called one after the other. One that fails is logged, and the next is called. */
export class ClusterListeners {
  readonly #log: Log;
  readonly #listeners: Listener[] = [];
  #running: Promise<boolean> | null = null;

  constructor(log: Log) {
    this.#log = log;
  }

  add(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** Calls all, unless the round before has not ended. @returns whether none failed; the same as that round */
  call(): Promise<boolean> {
    this.#running ??= this.#callAll().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #callAll(): Promise<boolean> {
    let isWell = true;
    for (const listener of this.#listeners) {
      await listener().catch((cause: unknown) => {
        isWell = false;
        this.#log.error({ err: cause }, 'what follows a beat of this node failed');
      });
    }
    return isWell;
  }
}
