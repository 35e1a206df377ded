import { whenDone } from '../../../api/when-done';
import { Button } from '../../../ui/button';
import { useDraft } from '../../../ui/drafts/use-draft';
import { useDrafted } from '../../../ui/drafts/use-drafted';
import { FailureNotice } from '../../../ui/failure-notice';
import { Notice } from '../../../ui/notice';
import { Sheet } from '../../../ui/sheet';
import { TextField } from '../../../ui/text-field';
import { useAllowTarget } from '../../data/use-target-consents';
import { useInstance } from '../../platform/instance';

/** A form that allows one target for the deliveries of every application. */
export function AllowTarget({ onClose }: { readonly onClose: () => void }) {
  const form = useDraft(`${useInstance().id}/allow-target`, null, onClose);
  const [target, setTarget] = useDrafted(form, 'target', '');
  const [note, setNote] = useDrafted(form, 'note', '');
  const allow = useAllowTarget();
  const submit = () =>
    whenDone(allow.mutateAsync({ target: target.trim(), note: note.trim() }), () => form.saved(null));
  return (
    <Sheet
      title="Allow a target"
      draft={form}
      onClose={onClose}
      footer={
        <>
          <Button onPress={form.end}>Cancel</Button>
          <Button kind="primary" isDisabled={target.trim() === '' || allow.isPending} onPress={submit}>
            Allow
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
        hint="A name matches exactly, without its subdomains, whatever address it resolves to."
        error={allow.error?.fieldError('target') ?? null}
      />
      <TextField
        label="Note"
        isRequired={false}
        value={note}
        onChange={setNote}
        placeholder="Office test system"
        error={allow.error?.fieldError('note') ?? null}
      />
      <Notice tone="warning" title="Applies to every application">
        Anyone who can add an endpoint, including customers with a portal link, can then make this instance
        send requests there.
      </Notice>
      {allow.error && <FailureNotice title="The target was not allowed" cause={allow.error} />}
    </Sheet>
  );
}
