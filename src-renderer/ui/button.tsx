import { type ReactNode, useCallback } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import styles from './button.module.css';
import { classNames } from './class-names';
import { type Need, tell, useRefusal } from './needs/needs';

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
  /** What it calls: where the token may not, it is disabled and says why. */
  readonly needs?: Need | undefined;
}

/** A button with a verb on it. */
export function Button({ kind = 'plain', size = 'normal', icon, children, needs, ...rest }: ButtonProps) {
  const keys = rest['aria-keyshortcuts'];
  const refusal = useRefusal(needs);
  // React Aria drops these attributes.
  const tellAll = useCallback(
    (element: HTMLButtonElement | null) =>
      tell(element, { 'aria-keyshortcuts': keys, 'aria-description': refusal, title: refusal }),
    [keys, refusal],
  );
  return (
    <AriaButton
      {...rest}
      {...(refusal === null ? {} : { isDisabled: true })}
      ref={tellAll}
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
