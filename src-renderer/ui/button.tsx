import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import styles from './button.module.css';
import { classNames } from './class-names';

/** `primary`: ink, one per view; `plain`: outlined; `quiet`: no frame until hovered; `danger`: cannot be taken back. */
export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  readonly kind?: ButtonKind;
  /** `small` is 24 px high, for rows and heads of panes. */
  readonly size?: 'small' | 'normal';
  /** A lucide icon, shown before the words. An icon alone needs `aria-label`. */
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
}

/** A button with a verb on it. */
export function Button({ kind = 'plain', size = 'normal', icon, children, ...rest }: ButtonProps) {
  return (
    <AriaButton
      {...rest}
      className={classNames(
        styles.button,
        styles[kind],
        size === 'small' && styles.small,
        !children && styles.iconOnly,
      )}
    >
      {icon}
      {children}
    </AriaButton>
  );
}
