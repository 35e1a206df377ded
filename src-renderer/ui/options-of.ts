/** The options of a control, from a table of words. Keys that are whole numbers come first, in order, as objects have it. */
export function optionsOf<Value extends string>(words: Readonly<Record<Value, string>>) {
  return Object.entries<string>(words).map(([value, label]) => ({ value: value as Value, label }));
}
