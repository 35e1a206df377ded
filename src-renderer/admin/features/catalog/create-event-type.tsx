import { ListTree } from 'lucide-react';
import { useMemo } from 'react';
import { isValidName } from '../../../../src-server/contract/names';
import { whenDone } from '../../../api/when-done';
import { Button } from '../../../ui/button';
import { useDraft } from '../../../ui/drafts/use-draft';
import { useDrafted } from '../../../ui/drafts/use-drafted';
import { FailureNotice } from '../../../ui/failure-notice';
import { Sheet } from '../../../ui/sheet';
import { TextField } from '../../../ui/text-field';
import { useCreateEventType, useEventTypes } from '../../data/use-catalog';
import { bodyWithSchema } from '../../data/use-schema-text';
import { startDraft } from '../../parts/schema-drafts/start-draft';
import { useInstance } from '../../platform/instance';
import { deprecationOf, type EventTypeDraft, EventTypeFields } from './event-type-fields';
import { readStart, type StartKind } from './schema-start';
import { SchemaStartField } from './schema-start-field';

const EMPTY: EventTypeDraft = {
  description: '',
  groupName: '',
  featureFlags: [],
  deprecated: false,
  sunset: '',
  replacedBy: '',
};

interface CreateEventTypeProps {
  readonly onClose: () => void;
  /** `schema`: edit its schema next. */
  readonly onCreated: (name: string, next: 'type' | 'schema') => void;
}

/** A form for a new event type. */
export function CreateEventType({ onClose, onCreated }: CreateEventTypeProps) {
  const { id } = useInstance();
  const form = useDraft(`${id}/new-event-type`, null, onClose);
  const [name, setName] = useDrafted(form, 'name', '');
  const [draft, setDraft] = useDrafted(form, 'draft', EMPTY);
  const [schemaText, setSchemaText] = useDrafted(form, 'schemaText', '');
  const [saidKind, setSaidKind] = useDrafted<StartKind | null>(form, 'saidKind', null);
  const start = useMemo(() => readStart(schemaText, saidKind), [schemaText, saidKind]);
  const create = useCreateEventType();
  const types = useEventTypes();
  const nameFault = faultOfName(
    name,
    types.data?.some((type) => type.name === name && !type.archived) ?? false,
  );
  const canCreate =
    name !== '' && nameFault === null && draft.featureFlags.every(isValidName) && !create.isPending;
  const submit = (next: 'type' | 'schema') => {
    const fields = {
      name,
      description: draft.description,
      ...deprecationOf(draft),
      featureFlags: draft.featureFlags.length > 0 ? [...draft.featureFlags] : null,
      groupName: draft.groupName.trim() || null,
    };
    const body = start.schema === null ? JSON.stringify(fields) : bodyWithSchema(start.schema, fields);
    whenDone(create.mutateAsync(body), () => {
      if (start.fault) startDraft(`${id}/${name}`, schemaText);
      form.saved(null);
      onCreated(name, next);
    });
  };
  return (
    <Sheet
      wide
      title="New event type"
      draft={form}
      onClose={onClose}
      footer={
        <>
          <Button onPress={form.end}>Cancel</Button>
          <Button
            icon={<ListTree aria-hidden />}
            isDisabled={!canCreate}
            needs="POST /event-type"
            onPress={() => submit('schema')}
          >
            Create and edit schema
          </Button>
          <Button
            kind="primary"
            isDisabled={!canCreate || start.fault !== null}
            needs="POST /event-type"
            onPress={() => submit('type')}
          >
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
        hint="Identifies the event type and cannot be changed later. The part before the period is the group."
        error={nameFault ?? create.error?.fieldError('name') ?? null}
      />
      <EventTypeFields draft={draft} onChange={setDraft} error={create.error} />
      <SchemaStartField
        text={schemaText}
        start={start}
        onText={setSchemaText}
        onKind={setSaidKind}
        error={create.error?.fieldError('schema') ?? null}
      />
      {create.error && <FailureNotice title="The event type was not created" cause={create.error} />}
    </Sheet>
  );
}

function faultOfName(name: string, taken: boolean): string | null {
  if (name === '') return null;
  if (!isValidName(name))
    return 'Use letters, digits, hyphens, underscores and periods, at most 256 characters.';
  return taken ? 'An event type with this name already exists.' : null;
}
