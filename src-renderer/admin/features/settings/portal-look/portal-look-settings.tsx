import type { SettingsOut } from '../../../../../src-server/contract/settings';
import { SaveFailure } from '../../../../shared/forms/save-failure';
import { Button } from '../../../../ui/button';
import layout from '../../../../ui/layout.module.css';
import { WithSettings } from '../../../parts/with-settings';
import { useCommand } from '../../../platform/commands/command-store';
import { LookFields } from './look-fields';
import { LookPreview } from './look-preview';
import styles from './portal-look.module.css';
import { type LookDraft, useLookDraft } from './use-look-draft';

/** The look of the portal for customers, next to a portal that shows it at once. */
export function PortalLookSettings() {
  return <WithSettings title="Portal look">{(settings) => <Form settings={settings} />}</WithSettings>;
}

function Form({ settings }: { readonly settings: SettingsOut }) {
  const draft = useLookDraft(settings);
  return (
    <section
      className={`${layout.stack5} ${layout.contained} ${styles.screen}`}
      aria-labelledby="portal-settings"
    >
      <header className={layout.stack1}>
        <h2 id="portal-settings">Portal look</h2>
        <p className={layout.lead}>
          Changes how the portal looks to your customers. Customers see a saved look with the next page they
          open.
        </p>
      </header>
      <div className={styles.sides}>
        <div className={layout.shrinkingStack5}>
          <LookFields draft={draft} />
        </div>
        <div className={styles.side}>
          <LookPreview look={draft.shown} />
        </div>
      </div>
      {(draft.unsaved > 0 || draft.saving.error !== null) && <SaveBar draft={draft} />}
    </section>
  );
}

/** Says that the tried-out look is not saved, and saves it. */
function SaveBar({ draft }: { readonly draft: LookDraft }) {
  const { unsaved, isFaulty, isSaving, saving, save, discard } = draft;
  const canSave = !isSaving && !isFaulty && unsaved > 0;
  useCommand('save', canSave ? save : null, 'Save the look', true);
  return (
    <div className={`${layout.rowCentered} ${layout.ruled} ${styles.save}`}>
      <SaveFailure title="The look was not saved" saving={saving} />
      <p role="status">
        {unsaved} {unsaved === 1 ? 'unsaved setting' : 'unsaved settings'}
        {isFaulty && '. Correct the marked fields first.'}
      </p>
      <Button kind="quiet" isDisabled={isSaving} onPress={discard}>
        Discard
      </Button>
      <Button kind="primary" isDisabled={!canSave} onPress={save}>
        Save look
      </Button>
    </div>
  );
}
