/** The specification lets a rate be over its limit by so much before it counts as too fast. */
export const TOLERANCE = 1.05;
/** Room to the right of the limit, so that arrivals above it can be seen. */
const HEADROOM = 1.25;

// Kept: to make one takes far longer than to use it, and a fleet of bars says two numbers each, all the time.
const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const TENTHS = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** Where the parts of a fuse bar are, as parts of its width from 0 to 1. */
export interface FuseBarGeometry {
  /** End of the filled part. */
  readonly fill: number;
  /** The hatched tolerance, from the limit on; null: there is no limit. */
  readonly zone: { readonly from: number; readonly until: number } | null;
  /** The needle of arrivals; null: nothing arrives. */
  readonly needle: number | null;
  /** True: more arrives than the bar can show, and the needle stands at its end. */
  readonly isOver: boolean;
}

/**
 * @param limit messages per second; null: none, then the bar ends a little above the larger of the two rates
 */
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

/** What the bar says: "212 of 250/s, inherited". */
export function fuseBarLabel(ratePerS: number, limit: number | null, isInherited: boolean): string {
  if (limit === null) return `${shortRate(ratePerS)}/s, no limit`;
  return `${shortRate(ratePerS)} of ${WHOLE.format(limit)}/s${isInherited ? ', inherited' : ''}`;
}

/** A rate without false precision: 0.2, 9.8, 212, 1,204. */
export function shortRate(perSecond: number): string {
  return (perSecond > 0 && perSecond < 10 ? TENTHS : WHOLE).format(perSecond);
}
