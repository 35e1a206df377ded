import type { FlagReleaseOut } from '../../../../src-server/contract/flag-release';
import { whenDone } from '../../../api/when-done';
import { SaveFailure } from '../../../shared/forms/save-failure';
import { fromLocalMoment, toLocalMoment } from '../../../shared/local-moment';
import { Button } from '../../../ui/button';
import { useDraft } from '../../../ui/drafts/use-draft';
import { useDrafted } from '../../../ui/drafts/use-drafted';
import { Sheet } from '../../../ui/sheet';
import { useChangeRelease } from '../../data/releases/use-releases';
import { isAhead, type ReleaseDraft, ReleaseFields } from '../../parts/releases/release-fields';
import { useInstance } from '../../platform/instance';

interface ChangeReleaseProps {
  readonly release: FlagReleaseOut;
  readonly onClose: () => void;
}

/** A form that moves a planned release, or changes its note. */
export function ChangeRelease({ release, onClose }: ChangeReleaseProps) {
  const { id, flag } = release;
  const opened: ReleaseDraft = { at: toLocalMoment(release.at), note: release.note ?? '' };
  const form = useDraft(`${useInstance().id}/release/${id}`, opened, onClose);
  const [draft, setDraft] = useDrafted(form, 'draft', form.opened);
  const change = useChangeRelease(id);
  const submit = () =>
    whenDone(change.save({ opened: toFields(form.opened, release), mine: toFields(draft, release) }), () =>
      form.saved(draft),
    );
  return (
    <Sheet
      title={`Release of ${flag}`}
      draft={form}
      onClose={onClose}
      footer={
        <>
          <Button onPress={form.end}>Cancel</Button>
          <Button
            kind="primary"
            isDisabled={!isAhead(draft) || change.isPending}
            needs="PATCH /flag-releases/{release}"
            onPress={submit}
          >
            Save
          </Button>
        </>
      }
    >
      <ReleaseFields draft={draft} onChange={setDraft} error={change.error} />
      <SaveFailure title="The release was not changed" saving={change} />
    </Sheet>
  );
}

/** The input knows no seconds: an untouched time is that of the release, to the millisecond. */
function toFields({ at, note }: ReleaseDraft, release: FlagReleaseOut) {
  const isUntouched = at === toLocalMoment(release.at);
  return { at: isUntouched ? release.at : (fromLocalMoment(at) ?? release.at), note: note.trim() || null };
}
