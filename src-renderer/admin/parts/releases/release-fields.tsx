import type { ApiFailure } from '../../../api/api-failure';
import { fromLocalMoment, localZone } from '../../../shared/local-moment';
import { TextField } from '../../../ui/text-field';

/** What can be changed of a release while it is planned. */
export interface ReleaseDraft {
  /** In the zone of the reader: `2026-12-01T09:00`. Empty: not chosen yet. */
  readonly at: string;
  readonly note: string;
}

interface ReleaseFieldsProps {
  readonly draft: ReleaseDraft;
  readonly onChange: (draft: ReleaseDraft) => void;
  readonly error: ApiFailure | null;
}

/** When a release happens, and what it is about. */
export function ReleaseFields({ draft, onChange, error }: ReleaseFieldsProps) {
  const isPast = draft.at !== '' && !isAhead(draft);
  return (
    <>
      <TextField
        label="When"
        type="datetime-local"
        value={draft.at}
        onChange={(at) => onChange({ ...draft, at })}
        hint={`Time in ${localZone()}.`}
        error={error?.fieldError('at') ?? (isPast ? 'Choose a time in the future.' : null)}
      />
      <TextField
        label="Note"
        isRequired={false}
        lines={2}
        value={draft.note}
        onChange={(note) => onChange({ ...draft, note })}
        placeholder="What is released"
        hint="Once released, readers see it in Changes."
        error={error?.fieldError('note') ?? null}
      />
    </>
  );
}

/** Whether the draft says when, and that is to come. */
export function isAhead({ at }: ReleaseDraft): boolean {
  const time = fromLocalMoment(at);
  return time !== null && Date.parse(time) > Date.now();
}
