import { ListTree } from 'lucide-react';
import { useState } from 'react';
import { isValidName } from '../../../src-server/contract/names';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/failure-notice';
import { Sheet } from '../../ui/sheet';
import { TextField } from '../../ui/text-field';
import { type EventTypeDraft, EventTypeFields, readSchema } from './event-type-fields';
import { useCreateEventType, useEventTypes } from './use-catalog';

const EMPTY: EventTypeDraft = {
  description: '',
  groupName: '',
  featureFlags: [],
  deprecated: false,
  schemaText: '',
};

export interface CreateEventTypeProps {
  readonly onClose: () => void;
  /** `schema`: its schema is to be edited next. */
  readonly onCreated: (name: string, next: 'type' | 'schema') => void;
}

/** A form for a new event type. */
export function CreateEventType({ onClose, onCreated }: CreateEventTypeProps) {
  const [name, setName] = useState('');
  const [draft, setDraft] = useState(EMPTY);
  const create = useCreateEventType();
  const types = useEventTypes();
  const nameFault = faultOfName(
    name,
    types.data?.some((type) => type.name === name && !type.archived) ?? false,
  );
  const { schema, fault } = readSchema(draft.schemaText);
  const isReady = name !== '' && nameFault === null && fault === null && !create.isPending;
  const submit = (next: 'type' | 'schema') =>
    create.mutate(
      {
        name,
        description: draft.description,
        deprecated: draft.deprecated,
        featureFlags: draft.featureFlags.length > 0 ? [...draft.featureFlags] : null,
        groupName: draft.groupName.trim() || null,
        ...(schema === null ? {} : { schemas: { '1': schema } }),
      },
      {
        onSuccess: () => {
          onClose();
          onCreated(name, next);
        },
      },
    );
  return (
    <Sheet
      wide
      title="New event type"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" isDisabled={!isReady} onPress={() => submit('type')}>
            Create event type
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        mono
        autoFocus
        value={name}
        onChange={setName}
        placeholder="invoice.paid"
        hint="It identifies the event type and cannot be changed later. The part before the period is the group."
        error={nameFault ?? create.error?.fieldError('name') ?? null}
      />
      <EventTypeFields
        draft={draft}
        onChange={setDraft}
        error={create.error}
        schemaAction={
          <Button
            size="small"
            icon={<ListTree aria-hidden />}
            isDisabled={!isReady}
            onPress={() => submit('schema')}
          >
            Create, then edit field by field
          </Button>
        }
      />
      {create.error && <FailureNotice title="The event type was not created" cause={create.error} />}
    </Sheet>
  );
}

function faultOfName(name: string, taken: boolean): string | null {
  if (name === '') return null;
  if (!isValidName(name)) return 'Use letters, digits, hyphen, underscore and period, at most 256 of them.';
  return taken ? 'There is an event type with this name.' : null;
}
