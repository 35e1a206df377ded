import { useState } from 'react';
import type { ApplicationOut } from '../../../../src-server/contract/application';
import { whenDone } from '../../../api/when-done';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import { Sheet } from '../../../ui/sheet';
import { useCreateApplication } from '../../data/use-applications';
import { ApplicationFields, toApplicationIn } from './application-fields';

interface CreateApplicationProps {
  readonly onClose: () => void;
  readonly onCreated: (application: ApplicationOut) => void;
}

/** A form for a new application. */
export function CreateApplication({ onClose, onCreated }: CreateApplicationProps) {
  const [draft, setDraft] = useState({ name: '', uid: '', rateLimit: '' });
  const create = useCreateApplication();
  const application = toApplicationIn(draft);
  const submit = () => {
    if (!application) return;
    whenDone(create.mutateAsync(application), (created) => {
      onClose();
      onCreated(created);
    });
  };
  return (
    <Sheet
      title="New application"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" isDisabled={!application || create.isPending} onPress={submit}>
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
