import type { ApplicationRecord, ApplicationStore } from '../../storage/application-store';

/** Finds the application that a path names. */
export interface ApplicationLookup {
  /** By id or uid; undefined when there is none. */
  get(idOrUid: string): Promise<ApplicationRecord | undefined>;
  /** Call this after any application changed or was deleted. */
  forget(): void;
}

/** More than are active at the same time; beyond that, everything is dropped and read again. */
const MOST_KEPT = 10_000;

/**
 * Caches applications, since every message begins by looking one up. Correct because each change is reported: at once by
 * this process, and within about a second where another one shares the database. A read in progress during a change is
 * not cached.
 */
export function createApplicationLookup(applications: ApplicationStore): ApplicationLookup {
  let known = new Map<string, ApplicationRecord>();
  return {
    async get(idOrUid) {
      const kept = known.get(idOrUid);
      if (kept) return kept;
      const before = known;
      const record = await applications.get(idOrUid);
      if (record && before === known) {
        if (known.size >= MOST_KEPT) known = new Map();
        known.set(idOrUid, record);
      }
      return record;
    },
    forget() {
      known = new Map();
    },
  };
}
