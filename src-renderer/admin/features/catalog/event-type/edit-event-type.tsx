import type { EventTypeOut } from '../../../../../src-server/contract/event-type';
import { isValidName } from '../../../../../src-server/contract/names';
import { whenDone } from '../../../../api/when-done';
import { SaveFailure } from '../../../../shared/forms/save-failure';
import { Button } from '../../../../ui/button';
import { useDraft } from '../../../../ui/drafts/use-draft';
import { useDrafted } from '../../../../ui/drafts/use-drafted';
import { Notice } from '../../../../ui/notice';
import { Sheet } from '../../../../ui/sheet';
import { useEditEventType } from '../../../data/use-catalog';
import { useUsage } from '../../../data/use-usage';
import { useInstance } from '../../../platform/instance';
import { deprecationOf, type EventTypeDraft, EventTypeFields } from '../event-type-fields';
import { reachSentence } from './reach-message';

interface EditEventTypeProps {
  readonly type: EventTypeOut;
  /** The element that has the initial focus. */
  readonly at?: 'top' | 'flags';
  readonly onClose: () => void;
}

/** A form for everything about an event type except its name and its schema. */
export function EditEventType({ type, at = 'top', onClose }: EditEventTypeProps) {
  const form = useDraft(`${useInstance().id}/event-type/${type.name}`, toDraft(type), onClose);
  const [draft, setDraft] = useDrafted(form, 'draft', form.opened);
  const edit = useEditEventType(type.name);
  const usage = useUsage(type.name);
  const released = (type.featureFlags?.length ?? 0) > 0 && draft.featureFlags.length === 0;
  const submit = () =>
    whenDone(edit.save({ opened: toFields(form.opened), mine: toFields(draft) }), () => form.saved(draft));
  return (
    <Sheet
      title={type.name}
      draft={form}
      onClose={onClose}
      footer={
        <>
          <Button onPress={form.end}>Cancel</Button>
          <Button
            kind="primary"
            isDisabled={edit.isPending || !draft.featureFlags.every(isValidName)}
            onPress={submit}
          >
            {released ? 'Save and release to everyone' : 'Save'}
          </Button>
        </>
      }
    >
      <EventTypeFields
        at={at}
        draft={draft}
        onChange={setDraft}
        error={edit.error}
        reach={usage.data && reachSentence(usage.data)}
      />
      {released && <Notice tone="warning" title="Without a flag, every customer sees this event type." />}
      <SaveFailure title="Nothing was changed" saving={edit} />
    </Sheet>
  );
}

function toDraft(type: EventTypeOut): EventTypeDraft {
  return {
    description: type.description,
    groupName: type.groupName ?? '',
    featureFlags: type.featureFlags ?? [],
    deprecated: type.deprecated,
    sunset: type.sunsetAt?.slice(0, 10) ?? '',
    replacedBy: type.replacedBy ?? '',
  };
}

function toFields(draft: EventTypeDraft) {
  const { description, groupName, featureFlags } = draft;
  return {
    description,
    ...deprecationOf(draft),
    featureFlags: featureFlags.length > 0 ? [...featureFlags] : null,
    groupName: groupName.trim() || null,
  };
}
