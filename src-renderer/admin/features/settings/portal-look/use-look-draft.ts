import { useMemo } from 'react';
import type { SettingsOut } from '../../../../../src-server/contract/settings';
import { whenDone } from '../../../../api/when-done';
import type { Saving } from '../../../../shared/forms/use-save-changes';
import { useDraft } from '../../../../ui/drafts/use-draft';
import { useDrafted } from '../../../../ui/drafts/use-drafted';
import { useEditSettings } from '../../../data/use-settings';
import { useInstance } from '../../../platform/instance';
import { faultsOf, type LookFaults, type TypedLook, unsavedOf } from './look-draft';
import type { LookName } from './look-names';

export interface LookDraft {
  /** The settings as they are saved. */
  readonly saved: SettingsOut;
  /** The settings with the draft applied. */
  readonly look: Omit<SettingsOut, LookName> & TypedLook;
  /** The same with the saved value of what is faulty, for what shows it. */
  readonly shown: SettingsOut;
  /** The number of unsaved settings. */
  readonly unsaved: number;
  readonly set: <K extends LookName>(name: K, value: TypedLook[K]) => void;
  readonly save: () => void;
  readonly discard: () => void;
  readonly isSaving: boolean;
  /** What became of saving it. */
  readonly saving: Saving;
  /** What is wrong with a setting, in words; null if nothing is. */
  readonly fault: (name: LookName) => string | null;
  /** True while saving would be refused. */
  readonly isFaulty: boolean;
}

/** A look that is tried out before it is saved: all of it at once, so that customers never see half of it. */
export function useLookDraft(saved: SettingsOut): LookDraft {
  const form = useDraft<Partial<SettingsOut>>(`${useInstance().id}/portal-look`, saved);
  const [edits, setEdits] = useDrafted<Partial<TypedLook>>(form, 'look', {});
  const edit = useEditSettings();
  const changes = useMemo(() => unsavedOf(edits, saved, form.opened), [edits, saved, form.opened]);
  const look = useMemo(() => ({ ...saved, ...changes }), [saved, changes]);
  const faults: LookFaults = useMemo(() => faultsOf(look), [look]);
  const shown = useMemo(() => {
    const names = Object.keys(faults) as LookName[];
    const size = look.customBaseFontSize;
    // A text is a fault.
    const customBaseFontSize = typeof size === 'string' ? saved.customBaseFontSize : size;
    return { ...look, customBaseFontSize, ...Object.fromEntries(names.map((name) => [name, saved[name]])) };
  }, [look, faults, saved]);
  return {
    saved,
    look,
    shown,
    unsaved: Object.keys(changes).length,
    set: (name, value) => setEdits((now) => ({ ...now, [name]: value })),
    save: () => {
      const names = Object.keys(changes) as LookName[];
      const mine = { ...form.opened, ...Object.fromEntries(names.map((name) => [name, shown[name]])) };
      whenDone(edit.save({ opened: form.opened, mine }), () => form.saved(mine));
    },
    discard: () => {
      form.end();
      edit.reset();
    },
    isSaving: edit.isPending,
    saving: edit,
    fault: (name) => faults[name] ?? edit.error?.fieldError(name) ?? null,
    isFaulty: Object.keys(faults).length > 0,
  };
}
