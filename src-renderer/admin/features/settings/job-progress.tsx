import { Label, ProgressBar } from 'react-aria-components';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import styles from './settings-pages.module.css';

interface JobProgressProps {
  readonly label: string;
  readonly value: number;
  /** 0: unknown. */
  readonly of: number;
  /** The progress, in words. */
  readonly valueLabel: string;
  readonly onStop: () => void;
}

/** A long operation: its progress, and a way to stop it. */
export function JobProgress({ label, value, of, valueLabel, onStop }: JobProgressProps) {
  const percent = of > 0 ? Math.min(100, (value / of) * 100) : 0;
  return (
    <div className={styles.progress}>
      <ProgressBar value={percent} valueLabel={valueLabel} className={classNames(styles.bar)}>
        <Label className={classNames(layout.label)}>{label}</Label>
        <span className={`${layout.muted} ${layout.numbers} ${layout.right}`}>{valueLabel}</span>
        <span className={styles.track}>
          <span className={styles.fill} style={{ inlineSize: `${percent}%` }} />
        </span>
      </ProgressBar>
      <Button size="small" needs="POST /background-task/{task}/stop" onPress={onStop}>
        Stop
      </Button>
    </div>
  );
}
