import type { ReactNode } from 'react';
import type { PayloadProblem } from '../../../src-server/contract/payload-check';
import { useUiLabels } from '../../ui/ui-labels';
import styles from './payload-fit.module.css';

interface ProblemListProps<T extends PayloadProblem> {
  readonly problems: readonly T[];
  /** More about one problem, shown after it. */
  readonly more?: (problem: T) => ReactNode;
}

/** What does not match, one line each: where, and what is wrong there. */
export function ProblemList<T extends PayloadProblem>({ problems, more }: ProblemListProps<T>) {
  const labels = useUiLabels().payload;
  return (
    <ul className={styles.problems}>
      {problems.map((problem) => (
        <li key={`${problem.pointer} ${problem.message}`}>
          {problem.pointer === '' ? (
            <span>{labels.whole}</span>
          ) : (
            <code translate="no">{problem.pointer}</code>
          )}{' '}
          {problem.message}
          {more?.(problem)}
        </li>
      ))}
    </ul>
  );
}
