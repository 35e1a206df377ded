/** Attempts that ended, by outcome. */
export interface Outcomes {
  readonly succeeded: number;
  readonly failed: number;
}

export const OUTCOMES = ['failed', 'succeeded'] as const satisfies readonly (keyof Outcomes)[];

/** How an outcome is drawn and called, in every chart. Hatching tells failures apart without color. */
interface OutcomeLook {
  readonly tone: 'delivered' | 'failed';
  readonly word: 'delivered' | 'failed';
  readonly isHatched: boolean;
}

const LOOKS: Readonly<Record<keyof Outcomes, OutcomeLook>> = {
  failed: { tone: 'failed', word: 'failed', isHatched: true },
  succeeded: { tone: 'delivered', word: 'delivered', isHatched: false },
};

/** The only place that gives an outcome a color: attempts that fail are never drawn as delivered. */
export function outcomeLook(outcome: keyof Outcomes): OutcomeLook {
  return LOOKS[outcome];
}

/** A part of a stacked bar, from the base up. */
interface StackPart {
  readonly outcome: keyof Outcomes;
  readonly look: OutcomeLook;
  readonly from: number;
  readonly until: number;
}

/** The parts of a bar: failures stand on the base, where a few among many are seen. Empty parts are left out. */
export function outcomeStack({ succeeded, failed }: Outcomes): readonly StackPart[] {
  const parts: readonly StackPart[] = [
    { outcome: 'failed', look: LOOKS.failed, from: 0, until: failed },
    { outcome: 'succeeded', look: LOOKS.succeeded, from: failed, until: failed + succeeded },
  ];
  return parts.filter(({ from, until }) => until > from);
}
