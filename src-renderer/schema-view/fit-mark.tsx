import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react';
import { type PayloadCheckOut, problemInWords } from '../../src-server/contract/payload-check';
import { classNames } from '../ui/class-names';
import styles from './payload-fit.module.css';

export interface FitMarkProps {
  /** Null: that could not be found out. */
  readonly fits: boolean | null;
  readonly problems: PayloadCheckOut['problems'];
}

/** Whether something fits the schema, in one line: glyph, word and colour say the same. */
export function FitMark({ fits, problems }: FitMarkProps) {
  const [first, ...others] = problems;
  if (fits) {
    return (
      <span className={classNames(styles.mark, styles.fits)}>
        <CircleCheck aria-hidden /> fits the schema
      </span>
    );
  }
  if (!first) {
    return (
      <span className={classNames(styles.mark, styles.unsure)}>
        <CircleHelp aria-hidden /> may not fit: that could not be checked
      </span>
    );
  }
  return (
    <span className={classNames(styles.mark, styles.misfit)}>
      <TriangleAlert aria-hidden /> does not fit: {problemInWords(first)}
      {others.length > 0 && ` and ${others.length} more`}
    </span>
  );
}
