import type { ReactNode } from 'react';
import type { ApiFailure } from '../../api/api-failure';
import { Checkbox } from '../../ui/checkbox';
import { FlagsField } from '../../ui/flags-field';
import { TextField } from '../../ui/text-field';
import { JsonEditor } from '../editor/json-editor';
import styles from './event-type-fields.module.css';
import { knownFlags, useEventTypes } from './use-catalog';

/** What a form about an event type holds while it is being filled in. */
export interface EventTypeDraft {
  readonly description: string;
  readonly groupName: string;
  readonly featureFlags: readonly string[];
  readonly deprecated: boolean;
  /** The schema as text, so that half of one can stand there; empty means none. */
  readonly schemaText: string;
}

export interface EventTypeFieldsProps {
  readonly draft: EventTypeDraft;
  readonly onChange: (draft: EventTypeDraft) => void;
  readonly error: ApiFailure | null;
  /** What a flag leaves as it is, in a sentence; absent: what is true of every event type. */
  readonly reach?: string | undefined;
  /** Leads to a better place for the schema. */
  readonly schemaAction?: ReactNode;
}

const REACH = 'Does not stop delivery: endpoints without a filter still receive it.';

/** The fields that creating and editing an event type share. */
export function EventTypeFields({
  draft,
  onChange,
  error,
  reach = REACH,
  schemaAction,
}: EventTypeFieldsProps) {
  const types = useEventTypes();
  const set = (part: Partial<EventTypeDraft>) => onChange({ ...draft, ...part });
  const schemaFault = readSchema(draft.schemaText).fault ?? error?.fieldError('schemas') ?? null;
  return (
    <>
      <TextField
        label="Description"
        lines={3}
        value={draft.description}
        onChange={(description) => set({ description })}
        placeholder="When does this event occur?"
        error={error?.fieldError('description') ?? null}
      />
      <FlagsField
        label="Feature flags"
        flags={draft.featureFlags}
        onChange={(featureFlags) => set({ featureFlags })}
        known={knownFlags(types.data)}
        hint={`Hides it from customers and tokens without one of the flags. ${reach}`}
      />
      <TextField
        label="Group"
        isRequired={false}
        mono
        value={draft.groupName}
        onChange={(groupName) => set({ groupName })}
        hint="Without one, the part of the name before the first period."
        error={error?.fieldError('groupName') ?? null}
      />
      <Checkbox
        isSelected={draft.deprecated}
        onChange={(deprecated) => set({ deprecated })}
        hint="Marked so in every catalog. Delivery does not change."
      >
        Deprecated
      </Checkbox>
      <div className={styles.schema}>
        <div className={styles.line}>
          <span className={styles.label}>Schema, JSON Schema Draft 7</span>
          {schemaAction}
        </div>
        <JsonEditor label="Schema" value={draft.schemaText} onChange={(schemaText) => set({ schemaText })} />
        {schemaFault ? (
          <p className={styles.fault} role="alert">
            {schemaFault}
          </p>
        ) : (
          <p className={styles.hint}>
            Tells customers what to expect; not enforced when sending. Empty means none.
          </p>
        )}
      </div>
    </>
  );
}

/** Reads the schema text: the schema (null for none), or what is wrong with the text. */
export function readSchema(text: string): { readonly schema: unknown; readonly fault: string | null } {
  if (text.trim() === '') return { schema: null, fault: null };
  try {
    const schema: unknown = JSON.parse(text);
    if (
      typeof schema === 'boolean' ||
      (typeof schema === 'object' && schema !== null && !Array.isArray(schema))
    ) {
      return { schema, fault: null };
    }
    return { schema: null, fault: 'A schema is a JSON object, or true or false.' };
  } catch (cause) {
    return { schema: null, fault: cause instanceof Error ? cause.message : 'This is not JSON.' };
  }
}
