import { X } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';
import { Button } from './button';
import { classNames } from './class-names';
import { FlagChip } from './flag-chip';
import styles from './flags-field.module.css';
import layout from './layout.module.css';
import { TextField } from './text-field';
import { useTypedName } from './use-typed-name';

interface FlagsFieldProps {
  readonly label: string;
  readonly flags: readonly string[];
  readonly onChange: (flags: readonly string[]) => void;
  /** Flags in use elsewhere, offered as one-click choices. */
  readonly known: readonly string[];
  readonly hint?: string;
  readonly autoFocus?: boolean;
}

/**
 * A set of feature flags: chips to remove, known ones to add, and an input for a new one. What stands in the input counts
 * too, even before it is valid: a form that is saved needs `every(isValidName)`.
 */
export function FlagsField({ label, flags, onChange, known, hint, autoFocus = false }: FlagsFieldProps) {
  const { text, isEmpty, isWrong, others: chips, type, addTyped } = useTypedName(flags, onChange);
  const others = known.filter((flag) => !chips.includes(flag));
  return (
    <fieldset className={`${layout.stack2} ${layout.shrinking} ${styles.set}`}>
      <legend className="visually-hidden">{label}</legend>
      <TextField
        label={label}
        mono
        autoFocus={autoFocus}
        value={text}
        onChange={type}
        onKeyDown={(event) => {
          // Such as Escape, which closes the sheet around it.
          if (event.key !== 'Enter' && event.key !== ',') return event.continuePropagation();
          event.preventDefault();
          addTyped();
        }}
        placeholder="beta"
        error={isWrong ? 'Use letters, digits, hyphens, underscores and periods.' : null}
        hint={hint}
        action={
          <Button onPress={addTyped} isDisabled={isEmpty || isWrong}>
            Add flag
          </Button>
        }
      />
      {chips.length > 0 && (
        <ul className={styles.chips} aria-label="Chosen flags">
          {chips.map((flag) => (
            <li key={flag} className={`${layout.inlineLine} ${layout.shrinking}`}>
              <FlagChip flag={flag} />
              <AriaButton
                className={classNames(styles.remove)}
                aria-label={`Remove flag ${flag}`}
                onPress={() => onChange(flags.filter((other) => other !== flag))}
              >
                <X aria-hidden />
              </AriaButton>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <div className={`${layout.meta} ${styles.known}`}>
          <span>In use:</span>
          {others.map((flag) => (
            <AriaButton
              key={flag}
              className={classNames(styles.offer)}
              aria-label={`Add flag ${flag}`}
              // What else is typed stays in the input.
              onPress={() => (text.trim() === flag ? addTyped() : onChange([...flags, flag]))}
            >
              <FlagChip flag={flag} />
            </AriaButton>
          ))}
        </div>
      )}
    </fieldset>
  );
}
