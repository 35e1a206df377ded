import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { isValidName } from '../../../src-server/contract/names';
import { Button } from '../../ui/button';
import layout from '../../ui/layout.module.css';
import { NameLockup } from '../../ui/name-lockup';
import { TextField } from '../../ui/text-field';
import styles from './event-type-picker.module.css';
import type { PickerLabels } from './picker-labels';

interface NamesElsewhereProps {
  /** Chosen names that are not in the reader's catalog. */
  readonly names: readonly string[];
  /** False: they are only counted, and none can be removed. */
  readonly shown: boolean;
  readonly onAdd: (name: string) => void;
  readonly onRemove: (name: string) => void;
  readonly labels: PickerLabels;
}

/** Event types chosen by name alone, and a way to add another one. */
export function NamesElsewhere({ names, shown, onAdd, onRemove, labels }: NamesElsewhereProps) {
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const name = typed.trim();
  const add = () => {
    if (!isValidName(name)) return setTried(name !== '');
    onAdd(name);
    setTyped('');
    setTried(false);
  };
  return (
    <>
      {names.length > 0 && !shown && <p className={layout.muted}>{labels.elsewhereCount(names.length)}</p>}
      {names.length > 0 && shown && (
        <div className={styles.elsewhere}>
          <p className={layout.muted}>{labels.elsewhere}</p>
          <ul className={layout.chips}>
            {names.map((one) => (
              <li key={one} className={styles.chip}>
                <NameLockup name={one} />
                <Button
                  kind="quiet"
                  size="small"
                  icon={<X aria-hidden />}
                  aria-label={labels.remove(one)}
                  onPress={() => onRemove(one)}
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
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        onKeyDown={(event) => {
          // In a form, Enter would save it before the name is read.
          if (event.key !== 'Enter') return event.continuePropagation();
          event.preventDefault();
          add();
        }}
        hint={labels.byNameHint}
        error={tried && name !== '' && !isValidName(name) ? labels.invalidName : null}
        action={
          <Button icon={<Plus aria-hidden />} isDisabled={name === ''} onPress={add}>
            {labels.add}
          </Button>
        }
      />
    </>
  );
}
