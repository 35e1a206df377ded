import { useEffect, useRef } from 'react';
import { useLabels } from '../../look/look-context';
import type { SetupStep } from './setup-steps';

interface StepHeadingProps {
  readonly step: SetupStep;
  /** Which of all steps it is, from 1. */
  readonly number: number;
  readonly all: number;
}

/** The heading of a step. It takes the focus when the step begins, so that a screen reader says how far one is. */
export function StepHeading({ step, number, all }: StepHeadingProps) {
  const labels = useLabels().setup;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Afterwards, because the frame of the portal gives the focus to a new screen as a whole.
    const frame = requestAnimationFrame(() => heading.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <h2 ref={heading} tabIndex={-1}>
      <span className="visually-hidden">{labels.stepOf({ step: number, all })}</span>
      {labels.words[step]}
    </h2>
  );
}
