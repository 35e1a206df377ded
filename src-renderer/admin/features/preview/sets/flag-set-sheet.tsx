import { useState } from 'react';
import { Label, ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { FLAG_COLOURS, FLAGS_OF_SET_MAX, type FlagSet } from '../../../../../src-server/contract/flag-set';
import { SetBadge } from '../../../../shared/preview-frames/set-badge';
import { Button } from '../../../../ui/button';
import { classNames } from '../../../../ui/class-names';
import { FlagsField } from '../../../../ui/flags-field';
import { Sheet } from '../../../../ui/sheet';
import { TextField } from '../../../../ui/text-field';
import styles from './flag-set-sheet.module.css';

interface FlagSetSheetProps {
  readonly set: FlagSet;
  readonly isNew: boolean;
  readonly flags: readonly string[];
  readonly onClose: () => void;
  readonly onSave: (set: FlagSet) => Promise<void>;
}

/** Name, colour and flags of one set. */
export function FlagSetSheet({ set, isNew, flags, onClose, onSave }: FlagSetSheetProps) {
  const [next, setNext] = useState(set);
  const [busy, setBusy] = useState(false);
  const name = next.name.trim();
  const tooMany = next.featureFlags.length > FLAGS_OF_SET_MAX;
  const save = async () => {
    setBusy(true);
    await onSave({ ...next, name });
    setBusy(false);
  };
  return (
    <Sheet
      title={isNew ? `New set ${set.letter}` : `Set ${set.letter}`}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" isDisabled={name === '' || tooMany || busy} onPress={() => void save()}>
            {isNew ? 'Add set' : 'Save set'}
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        autoFocus
        maxLength={60}
        value={next.name}
        onChange={(text) => setNext({ ...next, name: text })}
        placeholder="Beta customers"
        hint="The kind of customer that this set represents."
      />
      <div>
        <Label className={classNames(styles.legend)} id="set-colour">
          Color
        </Label>
        <ToggleButtonGroup
          aria-labelledby="set-colour"
          className={classNames(styles.colours)}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[next.colour]}
          onSelectionChange={(keys) => {
            const colour = FLAG_COLOURS.find((one) => keys.has(one));
            if (colour) setNext({ ...next, colour });
          }}
        >
          {FLAG_COLOURS.map((colour) => (
            <ToggleButton key={colour} id={colour} aria-label={colour} className={classNames(styles.colour)}>
              <SetBadge set={{ letter: set.letter, colour, name: colour }} />
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </div>
      <FlagsField
        label="Feature flags"
        flags={next.featureFlags}
        known={flags}
        onChange={(featureFlags) => setNext({ ...next, featureFlags: [...featureFlags] })}
        hint={
          tooMany
            ? `A portal link holds at most ${FLAGS_OF_SET_MAX} flags.`
            : 'No flags: sees only what everyone sees.'
        }
      />
    </Sheet>
  );
}
