import type { Service } from './lifecycle';

/** Whether the server is being stopped. As the last of its services it is the first to be stopped, and so knows it first. */
export class StopMark implements Service {
  readonly name = 'stop mark';
  #isStopping = false;

  isStopping(): boolean {
    return this.#isStopping;
  }

  async start(): Promise<void> {}

  async stop(): Promise<void> {
    this.#isStopping = true;
  }
}
