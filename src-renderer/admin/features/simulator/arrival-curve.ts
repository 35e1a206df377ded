import type { TrafficShape } from './traffic-shape';

interface Stretch {
  readonly fromUs: number;
  readonly untilUs: number;
  /** Messages before it. */
  readonly before: number;
  readonly count: number;
  /** The part of the shape that contains it: the rate is constant within a part. */
  readonly part: EvenPart;
}

/** A period in which the same number arrives every second. */
interface EvenPart {
  readonly fromUs: number;
  readonly untilUs: number;
}

/** Products of a length and a count stay below this, so that they are exact. */
const EXACT = 2 ** 52;

/**
 * When each message of a shape arrives, in whole microseconds from the start, computed from its number: nothing is
 * stored per message, however many there are. Cheap if numbers and times mostly increase.
 */
export class ArrivalCurve {
  readonly total: number;
  readonly endUs: number;
  readonly #stretches: readonly Stretch[];
  #byNumber = 0;
  #byTime = 0;

  constructor(shape: TrafficShape) {
    const stretches: Stretch[] = [];
    let endUs = 0;
    let before = 0;
    for (const { seconds, count } of shape) {
      const part = { fromUs: endUs, untilUs: endUs + Math.round(seconds * 1_000_000) };
      const lengthUs = part.untilUs - part.fromUs;
      if (lengthUs === 0) continue;
      const partBefore = before;
      // In whole seconds, so that a whole rate is exact in each piece.
      const pieceS = Math.max(1, Math.floor(Math.sqrt(EXACT / (1_000_000 * Math.max(1, count / seconds)))));
      const pieces = Math.max(1, Math.ceil(seconds / pieceS));
      for (let n = 1; n <= pieces; n++) {
        const fromUs = endUs;
        endUs = n === pieces ? part.untilUs : part.fromUs + n * pieceS * 1_000_000;
        const upTo = Math.round((count * (endUs - part.fromUs)) / lengthUs) + partBefore;
        stretches.push({ fromUs, untilUs: endUs, before, count: upTo - before, part });
        before = upTo;
      }
    }
    this.#stretches = stretches;
    this.total = before;
    this.endUs = endUs;
  }

  /** When message `n` arrives, counted from 0; infinity: there is none. */
  atUs(n: number): number {
    if (n >= this.total) return Number.POSITIVE_INFINITY;
    let index = this.#byNumber;
    let stretch = this.#stretches[index] as Stretch;
    while (n < stretch.before) stretch = this.#stretches[--index] as Stretch;
    while (n >= stretch.before + stretch.count) stretch = this.#stretches[++index] as Stretch;
    this.#byNumber = index;
    return (
      stretch.fromUs + Math.floor(((n - stretch.before) * (stretch.untilUs - stretch.fromUs)) / stretch.count)
    );
  }

  /** How many have arrived by then, including one that arrives at that very moment. */
  countBy(us: number): number {
    if (us >= this.endUs) return this.total;
    if (us < 0) return 0;
    let index = this.#byTime;
    let stretch = this.#stretches[index] as Stretch;
    while (us < stretch.fromUs) stretch = this.#stretches[--index] as Stretch;
    while (us >= stretch.untilUs) stretch = this.#stretches[++index] as Stretch;
    this.#byTime = index;
    const { fromUs, untilUs, before, count } = stretch;
    // The n-th arrives at floor(n * length / count): the largest n for which that is not later than `us`.
    return before + Math.min(count, Math.floor(((us - fromUs + 1) * count - 1) / (untilUs - fromUs)) + 1);
  }

  /** The part of the shape that contains this moment; null: the shape is over. */
  partAt(us: number): EvenPart | null {
    return this.#stretches.find(({ untilUs }) => us < untilUs)?.part ?? null;
  }
}
