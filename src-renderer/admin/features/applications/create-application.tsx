import type { ApplicationOut } from '../../../../src-server/contract/application';
import { whenDone } from '../../../api/when-done';
import { Button } from '../../../ui/button';
import { useDraft } from '../../../ui/drafts/use-draft';
import { useDrafted } from '../../../ui/drafts/use-drafted';
import { FailureNotice } from '../../../ui/failure-notice';
import { Sheet } from '../../../ui/sheet';
import { useCreateApplication } from '../../data/use-applications';
import { useInstance } from '../../platform/instance';
import { ApplicationFields, toApplicationIn } from './application-fields';

interface CreateApplicationProps {
  readonly onClose: () => void;
  readonly onCreated: (application: ApplicationOut) => void;
}

/** A form for a new application. */
export function CreateApplication({ onClose, onCreated }: CreateApplicationProps) {
  const form = useDraft(`${useInstance().id}/new-application`, null, onClose);
  const [draft, setDraft] = useDrafted(form, 'draft', { name: '', uid: '', rateLimit: '' });
  const create = useCreateApplication();
  const application = toApplicationIn(draft);
  const submit = () => {
    if (!application) return;
    whenDone(create.mutateAsync(application), (created) => {
      form.saved(null);
      onCreated(created);
    });
  };
  return (
    <Sheet
      title="New application"
      draft={form}
      onClose={onClose}
      footer={
        <>
          <Button onPress={form.end}>Cancel</Button>
          <Button
            kind="primary"
            isDisabled={!application || create.isPending}
            needs="POST /app"
            onPress={submit}
          >
            Create application
          </Button>
        </>
      }
    >
      <ApplicationFields draft={draft} onChange={setDraft} error={create.error} />
      {create.error && <FailureNotice title="The application was not created" cause={create.error} />}
    </Sheet>
  );
}
