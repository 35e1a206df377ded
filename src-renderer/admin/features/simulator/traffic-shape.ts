/** Messages that arrive evenly over a stretch of time. */
interface TrafficPart {
  /** Length in seconds; above 0. */
  readonly seconds: number;
  /** Messages in it, evenly spaced; the first at its start. */
  readonly count: number;
}

/** What arrives, part after part, from second 0 on. */
export type TrafficShape = readonly TrafficPart[];

/** A constant rate. */
export function steadyShape(perSecond: number, seconds: number): TrafficShape {
  return [{ seconds, count: perSecond * seconds }];
}

/** How long only the base arrives before a burst, in seconds. */
export const BURST_LEAD_S = 5;

/** A burst on top of a steady base. `perSecond` is what arrives in addition to the base while it lasts. */
export function burstShape(burst: {
  readonly base: number;
  readonly perSecond: number;
  readonly seconds: number;
  /** How long the base continues after it. */
  readonly tailS: number;
}): TrafficShape {
  const { base, perSecond, seconds, tailS } = burst;
  return [
    { seconds: BURST_LEAD_S, count: base * BURST_LEAD_S },
    { seconds, count: (base + perSecond) * seconds },
    { seconds: tailS, count: base * tailS },
  ];
}

/**
 * What an endpoint actually received, evenly within each bucket.
 * @param buckets when each began, in seconds since 1970, and what arrived in it; a missing one had no arrivals
 */
export function recordedShape(
  buckets: readonly { readonly at: number; readonly arrivals: number }[],
  range: { readonly fromS: number; readonly untilS: number; readonly stepS: number },
): TrafficShape {
  const { fromS, untilS, stepS } = range;
  const counts = new Map(buckets.map(({ at, arrivals }) => [at, arrivals]));
  const parts: TrafficPart[] = [];
  for (let at = fromS; at < untilS; at += stepS) parts.push({ seconds: stepS, count: counts.get(at) ?? 0 });
  return parts;
}

export function shapeCount(shape: TrafficShape): number {
  return shape.reduce((sum, { count }) => sum + count, 0);
}

/** The arrivals per second in the busiest part. */
export function shapePeak(shape: TrafficShape): number {
  return shape.reduce((most, { seconds, count }) => Math.max(most, count / seconds), 0);
}
