import type { ReactNode } from 'react';
import type {
  PayloadAlternative,
  PayloadProblem,
  PayloadViolation,
} from '../../../src-server/contract/payload-check';
import layout from '../../ui/layout.module.css';
import { Reworded } from '../../ui/reworded';
import { useUiLabels } from '../../ui/ui-labels';
import styles from './payload-fit.module.css';
import type { TextPlace } from './text-place';

/** Finds the place of a pointer in the text beside the list, and goes there. */
export interface PayloadPlaces {
  readonly placeOf: (pointer: string) => TextPlace;
  readonly onGo: (place: TextPlace) => void;
}

interface ProblemListProps<T extends PayloadProblem> {
  readonly problems: readonly T[];
  /** Absent: there is no text to go to. */
  readonly places?: PayloadPlaces | undefined;
  /** More about one problem, shown after it. */
  readonly more?: (problem: T) => ReactNode;
}

/** What does not match, one line each: where, what is wrong there, and why each alternative failed. */
export function ProblemList<T extends PayloadProblem>({ problems, places, more }: ProblemListProps<T>) {
  return (
    <ul className={`${layout.stackClosest} ${layout.breakable} ${styles.problems}`}>
      {problems.map((problem) => (
        <li key={`${problem.pointer} ${problem.message}`}>
          <Violation violation={problem} places={places} />
          {more?.(problem)}
          {problem.alternatives?.map((alternative) => (
            <Alternative key={alternative.position} alternative={alternative} places={places} />
          ))}
        </li>
      ))}
    </ul>
  );
}

interface ViolationProps {
  readonly violation: PayloadViolation;
  readonly places: PayloadPlaces | undefined;
}

function Violation({ violation: { pointer, message }, places }: ViolationProps) {
  const labels = useUiLabels().payload;
  const text = (
    <>
      {pointer === '' ? <span>{labels.whole}</span> : <code translate="no">{pointer}</code>}{' '}
      <Reworded sentence={message} />
    </>
  );
  if (!places) return text;
  const place = places.placeOf(pointer);
  return (
    <button
      type="button"
      className={`${layout.bare} ${layout.hovering} ${styles.problem}`}
      onClick={() => places.onGo(place)}
    >
      <span>{text}</span>
      <span className={`${layout.fixed} ${layout.meta}`}>{labels.line({ line: place.line })}</span>
    </button>
  );
}

interface AlternativeProps {
  readonly alternative: PayloadAlternative;
  readonly places: PayloadPlaces | undefined;
}

function Alternative({ alternative: { position, label, problems }, places }: AlternativeProps) {
  const labels = useUiLabels().payload;
  return (
    <details className={styles.alternative}>
      <summary>{labels.alternative({ position, label: label || 'none', count: problems.length })}</summary>
      <ul className={`${layout.stackClosest} ${layout.breakable} ${styles.problems}`}>
        {problems.map((problem) => (
          <li key={`${problem.pointer} ${problem.message}`}>
            <Violation violation={problem} places={places} />
          </li>
        ))}
      </ul>
    </details>
  );
}
