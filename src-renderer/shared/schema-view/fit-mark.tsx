import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react';
import type { PayloadCheckOut } from '../../../src-server/contract/payload-check';
import { classNames } from '../../ui/class-names';
import layout from '../../ui/layout.module.css';
import { useUiLabels } from '../../ui/ui-labels';
import styles from './payload-fit.module.css';

interface FitMarkProps {
  /** Null: unknown. */
  readonly fits: boolean | null;
  readonly problems: PayloadCheckOut['problems'];
}

/** Whether something matches the schema, in one line: glyph, word and color say the same. */
export function FitMark({ fits, problems }: FitMarkProps) {
  const [first, ...others] = problems;
  const labels = useUiLabels().payload;
  if (fits) {
    return (
      <span className={classNames(styles.mark, layout.toneDelivered)}>
        <CircleCheck aria-hidden /> {labels.markFits}
      </span>
    );
  }
  if (!first) {
    return (
      <span className={classNames(styles.mark, styles.unsure)}>
        <CircleHelp aria-hidden /> {labels.markUnknown}
      </span>
    );
  }
  return (
    <span className={classNames(styles.mark, styles.violation)}>
      <TriangleAlert aria-hidden /> {labels.markViolation} {first.pointer || labels.whole} {first.message}
      {others.length > 0 && labels.markMore({ count: others.length })}
    </span>
  );
}
