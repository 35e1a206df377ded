import type { ReactNode } from 'react';
import { Link } from 'react-router';
import button from '../ui/button.module.css';
import { classNames } from '../ui/class-names';

/** A link that is the main action of a screen and looks like it. */
export function ButtonLink({
  to,
  kind = 'primary',
  onClick,
  children,
}: {
  readonly to: string;
  readonly kind?: 'primary' | 'plain';
  readonly onClick?: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Link to={to} className={classNames(button.button, button[kind])} {...(onClick && { onClick })}>
      {children}
    </Link>
  );
}
