import { useState } from 'react';
import { whenDone } from '../../../api/when-done';
import { TextField } from '../../../ui/text-field';
import { useSetNote } from '../../data/use-changes';
import { useWorkingCopy } from '../../data/use-working-copy';

/** The note about the changes. Saved on blur. */
export function ChangeNote() {
  const saved = useWorkingCopy().data?.note ?? '';
  const save = useSetNote();
  const [draft, setDraft] = useState<string | null>(null);
  const keep = () => {
    if (draft !== null && draft !== saved) whenDone(save.mutateAsync(draft), () => setDraft(null));
    else setDraft(null);
  };
  return (
    <TextField
      label="Note"
      value={draft ?? saved}
      onChange={setDraft}
      onBlur={keep}
      placeholder="What these changes are about"
      maxLength={4096}
      error={save.error ? save.error.message : null}
    />
  );
}
