/**
 * Simulates traffic through a queue and reports each second.
 *
 * It guarantees: the same input gives the same output; memory grows with the number of seconds, not of messages; work
 * is done in pieces of one second, so that the caller can show progress and stop.
 *
 * A long stretch in which nothing changes is not simulated message by message: if enough would follow, and the last
 * seconds were alike, the rest of the even stretch is assumed to continue like them. Arrivals stay exact; sends are the
 * mean of those seconds.
 */
import { ArrivalCurve } from './arrival-curve';
import { type LikeStretch, SecondLog, type SimulationOut } from './second-log';
import { type QueueFacts, SimulatedQueue } from './simulated-queue';
import type { TrafficShape } from './traffic-shape';

export interface SimulationIn extends QueueFacts {
  readonly shape: TrafficShape;
  /** The simulation ends before the shape does if nothing is held up from this second on; null: it never does. */
  readonly calmFromS: number | null;
  /** How long it continues after the shape while messages wait, in seconds. */
  readonly extraS: number;
  /** Messages whose send time is wanted, by number, ascending. */
  readonly marks: readonly number[];
}

/** The progress of a simulation. */
interface SimulationProgress {
  readonly atS: number;
  readonly ofS: number;
}

/** A message that waits longer than this, and longer than two slots, is held up. */
const HELD_US = 100_000;
/** How long it continues after everything is calm, so that the calm is visible. */
const LINGER_S = 5;
/** Minimum number of remaining sends that makes skipping worthwhile. */
const PASS_OVER_FROM_SENDS = 3_000_000;
const PASS_OVER_FROM_PER_S = 1000;
/** Enough similar seconds for a hundred thousand sends, within these bounds. */
const ALIKE_SENDS = 100_000;
const ALIKE_MOST_S = 10;
const ALIKE_LEAST_S = 3;

/** Runs the simulation; yields the progress after each second. */
export function* simulate(input: SimulationIn): Generator<SimulationProgress, SimulationOut> {
  const curve = new ArrivalCurve(input.shape);
  const heldUs = Math.max(HELD_US, input.limit === null ? 0 : 2_000_000 / input.limit);
  const log = new SecondLog(curve, input.marks, heldUs);
  const queue = new SimulatedQueue(curve, input, (number, arrivedUs, sentUs) =>
    log.sent(number, arrivedUs, sentUs),
  );
  const shapeS = Math.ceil(curve.endUs / 1_000_000);
  const ofS = shapeS + input.extraS;
  let calmS = 0;
  for (let atS = 1; atS <= ofS; atS++) {
    queue.advanceTo(atS * 1_000_000);
    log.ended(queue);
    yield { atS, ofS };
    const isQuiet = (queue.oldestUs ?? 0) <= heldUs && log.lastHeldUs < (atS - 1) * 1_000_000;
    calmS = isQuiet ? calmS + 1 : 0;
    if (atS >= shapeS && queue.answered === queue.arrived && queue.answered === curve.total) break;
    if (input.calmFromS !== null && atS >= input.calmFromS + LINGER_S && calmS >= LINGER_S) break;
    const passed = stretchToPassOver(curve, queue, log, ofS);
    if (passed) {
      log.passOver(queue, passed);
      atS += passed.seconds;
      yield { atS, ofS };
    }
  }
  return log.result(queue);
}

/** How many seconds continue like the last ones, and at which rate; null: unknown, or not worth it. */
function stretchToPassOver(
  curve: ArrivalCurve,
  queue: SimulatedQueue,
  log: SecondLog,
  ofS: number,
): LikeStretch | null {
  const atS = queue.nowUs / 1_000_000;
  const last = log.lastSends;
  if (last < PASS_OVER_FROM_PER_S || last * (ofS - atS) < PASS_OVER_FROM_SENDS) return null;
  const part = curve.partAt(queue.nowUs);
  const alikeS = Math.max(ALIKE_LEAST_S, Math.min(ALIKE_MOST_S, Math.ceil(ALIKE_SENDS / last)));
  if (!part || part.fromUs > (atS - alikeS) * 1_000_000) return null;
  const arrivingPerS = curve.countBy(queue.nowUs) - curve.countBy(queue.nowUs - 1_000_000);
  const alike = log.alike(alikeS);
  if (!alike) return null;
  const evenS = Math.min(Math.floor((part.untilUs - queue.nowUs) / 1_000_000), ofS - Math.ceil(atS)) - 1;
  if (alike.kind === 'calm') return evenS < 2 ? null : { ...alike, seconds: evenS };
  const { perSecond } = alike;
  // The queue must last to the end of it with a second's worth to spare; otherwise the assumption does not hold.
  const spare = queue.arrived - queue.sent - 1.5 * perSecond;
  const drainsInS =
    arrivingPerS < perSecond ? Math.floor(spare / (perSecond - arrivingPerS)) : Number.POSITIVE_INFINITY;
  const seconds = Math.min(evenS, drainsInS);
  return seconds < 2 ? null : { ...alike, seconds };
}
