import type { ArrivalCurve } from './arrival-curve';
import type { SimulatedQueue } from './simulated-queue';

/** One value per second. NaN in a column of milliseconds: there is none. */
export interface SimulatedSeconds {
  readonly arrivals: Float64Array;
  readonly sends: Float64Array;
  /** What waits at its end, for its turn or for an answer. */
  readonly queue: Float64Array;
  readonly delayP50Ms: Float64Array;
  readonly delayP95Ms: Float64Array;
  /** How long the next message to leave has waited, at its end. */
  readonly oldestMs: Float64Array;
}

const COLUMNS = ['arrivals', 'sends', 'queue', 'delayP50Ms', 'delayP95Ms', 'oldestMs'] as const;
/** Points at which the delay is computed in a second that was not simulated. */
const POINTS = 20;
/** The sends of similar seconds differ by no more than this number, or by this fraction. */
const ALIKE_BY = 4;
const ALIKE_PART = 0.004;

/** Seconds that continue like those before them. */
export interface LikeStretch {
  readonly kind: 'calm' | 'queued';
  readonly seconds: number;
  /** Sends in each second. */
  readonly perSecond: number;
}

/** The result of a simulation. */
export interface SimulationOut {
  readonly seconds: SimulatedSeconds;
  /** When the marked messages left, in seconds from the start; null: they did not. */
  readonly markedS: readonly (number | null)[];
  /** Messages that arrived, left and were answered by the end. */
  readonly arrived: number;
  readonly sent: number;
  readonly answered: number;
  readonly longestDelayMs: number;
  /** When the message with the longest delay left, or the end if it is still waiting. */
  readonly longestAtS: number;
  /** The last moment at which a message was held up; null: none ever was. */
  readonly heldUntilS: number | null;
  /** True: some still are. */
  readonly isHeld: boolean;
}

/** Records each second of a simulation. */
export class SecondLog {
  /** When a held-up message last left, in microseconds. */
  lastHeldUs = Number.NEGATIVE_INFINITY;
  readonly #curve: ArrivalCurve;
  readonly #marks: readonly number[];
  readonly #markedS: (number | null)[];
  readonly #heldUs: number;
  readonly #columns = Object.fromEntries(COLUMNS.map((name) => [name, [] as number[]])) as unknown as Record<
    (typeof COLUMNS)[number],
    number[]
  >;
  #nextMark = 0;
  #longestUs = 0;
  #longestAtUs = 0;
  #delays = new Float64Array(1024);
  #sends = 0;
  #arrivedBefore = 0;
  /** Messages that waited for their turn at the end of each second. */
  readonly #waiting: number[] = [];

  /** @param heldUs messages that wait longer are held up */
  constructor(curve: ArrivalCurve, marks: readonly number[], heldUs: number) {
    this.#curve = curve;
    this.#marks = marks;
    this.#markedS = marks.map(() => null);
    this.#heldUs = heldUs;
  }

  get lastSends(): number {
    return this.#columns.sends.at(-1) ?? 0;
  }

