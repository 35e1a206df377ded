import type { Clock } from '../../base/clock';
import type { NodeRow } from '../node-table';

/** A node as far as it is watched. */
export type Beating = Pick<NodeRow, 'id' | 'beat'>;

interface Seen {
  readonly beat: number;
  readonly changedUs: number;
}

/**
 * For how long the beat of each node has stood still, on this node's own clock. A reconnect starts the observations anew:
 * what answers then may be another server, behind the one that answered before.
 */
export class BeatWatch {
  readonly #clock: Clock;
  readonly #seen = new Map<string, Seen>();
  #sinceUs: number | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Call it with each response, after it has arrived: when it was asked for, a beat may still have changed. */
  see(nodes: readonly Beating[]): void {
    const nowUs = this.#clock.monotonicUs();
    this.#sinceUs ??= nowUs;
    const ids = new Set(nodes.map(({ id }) => id));
    for (const id of [...this.#seen.keys()]) if (!ids.has(id)) this.#seen.delete(id);
    for (const { id, beat } of nodes)
      if (this.#seen.get(id)?.beat !== beat) this.#seen.set(id, { beat, changedUs: nowUs });
  }

  /** Call it when a question failed. */
  startAnew(): void {
    this.#sinceUs = null;
  }

  /** Whether the beat of a node has stood still for so long, in responses to this connection. */
  hasStoodStill({ id, beat }: Beating, ms: number): boolean {
    const seen = this.#seen.get(id);
    if (!seen || seen.beat !== beat || this.#sinceUs === null) return false;
    return this.#clock.monotonicUs() - Math.max(seen.changedUs, this.#sinceUs) >= ms * 1000;
  }

  /** Milliseconds since a beat was seen to change; 0 for a node that has not been seen. */
  ageMs(id: string): number {
    const seen = this.#seen.get(id);
    return seen ? Math.round((this.#clock.monotonicUs() - seen.changedUs) / 1000) : 0;
  }
}
