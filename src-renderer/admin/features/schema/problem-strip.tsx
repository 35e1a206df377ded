import { ChevronDown, ChevronUp, CircleAlert, CircleCheck, FlaskConical, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import styles from './problem-strip.module.css';
import type { RowProblem } from './use-schema-problems';

interface ProblemStripProps {
  readonly problems: readonly RowProblem[];
  /** True while the document is not JSON: then nothing is known about it, and another place says why. */
  readonly broken: boolean;
  /** True while the instance could not be reached: then the list is incomplete. */
  readonly partial: boolean;
  readonly onGo: (problem: RowProblem) => void;
  readonly onCheckPayload: () => void;
}

/** The problems, in a line that expands; each links to its row. */
export function ProblemStrip({ problems, broken, partial, onGo, onCheckPayload }: ProblemStripProps) {
  const [open, setOpen] = useState(false);
  const errors = problems.filter(({ level }) => level === 'error').length;
  const shown = open && !broken && problems.length > 0;
  return (
    <section className={styles.strip} aria-label="Problems">
      <div className={styles.bar}>
        {broken ? (
          <span className={layout.meta}>Not checked until the JSON is correct</span>
        ) : problems.length === 0 ? (
          <span className={classNames(styles.sum, styles.fine)}>
            <CircleCheck aria-hidden />
            No problems
          </span>
        ) : (
          <Button
            kind="quiet"
            size="small"
            aria-expanded={open}
            onPress={() => setOpen(!open)}
            icon={
              errors > 0 ? (
                <CircleAlert aria-hidden className={classNames(layout.toneFailed)} />
              ) : (
                <TriangleAlert aria-hidden className={classNames(layout.toneWaiting)} />
              )
            }
          >
            {summary(errors, problems.length - errors)}
            {open ? <ChevronDown aria-hidden /> : <ChevronUp aria-hidden />}
          </Button>
        )}
        {partial && <span className={layout.meta}>The instance could not be reached</span>}
        <span className={layout.space} />
        <span
          className={styles.badge}
          title="A schema tells customers what to expect. Sending never checks it."
        >
          Not enforced when sending
        </span>
        <Button size="small" icon={<FlaskConical aria-hidden />} isDisabled={broken} onPress={onCheckPayload}>
          Check a payload
        </Button>
      </div>
      {shown && (
        <ul className={styles.list}>
          {problems.map((problem) => (
            <li key={`${problem.pointer} ${problem.label}`}>
              <button type="button" className={styles.problem} onClick={() => onGo(problem)}>
                {problem.level === 'error' ? (
                  <CircleAlert aria-label="Error" className={layout.toneFailed} />
                ) : (
                  <TriangleAlert aria-label="Warning" className={layout.toneWaiting} />
                )}
                <span className={layout.wrapping}>{problem.label}</span>
                <code className={styles.where}>{problem.row || 'event'}</code>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function summary(errors: number, warnings: number): string {
  const one = (count: number, word: string) =>
    count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`];
  return [...one(errors, 'error'), ...one(warnings, 'warning')].join(', ');
}
