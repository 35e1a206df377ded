import {
  ChevronDown,
  ChevronUp,
  CircleAlert,
  CircleCheck,
  FlaskConical,
  Info,
  TriangleAlert,
} from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import type { RowProblem } from './draft/use-schema-problems';
import type { ProblemLevel } from './model/lint-schema';
import styles from './schema-screen.module.css';

interface ProblemStripProps {
  readonly problems: readonly RowProblem[];
  /** True while the document is not JSON: then nothing is known about it, and another place says why. */
  readonly broken: boolean;
  /** True while the instance could not be reached: then the list is incomplete. */
  readonly partial: boolean;
  readonly onGo: (problem: RowProblem) => void;
  /** Removes what is unused, or discards what was typed. */
  readonly onSettle: (problem: RowProblem) => void;
  readonly onCheckPayload: () => void;
}

/** The problems, in a line that expands; each links to its row. */
export function ProblemStrip(props: ProblemStripProps) {
  const { problems, broken, partial, onGo, onSettle, onCheckPayload } = props;
  const [open, setOpen] = useState(false);
  const worst = problems[0]?.level;
  const shown = open && !broken && problems.length > 0;
  return (
    <section className={`${layout.column} ${layout.fixed} ${styles.strip}`} aria-label="Problems">
      <div className={`${layout.chips} ${layout.centered} ${styles.bar}`}>
        {broken ? (
          <span className={layout.meta}>Not checked until the JSON is correct</span>
        ) : problems.length === 0 ? (
          <span className={classNames(layout.inlineLineClose, layout.muted, styles.sum, styles.fine)}>
            <CircleCheck aria-hidden />
            No problems
          </span>
        ) : (
          <Button
            kind="quiet"
            size="small"
            aria-expanded={open}
            onPress={() => setOpen(!open)}
            icon={worst && <LevelIcon level={worst} />}
          >
            {summary(problems)}
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
            <li key={`${problem.pointer} ${problem.label}`} className={layout.lineFlat}>
              <button
                type="button"
                className={`${layout.hovering} ${layout.insetRing} ${styles.problem}`}
                onClick={() => onGo(problem)}
              >
                <LevelIcon level={problem.level} isNamed />
                <span className={layout.wrapping}>{problem.label}</span>
                <code className={`${layout.fixed} ${layout.cut} ${styles.where}`}>
                  {problem.row || 'event'}
                </code>
              </button>
              {(problem.isUnused || problem.field) && (
                <Button
                  kind="quiet"
                  size="small"
                  aria-label={`${problem.field ? 'Discard the text' : 'Remove'}: ${problem.label}`}
                  onPress={() => onSettle(problem)}
                >
                  {problem.field ? 'Discard' : 'Remove'}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function LevelIcon({ level, isNamed = false }: { readonly level: ProblemLevel; readonly isNamed?: boolean }) {
  const { Icon, name, tone } = LEVELS[level];
  const label = isNamed ? { 'aria-label': name } : { 'aria-hidden': true };
  return <Icon {...label} className={classNames(tone)} />;
}

const LEVELS = {
  error: { Icon: CircleAlert, name: 'Error', tone: layout.toneFailed },
  warning: { Icon: TriangleAlert, name: 'Warning', tone: layout.toneWaiting },
  notice: { Icon: Info, name: 'Notice', tone: layout.muted },
} as const;

function summary(problems: readonly RowProblem[]): string {
  const parts = (['error', 'warning', 'notice'] as const).map((level) => {
    const count = problems.filter((problem) => problem.level === level).length;
    return count > 0 && `${count} ${level}${count === 1 ? '' : 's'}`;
  });
  return parts.filter(Boolean).join(', ');
}
