import { Button } from '../../../../ui/button';
import { FailureNotice } from '../../../../ui/failure-notice';
import styles from './portal-look.module.css';
import type { LookDraft } from './use-look-draft';

/** Says that what is tried is not saved, and saves it. */
export function SaveBar({ draft }: { readonly draft: LookDraft }) {
  const { unsaved, isFaulty, isSaving, error, save, discard } = draft;
  return (
    <div className={styles.save}>
      {error !== null && <FailureNotice title="The look was not saved" cause={error} />}
      <p role="status">
        {unsaved} {unsaved === 1 ? 'setting is' : 'settings are'} not saved
        {isFaulty && '. Correct what is marked first.'}
      </p>
      <Button kind="quiet" isDisabled={isSaving} onPress={discard}>
        Discard
      </Button>
      <Button kind="primary" isDisabled={isSaving || isFaulty || unsaved === 0} onPress={save}>
        Save look
      </Button>
    </div>
  );
}
