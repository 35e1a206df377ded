import { useState } from 'react';
import { whenDone } from '../../../api/when-done';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import { Notice } from '../../../ui/notice';
import { Sheet } from '../../../ui/sheet';
import { TextField } from '../../../ui/text-field';
import { useAllowTarget } from '../../data/use-target-consents';

/** A form that opens one target to the deliveries of every application. */
export function AllowTarget({ onClose }: { readonly onClose: () => void }) {
  const [target, setTarget] = useState('');
  const [note, setNote] = useState('');
  const allow = useAllowTarget();
  const submit = () => whenDone(allow.mutateAsync({ target: target.trim(), note: note.trim() }), onClose);
  return (
    <Sheet
      title="Allow a target"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" isDisabled={target.trim() === '' || allow.isPending} onPress={submit}>
            Allow it
          </Button>
        </>
      }
    >
      <TextField
        label="Host, address or network"
        mono
        autoFocus
        value={target}
        onChange={setTarget}
        placeholder="10.1.0.0/16"
        hint="A name counts exactly as written, without the names below it, wherever it leads."
        error={allow.error?.fieldError('target') ?? null}
      />
      <TextField
        label="Note"
        isRequired={false}
        value={note}
        onChange={setNote}
        placeholder="Test system of the office"
        error={allow.error?.fieldError('note') ?? null}
      />
      <Notice tone="warning" title="It is opened for every application">
        Everyone who can add an endpoint, customers with a portal link among them, can then make this instance
        send requests there.
      </Notice>
      {allow.error && <FailureNotice title="Nothing was allowed" cause={allow.error} />}
    </Sheet>
  );
}
