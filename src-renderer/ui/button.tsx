import { type ReactNode, useCallback } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import styles from './button.module.css';
import { classNames } from './class-names';

/** `primary`: ink, one per view; `plain`: outlined; `quiet`: no outline until hovered; `danger`: cannot be undone. */
export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger';

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  readonly kind?: ButtonKind;
  /** `small` is 24 px high, for rows and pane heads. */
  readonly size?: 'small' | 'normal';
  /** A lucide icon, shown before the text. An icon alone needs an `aria-label`. */
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
  /** The keyboard shortcut of the button, as `Control+Z`. */
  readonly 'aria-keyshortcuts'?: string;
}

/** A button with a verb on it. */
export function Button({ kind = 'plain', size = 'normal', icon, children, ...rest }: ButtonProps) {
  const keys = rest['aria-keyshortcuts'];
  // React Aria drops this attribute.
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
      data-kind={kind}
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
