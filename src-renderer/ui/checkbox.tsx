import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from 'react-aria-components';
import styles from './checkbox.module.css';
import { classNames } from './class-names';
import layout from './layout.module.css';

interface CheckboxProps extends Omit<AriaCheckboxProps, 'className' | 'children' | 'style'> {
  /** The label next to the box; without it an `aria-label` is needed. */
  readonly children?: ReactNode;
  /** One sentence below the label. */
  readonly hint?: ReactNode;
}

/** A checkbox; `isIndeterminate` draws the third state of a group. */
export function Checkbox({ children, hint, ...rest }: CheckboxProps) {
  return (
    <AriaCheckbox {...rest} className={classNames(styles.checkbox)}>
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className={`${layout.middle} ${layout.fixed} ${styles.box}`} aria-hidden>
            <svg viewBox="0 0 16 16" aria-hidden>
              {isIndeterminate && <path d="M4 8h8" />}
              {isSelected && !isIndeterminate && <path d="M3.5 8.5 6.8 11.5 12.5 5" />}
            </svg>
          </span>
          {children && (
            <span className={layout.column}>
              {children}
              {hint && <span className={layout.meta}>{hint}</span>}
            </span>
          )}
        </>
      )}
    </AriaCheckbox>
  );
}
