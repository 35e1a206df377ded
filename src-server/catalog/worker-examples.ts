import { checkPayload } from './check-payload';
import type { ExampleCache } from './examples/example-cache';
import { isForAuthorOnly, type MadeExample, noExample, type WantedVariant } from './examples/example-event';
import type { WorkerPool } from './workers/worker-pool';
import type { TaskOptions } from './workers/worker-queue';
import { WorkerStopped } from './workers/worker-stopped';

/** Examples from memory if possible, otherwise from a worker. */
export class WorkerExamples {
  readonly #cache: ExampleCache;
  readonly #workers: Pick<WorkerPool, 'run'>;

  constructor(cache: ExampleCache, workers: Pick<WorkerPool, 'run'>) {
    this.#cache = cache;
    this.#workers = workers;
  }

  /** Like `exampleFor`; for a schema that takes too much time or memory, there is none. */
  async exampleFor(schema: string, variant: WantedVariant, options: TaskOptions): Promise<MadeExample> {
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

  /** The same for readers: in place of an author's example that the schema refuses, a generated one. */
  async readableFor(schema: string, variant: number | null, options: TaskOptions): Promise<MadeExample> {
    const made = await this.exampleFor(schema, variant, options);
    return isForAuthorOnly(made) ? this.exampleFor(schema, 'generated', options) : made;
  }

  /**
   * The author's example with this index; the first one is the example that pages show. Null: there is none.
   * `isRefused`: it is not to be sent, since the schema refuses it: the nearest attempt at one, or for a customer, the author's.
   * @param isReader whether a customer sends it, who is shown none that the schema refuses
   */
  async sendable(
    schema: string,
    index: number,
    { isReader, ...options }: TaskOptions & { readonly isReader: boolean },
  ): Promise<{ readonly text: string; readonly isRefused: boolean } | null> {
    if (index === 0) {
      const make = isReader ? this.readableFor : this.exampleFor;
      const { example, source, problems } = await make.call(this, schema, null, options);
      return { text: example, isRefused: source === 'generated' && problems.length > 0 };
    }
    const text = await this.#workers.run('authorsExample', { schema, index }, options);
    if (text === null) return null;
    const isWrong =
      isReader && (await checkPayload(this.#workers, { schema, payload: text }, options)).fits === false;
    return { text, isRefused: isWrong };
  }
}
