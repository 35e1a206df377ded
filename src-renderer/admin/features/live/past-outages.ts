import type { TrafficSeries } from '../../platform/live/traffic-ring';

/** An outage that is over. Times in seconds since 1970. */
interface PastOutage {
  /** The first failure that is known. */
  readonly fromS: number;
  /** The first success after it. */
  readonly untilS: number;
  /** False: it may have begun earlier, since no success before it is known. */
  readonly isBeginKnown: boolean;
}

/** Fewer failures in a row are no outage: the next retry was enough. */
const FAILURES_MIN = 3;
/** More would hide each other in a chart. */
const OUTAGES_MAX = 5;

/**
 * The longest outages within a chart that are over. An outage is a run of at least three attempts that all failed, from
 * the first failure to the first success after it. The order within one step of the series is not known: a step with any
 * success ends a run, so what is shorter than a step is not seen, and times are those of steps. A step of which nothing is
 * known may hide a success: what was before it is not counted.
 */
export function pastOutages({ stepS, at, columns }: TrafficSeries): readonly PastOutage[] {
  const outages: PastOutage[] = [];
  let isBeginKnown = false;
  let fromS = 0;
  let failures = 0;
  for (const [index, atS] of at.entries()) {
    const succeeded = columns.succeeded[index] ?? null;
    const failed = columns.failed[index] ?? null;
    if (succeeded === null || failed === null) {
      isBeginKnown = false;
      failures = 0;
    } else if (succeeded > 0) {
      if (Math.round(failures) >= FAILURES_MIN) outages.push({ fromS, untilS: atS, isBeginKnown });
      isBeginKnown = true;
      failures = 0;
    } else if (failed > 0) {
      if (failures === 0) fromS = atS;
      failures += failed * stepS;
    }
  }
  const length = (outage: PastOutage) => outage.untilS - outage.fromS;
  return outages.sort((a, b) => length(b) - length(a)).slice(0, OUTAGES_MAX);
}
