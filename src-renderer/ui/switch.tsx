import type { ReactNode } from 'react';
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from 'react-aria-components';
import { classNames } from './class-names';
import styles from './switch.module.css';

export interface SwitchProps extends Omit<AriaSwitchProps, 'className' | 'children' | 'style'> {
  readonly children: ReactNode;
  /** The consequence, in one sentence. */
  readonly hint?: ReactNode;
}

/** On or off, acting at once. */
export function Switch({ children, hint, ...rest }: SwitchProps) {
  return (
    <AriaSwitch {...rest} className={classNames(styles.switch)}>
      <span className={styles.track} aria-hidden>
        <span className={styles.thumb} />
      </span>
      <span className={styles.words}>
        <span className={styles.label}>{children}</span>
        {hint && <span className={styles.hint}>{hint}</span>}
      </span>
    </AriaSwitch>
  );
}
