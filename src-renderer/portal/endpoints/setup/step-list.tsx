import { Check } from 'lucide-react';
import { Link } from 'react-router';
import layout from '../../../ui/layout.module.css';
import { useLabels } from '../../look/look-context';
import styles from './setup.module.css';
import type { SetupStep } from './setup-steps';

interface StepListProps {
  readonly steps: readonly SetupStep[];
  readonly current: SetupStep;
  /** True: an event has arrived. */
  readonly hasArrived: boolean;
}

/** The steps in order, with the endpoint itself as the first, which is done. */
export function StepList({ steps, current, hasArrived }: StepListProps) {
  const labels = useLabels().setup;
  return (
    <nav aria-label={labels.steps}>
      <ol className={styles.steps}>
        <li className={`${layout.line2} ${layout.muted} ${layout.high28}`}>
          <Mark isDone number={1} />
          <span>{labels.words.endpoint}</span>
          <span className="visually-hidden">, {labels.done}</span>
        </li>
        {steps.map((step, index) => {
          // Whether a secret was stored, or code was added, is not known here.
          const isDone = step === 'test' && hasArrived;
          return (
            <li key={step} className={`${layout.line2} ${layout.muted} ${layout.high28}`}>
              <Mark isDone={isDone} number={index + 2} />
              <Link
                to={`?step=${step}`}
                replace
                className={`${layout.mutedLink} ${styles.stepLink}`}
                {...(step === current ? { 'aria-current': 'step' as const } : {})}
              >
                {labels.words[step]}
              </Link>
              {isDone && <span className="visually-hidden">, {labels.done}</span>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function Mark({ isDone, number }: { readonly isDone: boolean; readonly number: number }) {
  return (
    <span className={`${layout.middle} ${layout.fixed} ${styles.mark}`} aria-hidden>
      {isDone ? <Check /> : number}
    </span>
  );
}
