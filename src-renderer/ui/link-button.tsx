import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ButtonKind } from './button';
import styles from './button.module.css';
import { classNames } from './class-names';

export interface LinkButtonProps {
  /** Where it goes, within the pages. */
  readonly to: string;
  readonly kind?: ButtonKind;
  readonly size?: 'small' | 'normal';
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

/** A link that looks like a button: for going somewhere, as a Button is for doing something. */
export function LinkButton({ to, kind = 'plain', size = 'normal', icon, children }: LinkButtonProps) {
  return (
    <Link to={to} className={classNames(styles.button, styles[kind], size === 'small' && styles.small)}>
      {icon}
      {children}
    </Link>
  );
}
