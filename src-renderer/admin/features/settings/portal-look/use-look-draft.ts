import { useMemo } from 'react';
import type { SettingsOut } from '../../../../../src-server/contract/settings';
import { whenDone } from '../../../../api/when-done';
import { useDraft } from '../../../../ui/drafts/use-draft';
import { useDrafted } from '../../../../ui/drafts/use-drafted';
import { usePatchSettings } from '../../../data/use-settings';
import { useInstance } from '../../../platform/instance';
import { faultsOf, type LookEdits, type LookFaults, leftAfter, standing } from './look-draft';
import type { LookName, LookSettings } from './look-names';

export interface LookDraft {
  /** The settings as they are saved. */
  readonly saved: SettingsOut;
  /** The settings with the draft applied. */
  readonly look: SettingsOut;
  /** The number of unsaved settings. */
  readonly unsaved: number;
  readonly set: <K extends LookName>(name: K, value: LookSettings[K]) => void;
  readonly save: () => void;
  readonly discard: () => void;
  readonly isSaving: boolean;
  readonly error: unknown;
  /** What is wrong with a setting, in words; null if nothing is. */
  readonly fault: (name: LookName) => string | null;
  /** True while saving would be refused. */
  readonly isFaulty: boolean;
}

/** A look that is tried out before it is saved: all of it at once, so that customers never see half of it. */
export function useLookDraft(saved: SettingsOut): LookDraft {
  const form = useDraft(`${useInstance().id}/portal-look`, null);
  const [edits, setEdits] = useDrafted<LookEdits>(form, 'edits', {});
  const patch = usePatchSettings();
  const changes = useMemo(() => standing(edits, saved), [edits, saved]);
  const look = useMemo(() => ({ ...saved, ...changes }), [saved, changes]);
  const faults: LookFaults = useMemo(() => faultsOf(look), [look]);
  return {
    saved,
    look,
    unsaved: Object.keys(changes).length,
    set: (name, value) => setEdits((now) => ({ ...now, [name]: { over: saved[name], value } })),
    save: () => whenDone(patch.mutateAsync(changes), () => setEdits((now) => leftAfter(now, changes))),
    discard: () => {
      form.end();
      patch.reset();
    },
    isSaving: patch.isPending,
    error: patch.error,
    fault: (name) => faults[name] ?? patch.error?.fieldError(name) ?? null,
    isFaulty: Object.keys(faults).length > 0,
  };
}
