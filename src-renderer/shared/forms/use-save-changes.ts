import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type FormFields, isSameField } from './patch-of';
import { type EditedThing, saveChanges } from './save-changes';
import { SaveConflict } from './save-conflict';

/** Whose value of a field counts. */
type Side = 'mine' | 'theirs';

/** What the reader decided about a field, and of which two values. */
interface Decision<T> {
  readonly side: Side;
  readonly mine: T;
  readonly theirs: T;
}

type Decisions<T> = Readonly<Record<string, Decision<T>>>;

/** A way to save a form, and what became of it. */
export interface Saving {
  readonly error: Error | null;
  /** What the reader has decided so far, by the name of the field. */
  readonly sides: Readonly<Record<string, Side>>;
  readonly choose: (field: string, side: Side) => void;
}

/**
 * Saves what differs from what a form was opened with. A field that somebody else changed too is a `SaveConflict` in
 * `error`: the reader chooses a side, and saves again.
 */
export function useSaveChanges<T>(thing: EditedThing<T>, onSaved: () => unknown) {
  const [decisions, setDecisions] = useState<Decisions<T>>({});
  const { mutateAsync, error, isPending, reset } = useMutation({
    mutationFn: ({ opened, mine }: { readonly opened: T; readonly mine: T }) =>
      saveChanges(thing, { opened: rebased(thing.fields, { opened, mine }, decisions), mine }),
    onSuccess: () => {
      // They were about what is replaced now.
      setDecisions({});
      return onSaved();
    },
  });
  const choose = (field: string, side: Side) => {
    if (!(error instanceof SaveConflict)) return;
    const { mine, theirs } = error as { mine: T; theirs: T };
    setDecisions({ ...decisions, [field]: { side, mine, theirs } });
  };
  const sides = Object.fromEntries(Object.entries(decisions).map(([name, { side }]) => [name, side]));
  return {
    ...{ save: mutateAsync, isPending, error, sides, choose },
    /** Forgets what became of saving: the form begins again. */
    reset: () => {
      setDecisions({});
      reset();
    },
  };
}

/**
 * What the form was opened with, after the decisions: a value that the reader has seen and wants to replace counts as
 * seen, and one of the reader's own that is given up counts as never typed, unless it was typed anew.
 */
export function rebased<T>(
  fields: FormFields<T>,
  { opened, mine }: { readonly opened: T; readonly mine: T },
  decisions: Decisions<T>,
): T {
  const members = Object.entries(decisions).flatMap(([name, { side, mine: decided, theirs }]) => {
    const field = fields[name];
    if (!field) return [];
    const from = side === 'mine' || !isSameField(field, mine, decided) ? theirs : mine;
    return field.members.map((member) => [member, from[member]] as const);
  });
  return { ...opened, ...Object.fromEntries(members) };
}
