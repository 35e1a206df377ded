import { Label, ProgressBar } from 'react-aria-components';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import styles from './job-progress.module.css';

export interface JobProgressProps {
  readonly label: string;
  readonly value: number;
  /** 0: nobody knows yet. */
  readonly of: number;
  /** How far it has come, in words. */
  readonly valueLabel: string;
  readonly onStop: () => void;
}

/** Something that takes a while: how far it has come, and the way to stop it. */
export function JobProgress({ label, value, of, valueLabel, onStop }: JobProgressProps) {
  const percent = of > 0 ? Math.min(100, (value / of) * 100) : 0;
  return (
    <div className={styles.progress}>
      <ProgressBar value={percent} valueLabel={valueLabel} className={classNames(styles.bar)}>
        <Label className={classNames(layout.label)}>{label}</Label>
        <span className={styles.text}>{valueLabel}</span>
        <span className={styles.track}>
          <span className={styles.fill} style={{ inlineSize: `${percent}%` }} />
        </span>
      </ProgressBar>
      <Button size="small" onPress={onStop}>
        Stop
      </Button>
    </div>
  );
}
