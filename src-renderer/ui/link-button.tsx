import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ButtonKind } from './button';
import styles from './button.module.css';
import { classNames } from './class-names';

interface LinkButtonProps {
  /** Its target, within the pages. */
  readonly to: string;
  readonly kind?: ButtonKind;
  readonly size?: 'small' | 'normal';
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

/** A link that looks like a button: it navigates, where a Button acts. */
export function LinkButton({ to, kind = 'plain', size = 'normal', icon, children }: LinkButtonProps) {
  return (
    <Link to={to} className={classNames(styles.button, styles[kind], size === 'small' && styles.small)}>
      {icon}
      {children}
    </Link>
  );
}
