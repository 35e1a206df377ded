import { type ReactNode, useId } from 'react';
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from 'react-aria-components';
import { classNames } from './class-names';
import layout from './layout.module.css';
import { type Need, useNeeds } from './needs/needs';
import styles from './switch.module.css';

interface SwitchProps extends Omit<AriaSwitchProps, 'className' | 'children' | 'style'> {
  readonly children: ReactNode;
  /** The consequence, in one sentence. */
  readonly hint?: ReactNode;
  /** What it calls: where the token may not, it is disabled and says why. */
  readonly needs?: Need | undefined;
}

/** On or off, with immediate effect. */
export function Switch({ children, hint, needs, ...rest }: SwitchProps) {
  const hintId = useId();
  return (
    <div className={`${layout.column} ${layout.top}`}>
      <AriaSwitch
        {...rest}
        {...useNeeds<HTMLLabelElement>(needs)}
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