  sent(number: number, arrivedUs: number, sentUs: number): void {
    if (this.#sends === this.#delays.length) {
      const larger = new Float64Array(2 * this.#delays.length);
      larger.set(this.#delays);
      this.#delays = larger;
    }
    const delayUs = sentUs - arrivedUs;
    this.#delays[this.#sends] = delayUs;
    this.#sends += 1;
    this.#note(delayUs, sentUs);
    if (number === this.#marks[this.#nextMark]) {
      this.#markedS[this.#nextMark] = sentUs / 1_000_000;
      this.#nextMark += 1;
    }
  }

  /** A simulated second has ended. */
  ended(queue: SimulatedQueue): void {
    const delays = this.#delays.subarray(0, this.#sends).sort();
    this.#push(queue, this.#sends, queue.arrived - this.#arrivedBefore, delays);
    this.#sends = 0;
    this.#arrivedBefore = queue.arrived;
  }

  /** Seconds that are not simulated: actual arrivals, and this many sends in each. */
  passOver(queue: SimulatedQueue, { kind, seconds, perSecond }: LikeStretch): void {
    const isCalm = kind === 'calm';
    const last = COLUMNS.map((name) => this.#columns[name].at(-1) ?? Number.NaN);
    for (let n = 1; n <= seconds; n++) {
      const fromUs = queue.nowUs;
      const before = queue.sent;
      const arrivals = this.#curve.countBy(fromUs + 1_000_000) - queue.arrived;
      const sends = isCalm ? arrivals : Math.round(perSecond * n) - Math.round(perSecond * (n - 1));
      queue.passOver(1_000_000, sends);
      this.#arrivedBefore = queue.arrived;
      this.#passMarks(before, sends, fromUs);
      if (isCalm) {
        // As in the last simulated second.
        for (const [index, name] of COLUMNS.entries()) this.#columns[name].push(last[index] ?? Number.NaN);
        this.#columns.arrivals[this.#columns.arrivals.length - 1] = arrivals;
        this.#columns.sends[this.#columns.sends.length - 1] = sends;
        this.#waiting.push(queue.arrived - queue.sent);
      } else this.#push(queue, sends, arrivals, this.#delaysBetween(before, sends, fromUs));
    }
  }

  /**
   * Whether the last seconds were alike: calm, with next to nothing waiting, or with a queue that never emptied. Null:
   * neither.
   */
  alike(seconds: number): Omit<LikeStretch, 'seconds'> | null {
    const sends = this.#columns.sends.slice(-seconds);
    const waiting = this.#waiting.slice(-seconds);
    if (sends.length < seconds) return null;
    const perSecond = sends.reduce((sum, count) => sum + count, 0) / seconds;
    const spread = Math.max(...sends) - Math.min(...sends);
    if (spread > Math.max(ALIKE_BY, ALIKE_PART * perSecond)) return null;
    if (waiting.every((count) => count > perSecond / 10)) return { kind: 'queued', perSecond };
    return waiting.every((count) => count <= perSecond / 50) ? { kind: 'calm', perSecond } : null;
  }

  result(queue: SimulatedQueue): SimulationOut {
    const oldestUs = queue.oldestUs ?? 0;
    if (oldestUs > this.#longestUs) [this.#longestUs, this.#longestAtUs] = [oldestUs, queue.nowUs];
    const isHeld = oldestUs > this.#heldUs;
    const heldUntilUs = isHeld ? queue.nowUs : this.lastHeldUs;
    return {
      seconds: Object.fromEntries(
        COLUMNS.map((name) => [name, Float64Array.from(this.#columns[name])]),
      ) as unknown as SimulatedSeconds,
      markedS: this.#markedS,
      arrived: queue.arrived,
      sent: queue.sent,
      answered: queue.answered,
      longestDelayMs: this.#longestUs / 1000,
      longestAtS: this.#longestAtUs / 1_000_000,
      heldUntilS: heldUntilUs === Number.NEGATIVE_INFINITY ? null : heldUntilUs / 1_000_000,
      isHeld,
    };
  }

  #push(queue: SimulatedQueue, sends: number, arrivals: number, delays: Float64Array): void {
    const oldestUs = queue.oldestUs;
    const rank = (part: number) =>
      (delays[Math.max(0, Math.ceil(delays.length * part) - 1)] ?? Number.NaN) / 1000;
    this.#columns.arrivals.push(arrivals);
    this.#columns.sends.push(sends);
    this.#columns.queue.push(queue.arrived - queue.answered);
    this.#columns.delayP50Ms.push(rank(0.5));
    this.#columns.delayP95Ms.push(rank(0.95));
    this.#columns.oldestMs.push(oldestUs === null ? Number.NaN : oldestUs / 1000);
    this.#waiting.push(queue.arrived - queue.sent);
  }

  #note(delayUs: number, sentUs: number): void {
    if (delayUs > this.#longestUs) [this.#longestUs, this.#longestAtUs] = [delayUs, sentUs];
    if (delayUs > this.#heldUs) this.lastHeldUs = sentUs;
  }

  /** Sorted delays of some of the sends of a second, in microseconds. */
  #delaysBetween(before: number, sends: number, fromUs: number): Float64Array {
    const delays = new Float64Array(POINTS);
    for (let point = 0; point < POINTS; point++) {
      const part = (point + 0.5) / POINTS;
      const sentUs = fromUs + part * 1_000_000;
      delays[point] = sentUs - this.#curve.atUs(before + Math.floor(part * sends));
      this.#note(delays[point] ?? 0, sentUs);
    }
    return delays.sort();
  }

  #passMarks(before: number, sends: number, fromUs: number): void {
    for (let mark = this.#marks[this.#nextMark]; mark !== undefined; mark = this.#marks[this.#nextMark]) {
      if (mark >= before + sends) return;
      this.#markedS[this.#nextMark] = (fromUs + ((mark - before) / sends) * 1_000_000) / 1_000_000;
      this.#nextMark += 1;
    }
  }
}
