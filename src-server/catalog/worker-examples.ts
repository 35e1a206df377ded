import type { ExampleCache } from './example-cache';
import { type MadeExample, noExample } from './example-event';
import type { WorkerPool } from './worker-pool';
import type { TaskOptions } from './worker-queue';
import { WorkerStopped } from './worker-stopped';

/** Examples from memory where possible, and else from a worker. */
export class WorkerExamples {
  readonly #cache: ExampleCache;
  readonly #workers: Pick<WorkerPool, 'run'>;

  constructor(cache: ExampleCache, workers: Pick<WorkerPool, 'run'>) {
    this.#cache = cache;
    this.#workers = workers;
  }

  /** As `exampleFor`; of a schema that takes too much time or memory there is none. */
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

  /** The example with this index that the author wrote; where there is none at all, the first one is made. */
  async sendable(schema: string, index: number, options: TaskOptions): Promise<string | null> {
    if (index === 0) return (await this.exampleFor(schema, null, options)).example;
    return this.#workers.run('authorsExample', { schema, index }, options);
  }
}
