import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button, type ButtonKind } from './button';
import styles from './button.module.css';
import { classNames } from './class-names';
import { type Need, useRefusal } from './needs/needs';

interface LinkButtonProps {
  /** Its target, within the pages. */
  readonly to: string;
  readonly kind?: ButtonKind;
  readonly size?: 'small' | 'normal';
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  /** What it leads to: where the token may not do that, it is a disabled button and says why. */
  readonly needs?: Need | undefined;
}

/** A link that looks like a button: it navigates, where a Button acts. */
export function LinkButton({ to, kind = 'plain', size = 'normal', icon, children, needs }: LinkButtonProps) {
  const refusal = useRefusal(needs);
  if (refusal !== null) return <Button {...{ kind, size, icon, needs, children }} />;
  return (
    <Link to={to} className={classNames(styles.button, styles[kind], size === 'small' && styles.small)}>
      {icon}
      {children}
    </Link>
  );
}
