import type { Cluster } from './interface/cluster';

/** What a node says about itself in its metrics. */
export class NodeMeasures {
  readonly #cluster: Pick<Cluster, 'selfId' | 'state' | 'beatAgeMs' | 'isTrusted'>;
  #owned: readonly number[] = [];
  #takeovers = 0;

  constructor(cluster: Pick<Cluster, 'selfId' | 'state' | 'beatAgeMs' | 'isTrusted' | 'onBeat'>) {
    this.#cluster = cluster;
    this.#look();
    cluster.onBeat(async () => this.#look());
  }

  /** How many slots it owns, as of its last beat. */
  slots(): number {
    return this.#owned.length;
  }

  /** Slots taken since the start, whoever had them before. One that was lost and taken again counts twice. */
  takeovers(): number {
    return this.#takeovers;
  }

  /** Milliseconds since its own last beat was answered. */
  beatAgeMs(): number {
    return Math.max(0, this.#cluster.beatAgeMs(this.#cluster.selfId()));
  }

  /** Whether it may send to its slots at this moment. */
  isTrusted(): boolean {
    return this.#cluster.isTrusted();
  }

  #look(): void {
    const self = this.#cluster.selfId();
    const owned = this.#cluster
      .state()
      .slots.filter(({ owner }) => owner === self)
      .map(({ slot }) => slot);
    const before = new Set(this.#owned);
    this.#takeovers += owned.filter((slot) => !before.has(slot)).length;
    this.#owned = owned;
  }
}
