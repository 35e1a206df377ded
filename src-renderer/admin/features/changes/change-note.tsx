import { useEffect, useRef } from 'react';
import { whenDone } from '../../../api/when-done';
import { useDraft } from '../../../ui/drafts/use-draft';
import { useDrafted } from '../../../ui/drafts/use-drafted';
import { TextField } from '../../../ui/text-field';
import { useStableCallback } from '../../../ui/use-stable-callback';
import { useSetNote } from '../../data/use-changes';
import { useWorkingCopy } from '../../data/working-copy/use-working-copy';
import { useInstance } from '../../platform/instance';

/** The pause in typing before it is saved. */
const REST_MS = 500;

/**
 * The note about the changes. Saved when typing pauses, and at once when the field or the screen is left; after a reload in
 * between, once it is shown again.
 */
export function ChangeNote() {
  const copy = useWorkingCopy().data;
  const saved = copy?.note ?? '';
  const { mutateAsync, error } = useSetNote();
  const form = useDraft(`${useInstance().id}/note`, saved);
  const [draft, setDraft] = useDrafted<string | null>(form, 'note', null);
  const found = useRef(draft);
  // Another note was stored since it was typed: it is replaced only once somebody types on.
  const isOutdated = form.opened !== saved && draft !== saved;
  const isHeld = draft !== null && draft === found.current && (copy === undefined || isOutdated);
  const unsent = useRef<string | null>(null);
  const send = useStableCallback(() => {
    const note = unsent.current;
    unsent.current = null;
    // What was typed since stays, and is saved next.
    if (note === null) return;
    const saving = mutateAsync(note).catch((cause) => {
      // Tried again when the field or the screen is left, unless something newer was typed.
      unsent.current ??= note;
      throw cause;
    });
    whenDone(saving, () => setDraft((now) => (now === note ? null : now)));
  });
  useEffect(() => {
    unsent.current = isHeld ? null : draft;
    const timer = setTimeout(send, REST_MS);
    return () => clearTimeout(timer);
  }, [draft, send, isHeld]);
  useEffect(() => send, [send]);
  return (
    <TextField
      label="Note"
      value={draft ?? saved}
      onChange={setDraft}
      onBlur={send}
      placeholder="What these changes are about"
      maxLength={4096}
      error={error ? error.message : null}
    />
  );
}
