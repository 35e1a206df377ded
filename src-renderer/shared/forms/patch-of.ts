/** One field of a form in the words of the API: a member of the thing, or several that only make sense together. */
export interface FormField<T> {
  readonly label: string;
  readonly members: readonly (keyof T)[];
  /** Its value in words; absent: the value itself. */
  readonly show?: (value: T) => string;
}

/** The fields of a form by name. */
export type FormFields<T> = Readonly<Record<string, FormField<T>>>;

/** The three states that a save has to bring together. */
export interface ThreeStates<T> {
  /** What the form was opened with. */
  readonly opened: T;
  /** What it says now. */
  readonly mine: T;
  /** What is stored now. */
  readonly theirs: T;
}

/** What to write, and what only the reader can decide. */
interface Patch<T> {
  readonly patch: Partial<T>;
  /** Names of fields that both changed, each in another way. */
  readonly conflicts: readonly string[];
}

/**
 * What a form has to write: the fields that its reader changed and that are stored as they were when it was opened. What
 * the reader did not touch, or what already says the same, is never written.
 */
export function patchOf<T>(fields: FormFields<T>, { opened, mine, theirs }: ThreeStates<T>): Patch<T> {
  const wanted = Object.entries(fields).filter(
    ([, field]) => !isSameField(field, mine, opened) && !isSameField(field, mine, theirs),
  );
  const isFree = ([, field]: (typeof wanted)[number]) => isSameField(field, theirs, opened);
  const members = wanted.filter(isFree).flatMap(([, field]) => field.members);
  return {
    patch: Object.fromEntries(members.map((member) => [member, mine[member]])) as Partial<T>,
    conflicts: wanted.filter((field) => !isFree(field)).map(([name]) => name),
  };
}

/** Whether a field says the same in both. */
export function isSameField<T>({ members }: FormField<T>, mine: T, other: T): boolean {
  return members.every((member) => textOf(mine[member]) === textOf(other[member]));
}

/** An absent member is null. */
function textOf(value: unknown): string {
  return JSON.stringify(value ?? null);
}
