import { useState } from 'react';
import type { ApplicationOut } from '../../../../src-server/contract/application';
import { whenDone } from '../../../api/when-done';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import { Sheet } from '../../../ui/sheet';
import { usePatchApplication } from '../../data/use-applications';
import { ApplicationFields, toApplicationIn } from './application-fields';

interface EditApplicationProps {
  readonly application: ApplicationOut;
  readonly onClose: () => void;
}

/** A form for the name, limit and identifier of an application. */
export function EditApplication({ application, onClose }: EditApplicationProps) {
  const [draft, setDraft] = useState({
    name: application.name,
    uid: application.uid ?? '',
    rateLimit: application.rateLimit === null ? '' : String(application.rateLimit),
  });
  const patch = usePatchApplication(application.id);
  const next = toApplicationIn(draft);
  return (
    <Sheet
      title={application.name}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            isDisabled={!next || patch.isPending}
            onPress={() => next && whenDone(patch.mutateAsync(next), onClose)}
          >
            Save
          </Button>
        </>
      }
    >
      <ApplicationFields draft={draft} onChange={setDraft} error={patch.error} />
      {patch.error && <FailureNotice title="The application was not changed" cause={patch.error} />}
    </Sheet>
  );
}
