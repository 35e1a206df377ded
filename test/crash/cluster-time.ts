/** Something that will happen. */
interface Planned {
  readonly atUs: number;
  readonly order: number;
  task: (() => void) | null;
}

/**
 * The true time of a world with several machines, in microseconds since its beginning. No machine in it can read it:
 * each has a clock of its own. Receivers, networks and the database live by it.
 */
export class TrueTime {
  #nowUs = 0;
  #order = 0;
  /** A binary heap. */
  readonly #planned: Planned[] = [];

  get nowUs(): number {
    return this.#nowUs;
  }

  /** Runs `task` at this time, after everything planned for the same time before. @returns a function that cancels it */
  at(atUs: number, task: () => void): () => void {
    const planned: Planned = { atUs: Math.max(atUs, this.#nowUs), order: this.#order++, task };
    this.#rise(planned);
    return () => {
      planned.task = null;
    };
  }

  after(delayUs: number, task: () => void): () => void {
    return this.at(this.#nowUs + Math.max(0, delayUs), task);
  }

  /** From one happening to the next. */
  async advance(us: number): Promise<void> {
    const endUs = this.#nowUs + us;
    await settle();
    for (let next = this.#next(endUs); next; next = this.#next(endUs)) {
      this.#nowUs = next.atUs;
      if (!next.task) continue;
      next.task();
      await settle();
    }
    this.#nowUs = endUs;
  }

  /** Takes what is planned first off the heap. Undefined: nothing until then. */
  #next(endUs: number): Planned | undefined {
    const [first] = this.#planned;
    if (!first || first.atUs > endUs) return undefined;
    const last = this.#planned.pop() as Planned;
    if (last !== first) this.#sink(last);
    return first;
  }

  #rise(planned: Planned): void {
    const heap = this.#planned;
    let at = heap.length;
    for (; at > 0; at = (at - 1) >> 1) {
      const parent = heap[(at - 1) >> 1] as Planned;
      if (isBefore(parent, planned)) break;
      heap[at] = parent;
    }
    heap[at] = planned;
  }

  /** Puts it in the place of the first. */
  #sink(planned: Planned): void {
    const heap = this.#planned;
    let at = 0;
    for (;;) {
      const left = heap[2 * at + 1];
      const right = heap[2 * at + 2];
      if (!left) break;
      const isRight = right !== undefined && isBefore(right, left);
      const child = isRight ? right : left;
      if (isBefore(planned, child)) break;
      heap[at] = child;
      at = 2 * at + (isRight ? 2 : 1);
    }
    heap[at] = planned;
  }
}

function isBefore(a: Planned, b: Planned): boolean {
  return a.atUs < b.atUs || (a.atUs === b.atUs && a.order < b.order);
}

/** Everything that follows at this moment, in all processes. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
