/** An event whose default can be prevented. */
export interface Preventable {
  readonly defaultPrevented: boolean;
  preventDefault(): void;
}

/** A new event, with these parts of its own. */
export function preventable<T extends object>(parts: T): Preventable & T {
  let prevented = false;
  return Object.defineProperties({ ...parts } as Preventable & T, {
    preventDefault: {
      value: () => {
        prevented = true;
      },
    },
    defaultPrevented: { get: () => prevented },
  });
}
