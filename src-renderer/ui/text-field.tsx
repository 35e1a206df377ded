import type { ReactNode } from 'react';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
} from 'react-aria-components';
import { classNames } from './class-names';
import styles from './field.module.css';
import layout from './layout.module.css';
import { useUiLabels } from './ui-labels';

interface TextFieldProps extends Omit<AriaTextFieldProps, 'className' | 'children' | 'style'> {
  readonly label: string;
  /** True: only read out, since what is above says it. */
  readonly isLabelHidden?: boolean;
  /** One sentence below the input: its purpose or its rule. */
  readonly hint?: ReactNode;
  /** What is wrong, in words; null if nothing is. Shown by the field and read out with it. */
  readonly error?: ReactNode;
  readonly placeholder?: string;
  /** True for names, addresses, tokens and ids. */
  readonly mono?: boolean;
  /** Number of lines of a text area; absent: a one-line input. */
  readonly lines?: number;
  /** A control at the right of the input, such as show or copy. */
  readonly action?: ReactNode;
}

/** A labelled text input with its hint and its error. */
export function TextField({
  label,
  isLabelHidden,
  hint,
  error,
  placeholder,
  mono,
  lines,
  action,
  isRequired,
  ...rest
}: TextFieldProps) {
  const labels = useUiLabels();
  const inputClass = classNames(styles.input, mono && styles.mono);
  return (
    <AriaTextField
      {...rest}
      {...(isRequired === undefined ? {} : { isRequired })}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={classNames(layout.shrinkingStack1)}
    >
      <Label className={classNames(isLabelHidden ? 'visually-hidden' : styles.label)}>
        {label}
        {isRequired === false && <span className={layout.optional}> {labels.optional}</span>}
      </Label>
      <div className={styles.row}>
        {lines ? (
          <TextArea className={inputClass} rows={lines} placeholder={placeholder ?? ''} spellCheck={!mono} />
        ) : (
          <Input
            className={inputClass}
            placeholder={placeholder ?? ''}
            spellCheck={mono ? false : undefined}
          />
        )}
        {action}
      </div>
      {hint && (
        <Text slot="description" className={classNames(layout.meta)}>
          {hint}
        </Text>
      )}
      <FieldError className={classNames(layout.flex, layout.gapClose, layout.failedMeta)}>{error}</FieldError>
    </AriaTextField>
  );
}
