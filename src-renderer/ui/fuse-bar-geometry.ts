/** The specification tolerates a rate this far over its limit before it counts as too fast. */
export const TOLERANCE = 1.05;
/** Space to the right of the limit, so that arrivals above it are visible. */
const HEADROOM = 1.25;

// Cached: creating one takes far longer than using it, and each bar of a fleet constantly formats two numbers.
const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const TENTHS = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** The positions of the parts of a fuse bar, as fractions of its width. */
interface FuseBarGeometry {
  /** End of the filled part. */
  readonly fill: number;
  /** The hatched tolerance, starting at the limit; null: there is no limit. */
  readonly zone: { readonly from: number; readonly until: number } | null;
  /** The needle of arrivals; null: nothing arrives. */
  readonly needle: number | null;
  /** True: arrivals exceed the range of the bar, and the needle is at its end. */
  readonly isOver: boolean;
}

/** @param limit messages per second; null: none, and the bar ends a little above the larger of the two rates */
export function fuseBarGeometry(
  ratePerS: number,
  arrivalsPerS: number,
  limit: number | null,
): FuseBarGeometry {
  const end = (limit ?? Math.max(ratePerS, arrivalsPerS, 1)) * HEADROOM;
  const part = (value: number) => Math.min(1, Math.max(0, value / end));
  return {
    fill: part(ratePerS),
    zone: limit === null ? null : { from: part(limit), until: part(limit * TOLERANCE) },
    needle: arrivalsPerS > 0 ? part(arrivalsPerS) : null,
    isOver: arrivalsPerS > end,
  };
}

interface FuseBarFacts {
  readonly ratePerS: number;
  readonly failedPerS: number;
  readonly limit: number | null;
  readonly isInherited: boolean;
}

/** What the bar says: "212 of 250/s, application limit", "10 of 10/s, 4/s fail". */
export function fuseBarLabel({ ratePerS, failedPerS, limit, isInherited }: FuseBarFacts): string {
  const rate =
    limit === null
      ? `${shortRate(ratePerS)}/s, no limit`
      : `${shortRate(ratePerS)} of ${WHOLE.format(limit)}/s`;
  const failing = failedPerS > 0 ? `, ${shortRate(failedPerS)}/s fail` : '';
  return `${rate}${failing}${limit !== null && isInherited ? ', application limit' : ''}`;
}

/** A rate without false precision: 0.2, 9.8, 212, 1,204. */
export function shortRate(perSecond: number): string {
  return (perSecond > 0 && perSecond < 10 ? TENTHS : WHOLE).format(perSecond);
}
