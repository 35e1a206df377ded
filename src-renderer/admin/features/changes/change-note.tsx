import { useEffect, useRef, useState } from 'react';
import { TextField } from '../../../ui/text-field';
import { useStableCallback } from '../../../ui/use-stable-callback';
import { useSetNote } from '../../data/use-changes';
import { useWorkingCopy } from '../../data/use-working-copy';

/** The pause in typing before it is saved. */
const REST_MS = 500;

/** The note about the changes. Saved when typing pauses, and at once when the field or the screen is left. */
export function ChangeNote() {
  const saved = useWorkingCopy().data?.note ?? '';
  const { mutate, error } = useSetNote();
  const [draft, setDraft] = useState<string | null>(null);
  const unsent = useRef<string | null>(null);
  const send = useStableCallback(() => {
    const note = unsent.current;
    unsent.current = null;
    // What was typed since stays, and is saved next.
    if (note === null) return;
    mutate(note, {
      onSuccess: () => setDraft((now) => (now === note ? null : now)),
      // Tried again when the field or the screen is left, unless something newer was typed.
      onError: () => {
        unsent.current ??= note;
      },
    });
  });
  useEffect(() => {
    unsent.current = draft;
    const timer = setTimeout(send, REST_MS);
    return () => clearTimeout(timer);
  }, [draft, send]);
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
