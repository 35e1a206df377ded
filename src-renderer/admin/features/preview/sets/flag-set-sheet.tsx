import { useState } from 'react';
import { Label, ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { flushSync } from 'react-dom';
import { FLAG_COLORS, FLAGS_OF_SET_MAX, type FlagSet } from '../../../../../src-server/contract/flag-set';
import { isValidName } from '../../../../../src-server/contract/names';
import { whenDone } from '../../../../api/when-done';
import type { FormFields } from '../../../../shared/forms/patch-of';
import { SaveFailure } from '../../../../shared/forms/save-failure';
import { useSaveChanges } from '../../../../shared/forms/use-save-changes';
import { SetBadge } from '../../../../shared/preview-frames/set-badge';
import { Button } from '../../../../ui/button';
import { classNames } from '../../../../ui/class-names';
import { useDraft } from '../../../../ui/drafts/use-draft';
import { useDrafted } from '../../../../ui/drafts/use-drafted';
import { FlagsField } from '../../../../ui/flags-field';
import layout from '../../../../ui/layout.module.css';
import { Sheet } from '../../../../ui/sheet';
import { TextField } from '../../../../ui/text-field';
import { useInstance } from '../../../platform/instance';
import styles from '../preview-bar.module.css';

interface FlagSetSheetProps {
  /** As it was when this was opened. */
  readonly set: FlagSet;
  /** As it is stored now. Undefined: a new one, or it was removed meanwhile. */
  readonly stored: FlagSet | undefined;
  readonly isNew: boolean;
  readonly flags: readonly string[];
  readonly onClose: () => void;
  /** Rejects when it was not saved. */
  readonly onSave: (set: FlagSet) => Promise<void>;
}

/** Name, colour and flags of one set. */
export function FlagSetSheet({ set, stored, isNew, flags, onClose, onSave }: FlagSetSheetProps) {
  // It stays the form of that set even if somebody removes the set meanwhile.
  const [place, setPlace] = useState(isNew ? 'new' : set.id);
  const { id } = useInstance();
  const keyOf = (of: string) => `${id}/flag-set/${of}`;
  const form = useDraft<FlagSetFields>(keyOf(place), fieldsOf(set), onClose);
  const [next, setNext] = useDrafted(form, 'set', form.opened);
  const saving = useSaveChanges<FlagSetFields>(
    {
      fields: FIELDS,
      read: async () => ({ value: stored ? fieldsOf(stored) : form.opened, tag: null }),
      // One that is not stored is written as the form shows it.
      write: (patch) => onSave(stored ? { ...stored, ...patch } : { ...set, ...form.opened, ...patch }),
    },
    () => undefined,
  );
  const name = next.name.trim();
  const isComplete = name !== '' && next.featureFlags.every(isValidName);
  const tooMany = next.featureFlags.length > FLAGS_OF_SET_MAX;
  const save = () =>
    whenDone(saving.save({ opened: form.opened, mine: { ...next, name } }), () => {
      // What was typed meanwhile is about this set, and must not begin the next new one. At once: a field that is
      // drawn without it in between would be emptied.
      flushSync(() => {
        form.saved({ ...next, name }, keyOf(set.id));
        setPlace(set.id);
      });
    });
  return (
    <Sheet
      draft={form}
      title={isNew ? `New set ${set.letter}` : `Set ${set.letter}`}
      onClose={onClose}
      footer={
        <>
          <Button onPress={form.end}>Cancel</Button>
          <Button
            kind="primary"
            isDisabled={!isComplete || tooMany || saving.isPending}
            needs="PUT /catalog/flag-sets"
            onPress={save}
          >
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
          className={classNames(layout.row, layout.flush, styles.colors)}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[next.colour]}
          onSelectionChange={(keys) => {
            const colour = FLAG_COLORS.find((color) => keys.has(color));
            if (colour) setNext({ ...next, colour });
          }}
        >
          {FLAG_COLORS.map((color) => (
            <ToggleButton
              key={color}
              id={color}
              aria-label={color}
              className={classNames(layout.middle, layout.rounded, styles.color)}
            >
              <SetBadge set={{ letter: set.letter, colour: color, name: color }} />
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
      <SaveFailure title="The set was not saved" saving={saving} />
    </Sheet>
  );
}

type FlagSetFields = Pick<FlagSet, 'name' | 'colour' | 'featureFlags'>;

const FIELDS: FormFields<FlagSetFields> = {
  name: { label: 'Name', members: ['name'] },
  colour: { label: 'Color', members: ['colour'] },
  featureFlags: { label: 'Feature flags', members: ['featureFlags'] },
};

function fieldsOf({ name, colour, featureFlags }: FlagSet): FlagSetFields {
  return { name, colour, featureFlags };
}
