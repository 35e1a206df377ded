import { useState } from 'react';
import type { EventTypeOut } from '../../../src-server/contract/event-type';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/failure-notice';
import { Notice } from '../../ui/notice';
import { Sheet } from '../../ui/sheet';
import { type EventTypeDraft, EventTypeFields, readSchema } from './event-type-fields';
import { reachSentence } from './reach-words';
import { schemaOf, usePatchEventType } from './use-catalog';
import { useUsage } from './use-history';

export interface EditEventTypeProps {
  readonly type: EventTypeOut;
  readonly onClose: () => void;
}

/** A form for everything about an event type but its name. */
export function EditEventType({ type, onClose }: EditEventTypeProps) {
  const [draft, setDraft] = useState(() => toDraft(type));
  const patch = usePatchEventType(type.name);
  const usage = useUsage(type.name);
  const { schema, fault } = readSchema(draft.schemaText);
  const released = (type.featureFlags?.length ?? 0) > 0 && draft.featureFlags.length === 0;
  const submit = () => {
    const schemaChanged = draft.schemaText !== toDraft(type).schemaText;
    patch.mutate(
      {
        description: draft.description,
        deprecated: draft.deprecated,
        featureFlags: draft.featureFlags.length > 0 ? [...draft.featureFlags] : null,
        groupName: draft.groupName.trim() || null,
        // Other versions of the schema are not ours to touch.
        ...(schemaChanged ? { schemas: nextSchemas(type, schema) } : {}),
      },
      { onSuccess: onClose },
    );
  };
  return (
    <Sheet
      wide
      title={type.name}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" isDisabled={fault !== null || patch.isPending} onPress={submit}>
            {released ? 'Save and release to everyone' : 'Save'}
          </Button>
        </>
      }
    >
      <EventTypeFields
        draft={draft}
        onChange={setDraft}
        error={patch.error}
        reach={usage.data && reachSentence(usage.data)}
      />
      {released && <Notice tone="warning" title="Without a flag every customer sees this event type." />}
      {patch.error && <FailureNotice title="Nothing was changed" cause={patch.error} />}
    </Sheet>
  );
}

function toDraft(type: EventTypeOut): EventTypeDraft {
  const schema = schemaOf(type);
  return {
    description: type.description,
    groupName: type.groupName ?? '',
    featureFlags: type.featureFlags ?? [],
    deprecated: type.deprecated,
    schemaText: schema === null ? '' : JSON.stringify(schema, null, 2),
  };
}

function nextSchemas(type: EventTypeOut, schema: unknown): Record<string, unknown> | null {
  const { '1': _current, ...others } = type.schemas ?? {};
  const next = schema === null ? others : { ...others, '1': schema };
  return Object.keys(next).length > 0 ? next : null;
}
