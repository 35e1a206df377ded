/** A value and where it stands: the spelling of a number is remembered beside the object or the list that holds it. */
export interface HeldValue {
  readonly holder: object;
  readonly key: string | number;
}

/** The value itself; undefined where nothing is held there. */
export function heldValue({ holder, key }: HeldValue): unknown {
  return Object.hasOwn(holder, key) ? (holder as Readonly<Record<string | number, unknown>>)[key] : undefined;
}

/** What a list holds. */
export function heldItems(list: readonly unknown[]): readonly HeldValue[] {
  return list.map((_item, key) => ({ holder: list, key }));
}
