import { type ReactNode, useId } from 'react';
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from 'react-aria-components';
import { classNames } from './class-names';
import layout from './layout.module.css';
import styles from './switch.module.css';

interface SwitchProps extends Omit<AriaSwitchProps, 'className' | 'children' | 'style'> {
  readonly children: ReactNode;
  /** The consequence, in one sentence. */
  readonly hint?: ReactNode;
}

/** On or off, with immediate effect. */
export function Switch({ children, hint, ...rest }: SwitchProps) {
  const hintId = useId();
  return (
    <div className={`${layout.column} ${layout.top}`}>
      <AriaSwitch
        {...rest}
        {...(hint ? { 'aria-describedby': hintId } : {})}
        className={classNames(styles.switch)}
      >
        <span className={styles.track} aria-hidden>
          <span className={styles.thumb} />
        </span>
        <span className={layout.label}>{children}</span>
      </AriaSwitch>
      {hint && (
        <p id={hintId} className={`${layout.small} ${layout.lead} ${styles.hint}`}>
          {hint}
        </p>
      )}
    </div>
  );
}
