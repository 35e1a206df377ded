import { ApiFailure } from '../../api/api-failure';
import type { FormField, FormFields, ThreeStates } from './patch-of';

/** A field that two people changed, with its values in words. */
interface FieldConflict {
  readonly name: string;
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
}

/** Nothing was written: somebody else changed the same fields since the form was opened. */
export class SaveConflict extends ApiFailure {
  readonly conflicts: readonly FieldConflict[];
  /** What is stored now, as far as the form shows it. */
  readonly theirs: unknown;
  readonly mine: unknown;

  constructor(fields: FormFields<never>, names: readonly string[], states: ThreeStates<unknown>) {
    const known = fields as FormFields<unknown>;
    const conflicts = names.flatMap((name) => {
      const field = known[name];
      return field ? [toConflict(name, field, states)] : [];
    });
    const list = conflicts.map(({ label, theirs }) => `${label}: ${theirs}`).join(', ');
    super(412, 'precondition_failed', `Someone else has changed this in the meantime (${list}).`);
    this.name = 'SaveConflict';
    this.conflicts = conflicts;
    this.theirs = states.theirs;
    this.mine = states.mine;
  }
}

function toConflict(name: string, field: FormField<unknown>, { mine, theirs }: ThreeStates<unknown>) {
  const show = (state: unknown) => field.show?.(state) ?? inWords(field, state);
  return { name, label: field.label, mine: show(mine), theirs: show(theirs) };
}

function inWords({ members }: FormField<unknown>, state: unknown): string {
  const values = members.map((member) => (state as Readonly<Record<PropertyKey, unknown>>)[member]);
  const words = values.flat().filter((value) => value !== null && value !== undefined && value !== '');
  return words.length > 0 ? words.map(String).join(', ') : '–';
}
