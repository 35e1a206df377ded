import { useMemo } from 'react';
import { LOCAL_CONNECTION } from '../../../../../src-server/contract/connection';
import type { SettingsOut } from '../../../../../src-server/contract/settings';
import { SaveFailure } from '../../../../shared/forms/save-failure';
import { Button } from '../../../../ui/button';
import layout from '../../../../ui/layout.module.css';
import { type Need, useRefusal } from '../../../../ui/needs/needs';
import { NeedsFields } from '../../../../ui/needs/needs-fields';
import { useApplications } from '../../../data/use-applications';
import { useLookFiles } from '../../../data/use-look-files';
import { WithSettings } from '../../../parts/with-settings';
import { useCommand } from '../../../platform/commands/command-store';
import { useLayer } from '../../../platform/commands/layer-store';
import { useInstance } from '../../../platform/instance';
import { useWhenMay } from '../../../platform/use-when-may';
import { LookFields } from './look-fields';
import { LookFrame } from './look-frame';
import styles from './portal-look.module.css';
import { type LookDraft, useLookDraft } from './use-look-draft';

/** The look of the portal for customers, next to a portal that shows it at once. */
export function PortalLookSettings() {
  return <WithSettings title="Portal branding">{(settings) => <Form settings={settings} />}</WithSettings>;
}

function Form({ settings }: { readonly settings: SettingsOut }) {
  const draft = useLookDraft(settings);
  return (
    <section
      className={`${layout.stack5} ${layout.contained} ${styles.screen}`}
      aria-labelledby="portal-settings"
    >
      <header className={layout.stack1}>
        <h2 id="portal-settings">Portal branding</h2>
        <p className={layout.lead}>Brand the customer portal. Changes appear on the next page load.</p>
      </header>
      <div className={styles.sides}>
        <div className={layout.shrinkingStack5}>
          <NeedsFields needs="PATCH /settings displayName">
            <LookFields draft={draft} />
          </NeedsFields>
        </div>
        <div className={styles.side}>
          <LookPreview look={draft.shown} />
        </div>
      </div>
      {(draft.unsaved > 0 || draft.saving.error !== null) && (
        <SaveBar draft={draft} needs="PATCH /settings displayName" />
      )}
    </section>
  );
}

/** Says that the tried-out look is not saved, and saves it. */
function SaveBar({ draft, needs }: { readonly draft: LookDraft; readonly needs: Need }) {
  const { unsaved, isFaulty, isSaving, saving, save, discard } = draft;
  const canSave = !isSaving && !isFaulty && unsaved > 0;
  const when = useWhenMay();
  useCommand('save', canSave ? when(needs, save) : null, 'Save the branding', true);
  return (
    <div className={`${layout.rowCentered} ${layout.ruled} ${styles.save}`}>
      <SaveFailure title="The branding was not saved" saving={saving} />
      <p role="status">
        {unsaved} {unsaved === 1 ? 'unsaved setting' : 'unsaved settings'}
        {isFaulty && '. Correct the marked fields first.'}
      </p>
      <Button kind="quiet" isDisabled={isSaving} onPress={discard}>
        Discard
      </Button>
      <Button kind="primary" isDisabled={!canSave} needs={needs} onPress={save}>
        Save branding
      </Button>
    </div>
  );
}

/** The real portal with a look that is not saved yet, or why it cannot be shown. */
function LookPreview({ look }: { readonly look: SettingsOut }) {
  const { data: files } = useLookFiles();
  // A look without its files would show for a moment what is not there.
  const fullLook = useMemo(() => files && { ...look, ...files }, [look, files]);
  const { id } = useInstance();
  const applications = useApplications();
  const openLayer = useLayer((state) => state.open);
  const application = applications.data?.[0];
  const refusal = useRefusal('POST /auth/app-portal-access/{app}');
  if (refusal !== null) {
    return (
      <p className={`${layout.stack3} ${layout.frozen} ${styles.without}`}>
        The preview logs in as one of your customers. {refusal}
      </p>
    );
  }
  if (id !== LOCAL_CONNECTION) {
    return (
      <p className={`${layout.stack3} ${layout.frozen} ${styles.without}`}>
        No preview here: another instance does not allow its pages in a frame. To see the saved branding, open
        its portal with a link from Applications.
      </p>
    );
  }
  if (applications.data && !application) {
    return (
      <div className={`${layout.stack3} ${layout.frozen} ${styles.without}`}>
        <p>The preview logs in as one of your customers. Create an application to see it.</p>
        <Button needs="POST /app" onPress={() => openLayer('new-application')}>
          New application
        </Button>
      </div>
    );
  }
  return application && fullLook ? (
    <LookFrame appId={application.id} name={application.name} look={fullLook} />
  ) : null;
}
