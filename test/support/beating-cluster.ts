import type { Cluster } from '../../src-server/cluster/interface/cluster';

type Listened = Pick<Cluster, 'isHousekeeper' | 'onHousekeeping' | 'onBeat' | 'onRejoined'>;

/** What a cluster tells the rest of a node, by hand. */
export class BeatingCluster implements Listened {
  readonly #afterBeat: (() => Promise<void>)[] = [];
  readonly #afterRejoining: (() => Promise<void>)[] = [];
  readonly #housekeeping: ((isKept: boolean) => void)[] = [];
  #isHousekeeper = false;

  isHousekeeper(): boolean {
    return this.#isHousekeeper;
  }

  onHousekeeping(listener: (isKept: boolean) => void): void {
    this.#housekeeping.push(listener);
  }

  onBeat(listener: () => Promise<void>): void {
    this.#afterBeat.push(listener);
  }

  onRejoined(listener: () => Promise<void>): void {
    this.#afterRejoining.push(listener);
  }

  /** A beat was answered; resolves when everybody has done what follows. */
  async beat(): Promise<void> {
    for (const listener of this.#afterBeat) await listener();
  }

  async rejoin(): Promise<void> {
    for (const listener of this.#afterRejoining) await listener();
  }

  keepHouse(isKept: boolean): void {
    this.#isHousekeeper = isKept;
    for (const listener of this.#housekeeping) listener(isKept);
  }
}
