/** A value in memory that is read from the database, and that this process changes, too. */
export interface NewestRead<T> {
  current(): T;
  /** This process has changed it, and that is on disk. */
  set(value: T): void;
  /** Reads it again. What was read before a `set` is older than that, and is read once more. */
  reload(): Promise<void>;
}

export async function openNewestRead<T>(read: () => Promise<T>): Promise<NewestRead<T>> {
  let value: T = await read();
  let changes = 0;
  return {
    current: () => value,
    set(next) {
      value = next;
      changes += 1;
    },
    async reload() {
      for (;;) {
        const before = changes;
        const next = await read();
        if (before !== changes) continue;
        value = next;
        return;
      }
    },
  };
}
