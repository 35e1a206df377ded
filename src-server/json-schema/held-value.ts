/** A value and its place: the spelling of a number is remembered for the object or the list that holds it. */
export interface HeldValue {
  readonly holder: object;
  readonly key: string | number;
}

/** The value itself; undefined if there is none at that place. */
export function heldValue({ holder, key }: HeldValue): unknown {
  return Object.hasOwn(holder, key) ? (holder as Readonly<Record<string | number, unknown>>)[key] : undefined;
}

/** The items of a list, in their holder. */
export function heldItems(list: readonly unknown[]): readonly HeldValue[] {
  return list.map((_item, key) => ({ holder: list, key }));
}
