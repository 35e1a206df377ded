import { Plus, X } from 'lucide-react';
import { Button } from '../../ui/button';
import layout from '../../ui/layout.module.css';
import { NameLockup } from '../../ui/name-lockup';
import { TextField } from '../../ui/text-field';
import { useTypedName } from '../../ui/use-typed-name';
import styles from './event-type-picker.module.css';
import type { PickerLabels } from './picker-labels';

interface NamesElsewhereProps {
  /** All chosen names. */
  readonly chosen: ReadonlySet<string>;
  /** Those of them that are not in the reader's catalog. */
  readonly elsewhere: readonly string[];
  /** Those of them that are only counted, and cannot be removed. */
  readonly unnamed: ReadonlySet<string>;
  readonly onChange: (names: ReadonlySet<string>) => void;
  readonly labels: PickerLabels;
}

/** Event types chosen by name alone, and a way to choose another one. What stands in its input is chosen too. */
export function NamesElsewhere({ chosen, elsewhere, unnamed, onChange, labels }: NamesElsewhereProps) {
  const typed = useTypedName([...chosen], (names) => onChange(new Set(names)));
  const added = elsewhere.filter((name) => typed.others.includes(name));
  const names = added.filter((name) => !unnamed.has(name));
  const counted = added.length - names.length;
  const isUnknown = typed.name !== null && !typed.isWrong && elsewhere.includes(typed.name);
  return (
    <>
      {counted > 0 && <p className={layout.muted}>{labels.elsewhereCount({ count: counted })}</p>}
      {names.length > 0 && (
        <div className={styles.elsewhere}>
          <p className={layout.muted}>{labels.elsewhere}</p>
          <ul className={layout.chips}>
            {names.map((known) => (
              <li key={known} className={`${layout.inlineLine} ${layout.framed} ${styles.chip}`}>
                <NameLockup name={known} />
                <Button
                  kind="quiet"
                  size="small"
                  icon={<X aria-hidden />}
                  aria-label={labels.remove({ name: known })}
                  onPress={() => onChange(new Set([...chosen].filter((name) => name !== known)))}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
      <TextField
        label={labels.byName}
        isRequired={false}
        mono
        value={typed.text}
        onChange={typed.type}
        autoComplete="off"
        onKeyDown={(event) => {
          // In a form, Enter would save it before the name is read.
          if (event.key !== 'Enter') return event.continuePropagation();
          event.preventDefault();
          typed.addTyped();
        }}
        hint={isUnknown ? labels.byNameUnknown : labels.byNameHint}
        error={typed.isWrong ? labels.invalidName : null}
        action={
          <Button
            icon={<Plus aria-hidden />}
            isDisabled={typed.isEmpty || typed.isWrong}
            onPress={typed.addTyped}
          >
            {labels.add}
          </Button>
        }
      />
    </>
  );
}
