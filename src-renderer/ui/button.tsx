import { type ReactNode, useCallback } from 'react';
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
  /** The keys that do the same, as `Control+Z`. */
  readonly 'aria-keyshortcuts'?: string;
}

/** A button with a verb on it. */
export function Button({ kind = 'plain', size = 'normal', icon, children, ...rest }: ButtonProps) {
  const keys = rest['aria-keyshortcuts'];
  // React Aria leaves this attribute out.
  const tellKeys = useCallback(
    (element: HTMLButtonElement | null) => {
      if (keys === undefined) element?.removeAttribute('aria-keyshortcuts');
      else element?.setAttribute('aria-keyshortcuts', keys);
    },
    [keys],
  );
  return (
    <AriaButton
      {...rest}
      ref={tellKeys}
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
