import type { ApplicationRecord, ApplicationStore } from '../storage/application-store';

/** Finds the application that a path names. */
export interface ApplicationLookup {
  /** By id or uid; undefined when there is none. */
  get(idOrUid: string): Promise<ApplicationRecord | undefined>;
  /** To be called after any application changed or went. */
  forget(): void;
}

/** More than are busy at the same time; beyond it everything is forgotten and read again. */
const MOST_KEPT = 10_000;

/**
 * Remembers applications, since every message begins by looking one up. Right because this process alone writes
 * the database and tells of each change; a read that was on its way during a change is not remembered.
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
