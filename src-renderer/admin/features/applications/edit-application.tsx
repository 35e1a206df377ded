import type { ApplicationOut } from '../../../../src-server/contract/application';
import { whenDone } from '../../../api/when-done';
import { SaveFailure } from '../../../shared/forms/save-failure';
import { Button } from '../../../ui/button';
import { useDraft } from '../../../ui/drafts/use-draft';
import { useDrafted } from '../../../ui/drafts/use-drafted';
import { Sheet } from '../../../ui/sheet';
import { useEditApplication } from '../../data/use-applications';
import { useInstance } from '../../platform/instance';
import { ApplicationFields, toApplicationIn } from './application-fields';

interface EditApplicationProps {
  readonly application: ApplicationOut;
  readonly onClose: () => void;
}

/** A form for the name, limit and identifier of an application. */
export function EditApplication({ application, onClose }: EditApplicationProps) {
  const form = useDraft(`${useInstance().id}/application/${application.id}`, application, onClose);
  const { name, uid, rateLimit } = form.opened;
  const [draft, setDraft] = useDrafted(form, 'draft', {
    name,
    uid: uid ?? '',
    rateLimit: rateLimit === null ? '' : String(rateLimit),
  });
  const edit = useEditApplication(application.id);
  const next = toApplicationIn(draft);
  return (
    <Sheet
      title={application.name}
      draft={form}
      onClose={onClose}
      footer={
        <>
          <Button onPress={form.end}>Cancel</Button>
          <Button
            kind="primary"
            isDisabled={!next || edit.isPending}
            onPress={() =>
              next &&
              whenDone(edit.save({ opened: { name, uid, rateLimit }, mine: next }), () =>
                form.saved({ ...form.opened, ...next }),
              )
            }
          >
            Save
          </Button>
        </>
      }
    >
      <ApplicationFields draft={draft} onChange={setDraft} error={edit.error} />
      <SaveFailure title="The application was not changed" saving={edit} />
    </Sheet>
  );
}
