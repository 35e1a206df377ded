import type { ApiFailure } from '../../../api/api-failure';
import { Checkbox } from '../../../ui/checkbox';
import { FlagsField } from '../../../ui/flags-field';
import { TextField } from '../../../ui/text-field';
import { knownFlags, useEventTypes } from '../../data/use-catalog';

/** The fields of an event type about its deprecation, as a form has them; a day begins at midnight UTC. */
export function deprecationOf({ deprecated, sunset, replacedBy }: EventTypeDraft) {
  return {
    deprecated,
    sunsetAt: sunset === '' ? null : `${sunset}T00:00:00.000Z`,
    replacedBy: replacedBy.trim() || null,
  };
}

/** The content of a form about an event type while it is being filled in. */
export interface EventTypeDraft {
  readonly description: string;
  readonly groupName: string;
  readonly featureFlags: readonly string[];
  readonly deprecated: boolean;
  /** A day, `2027-01-31`; empty: no date. */
  readonly sunset: string;
  readonly replacedBy: string;
}

interface EventTypeFieldsProps {
  readonly draft: EventTypeDraft;
  readonly onChange: (draft: EventTypeDraft) => void;
  readonly error: ApiFailure | null;
  /** A sentence on what a flag does not change; absent: the one that is true of every event type. */
  readonly reach?: string | undefined;
  /** The element that has the initial focus. */
  readonly at?: 'top' | 'flags';
}

const REACH = 'Does not stop delivery: endpoints without a filter still receive it.';

/** The fields shared by creating and editing an event type. The schema has its own editor. */
export function EventTypeFields({ draft, onChange, error, reach = REACH, at = 'top' }: EventTypeFieldsProps) {
  const types = useEventTypes();
  const set = (part: Partial<EventTypeDraft>) => onChange({ ...draft, ...part });
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
        autoFocus={at === 'flags'}
        flags={draft.featureFlags}
        onChange={(featureFlags) => set({ featureFlags })}
        known={knownFlags(types.data)}
        hint={`Hides it from customers and tokens that have none of these flags. ${reach}`}
      />
      <TextField
        label="Group"
        isRequired={false}
        mono
        value={draft.groupName}
        onChange={(groupName) => set({ groupName })}
        hint="If empty, the part of the name before the first period."
        error={error?.fieldError('groupName') ?? null}
      />
      <Checkbox
        isSelected={draft.deprecated}
        onChange={(deprecated) => set({ deprecated })}
        hint="Marks it as deprecated in every catalog. It is still delivered, and each request says so."
      >
        Deprecated
      </Checkbox>
      {draft.deprecated && (
        <>
          <TextField
            label="Supported until"
            type="date"
            isRequired={false}
            value={draft.sunset}
            onChange={(sunset) => set({ sunset })}
            hint="Shown in every catalog, and in each request. Nothing stops by itself."
            error={error?.fieldError('sunsetAt') ?? null}
          />
          <TextField
            label="Replaced by"
            isRequired={false}
            mono
            value={draft.replacedBy}
            onChange={(replacedBy) => set({ replacedBy })}
            hint="The event type to use instead. Only those who may see it are told."
            error={error?.fieldError('replacedBy') ?? null}
          />
        </>
      )}
    </>
  );
}
