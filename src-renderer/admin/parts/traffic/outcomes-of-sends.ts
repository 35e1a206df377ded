/** Counts of equal spans of time, oldest first; NaN: unknown. */
interface EndedCounts {
  readonly sends: ArrayLike<number>;
  readonly succeeded: ArrayLike<number>;
  readonly failed: ArrayLike<number>;
}

/** How the sends of each span ended; what is missing from its sends has no answer yet. NaN: unknown. */
interface OutcomesOfSends {
  readonly succeeded: Float64Array;
  readonly failed: Float64Array;
}

/**
 * The outcomes in the spans in which their requests left. Answers come later, and many at once: drawn where they came, they
 * would stand above the limit, which no send exceeds. An answer is taken for that of the oldest send without one, and
 * dropped if that left before all this.
 */
export function outcomesOfSends({ sends, succeeded, failed }: EndedCounts): OutcomesOfSends {
  const blank = () => Float64Array.from(sends, (count) => (Number.isNaN(count) ? Number.NaN : 0));
  const of = { succeeded: blank(), failed: blank() };
  const open = Float64Array.from(sends);
  let oldest = 0;
  for (let at = 0; at < sends.length; at++) {
    if (Number.isNaN(open[at])) {
      oldest = at + 1; // nothing is known of what was on its way
      continue;
    }
    // Failures first: where an answer is missing, it is rather that of a success.
    for (const outcome of ['failed', 'succeeded'] as const) {
      let left = (outcome === 'failed' ? failed : succeeded)[at] || 0;
      while (left > 0 && oldest <= at) {
        const taken = Math.min(left, open[oldest] ?? 0);
        of[outcome][oldest] = (of[outcome][oldest] ?? 0) + taken;
        open[oldest] = (open[oldest] ?? 0) - taken;
        left -= taken;
        if (left > 0) oldest += 1;
      }
      oldest = Math.min(oldest, at);
    }
  }
  return of;
}
