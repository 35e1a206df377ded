import type { ExampleCache } from './example-cache';
import { type MadeExample, noExample } from './example-event';
import type { WorkerPool } from './worker-pool';
import type { TaskOptions } from './worker-queue';
import { WorkerStopped } from './worker-stopped';

/** Examples from memory if possible, otherwise from a worker. */
export class WorkerExamples {
  readonly #cache: ExampleCache;
  readonly #workers: Pick<WorkerPool, 'run'>;

  constructor(cache: ExampleCache, workers: Pick<WorkerPool, 'run'>) {
    this.#cache = cache;
    this.#workers = workers;
  }

  /** Like `exampleFor`; for a schema that takes too much time or memory, there is none. */
  async exampleFor(schema: string, variant: number | null, options: TaskOptions): Promise<MadeExample> {
    const known = this.#cache.find(schema, variant);
    if (known !== null) return known;
    try {
      const made = await this.#workers.run('makeExample', { schema, variant }, options);
      return this.#cache.keep(schema, variant, made);
    } catch (cause) {
      if (!(cause instanceof WorkerStopped)) throw cause;
      return noExample(false);
    }
  }

  /** The author's example with this index; if there is none at all, the first one is generated. */
  async sendable(schema: string, index: number, options: TaskOptions): Promise<string | null> {
    if (index === 0) return (await this.exampleFor(schema, null, options)).example;
    return this.#workers.run('authorsExample', { schema, index }, options);
  }
}
