import { useState } from 'react';
import type { EventTypeOut } from '../../../../src-server/contract/event-type';
import { whenDone } from '../../../api/when-done';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import { Notice } from '../../../ui/notice';
import { Sheet } from '../../../ui/sheet';
import { usePatchEventType } from '../../data/use-catalog';
import { useUsage } from '../../data/use-usage';
import { type EventTypeDraft, EventTypeFields } from './event-type-fields';
import { reachSentence } from './reach-message';

interface EditEventTypeProps {
  readonly type: EventTypeOut;
  /** The element that has the initial focus. */
  readonly at?: 'top' | 'flags';
  readonly onClose: () => void;
}

/** A form for everything about an event type except its name and its schema. */
export function EditEventType({ type, at = 'top', onClose }: EditEventTypeProps) {
  const [draft, setDraft] = useState(() => toDraft(type));
  const patch = usePatchEventType(type.name);
  const usage = useUsage(type.name);
  const released = (type.featureFlags?.length ?? 0) > 0 && draft.featureFlags.length === 0;
  const submit = () =>
    whenDone(
      patch.mutateAsync({
        description: draft.description,
        deprecated: draft.deprecated,
        featureFlags: draft.featureFlags.length > 0 ? [...draft.featureFlags] : null,
        groupName: draft.groupName.trim() || null,
      }),
      onClose,
    );
  return (
    <Sheet
      title={type.name}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" isDisabled={patch.isPending} onPress={submit}>
            {released ? 'Save and release to everyone' : 'Save'}
          </Button>
        </>
      }
    >
      <EventTypeFields
        at={at}
        draft={draft}
        onChange={setDraft}
        error={patch.error}
        reach={usage.data && reachSentence(usage.data)}
      />
      {released && <Notice tone="warning" title="Without a flag, every customer sees this event type." />}
      {patch.error && <FailureNotice title="Nothing was changed" cause={patch.error} />}
    </Sheet>
  );
}

function toDraft(type: EventTypeOut): EventTypeDraft {
  return {
    description: type.description,
    groupName: type.groupName ?? '',
    featureFlags: type.featureFlags ?? [],
    deprecated: type.deprecated,
  };
}
