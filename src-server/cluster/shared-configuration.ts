import type { ReadApplication, SharedConfiguration } from '../delivery/endpoints/shared-configuration';
import type { ApplicationVersionStore } from '../storage/postgres/application-version-store';

interface SharedConfigurationParts {
  readonly versions: ApplicationVersionStore;
  readonly readApplication: ReadApplication;
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
