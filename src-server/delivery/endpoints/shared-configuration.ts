import type { ApplicationVersionStore } from '../../storage/postgres/application-version-store';

/**
 * Applications and endpoints as this process knows them, where other processes change them too.
 *
 * Promises: a version that it gives is not newer than what the directory then holds, so a message that was matched after
 * the version was asked for, and is stored only while that version is current, goes to exactly the endpoints it should.
 */
export interface SharedConfiguration {
  /** Reads the versions of all applications. Call it before the directory is filled. */
  load(): Promise<void>;
  /** Null: not known. Reload the application, then ask again. */
  versionOf(appId: string): number | null;
  /**
   * Reads the application and its endpoints, and takes over what differs. Calls during a reload share the next one.
   * @returns whether there is such an application
   */
  reload(appId: string): Promise<boolean>;
  /** Reads the application of an endpoint that is not known here. */
  reloadOfEndpoint(endpointId: string): Promise<void>;
  /** This process has changed an application or its endpoints in the directory. */
  changedHere(appId: string): void;
}

interface SharedConfigurationParts {
  readonly versions: ApplicationVersionStore;
  /** As `reloadApplication`; `ownChangesOf` counts the calls of `changedHere`. */
  readonly readApplication: (
    appId: string,
    ownChangesOf: (appId: string) => number,
  ) => Promise<boolean | null>;
}

export function createSharedConfiguration(parts: SharedConfigurationParts): SharedConfiguration {
  const { versions } = parts;
  const known = new Map<string, number>();
  const running = new Map<string, Promise<boolean>>();
  const next = new Map<string, Promise<boolean>>();
  const ownChanges = new Map<string, number>();
  const ownChangesOf = (appId: string) => ownChanges.get(appId) ?? 0;

  async function read(appId: string): Promise<boolean> {
    for (;;) {
      const changesBefore = ownChangesOf(appId);
      // Before the rest: what is then read is at least as new.
      const version = await versions.read(appId);
      const exists = await parts.readApplication(appId, ownChangesOf);
      if (exists === null || changesBefore !== ownChangesOf(appId)) continue;
      if (exists) known.set(appId, version);
      else known.delete(appId);
      return exists;
    }
  }

  function begin(appId: string): Promise<boolean> {
    const reading = read(appId).finally(() => running.delete(appId));
    running.set(appId, reading);
    return reading;
  }

  function reload(appId: string): Promise<boolean> {
    const current = running.get(appId);
    if (current === undefined) return begin(appId);
    // It may have read before the change that this call is about.
    const queued = next.get(appId);
    if (queued !== undefined) return queued;
    const after = current
      .catch(() => undefined)
      .then(() => {
        next.delete(appId);
        return begin(appId);
      });
    next.set(appId, after);
    return after;
  }

  return {
    async load() {
      for (const [appId, version] of await versions.readAll()) known.set(appId, version);
    },
    versionOf: (appId) => known.get(appId) ?? null,
    reload,
    async reloadOfEndpoint(endpointId) {
      const appId = await versions.applicationOf(endpointId);
      if (appId !== undefined) await reload(appId);
    },
    changedHere(appId) {
      ownChanges.set(appId, ownChangesOf(appId) + 1);
      known.delete(appId);
    },
  };
}
