import type { SettingsPatch } from '../contract/settings';
import { type EventTypeContent, type EventTypeRecord, putPlannedEventTypes } from './event-type-store';
import type { SettingStore, Settings } from './setting-store';

/** What an import wants to be there. */
export interface EnvironmentChange {
  /** By name, each once. */
  readonly eventTypes: readonly EventTypeContent[];
  readonly settings: SettingsPatch;
}

export interface EnvironmentStore {
  /**
   * Adds and replaces event types and changes settings, in one write: all of it or nothing.
   * @param isSame tells those that are there as wanted; they keep the time of their last change
   * @param check gets the settings as they would be; what it throws stops everything
   */
  put(
    change: EnvironmentChange,
    now: number,
    isSame: (existing: EventTypeRecord, wanted: EventTypeContent) => boolean,
    check: (next: Settings) => void,
  ): Promise<void>;
}

export function createEnvironmentStore(settings: SettingStore): EnvironmentStore {
  return {
    async put(change, now, isSame, check) {
      await settings.update(change.settings, check, (tx) =>
        putPlannedEventTypes(tx, now, (existing) => {
          const byName = new Map(existing.map((record) => [record.name, record]));
          return change.eventTypes.filter((wanted) => {
            const there = byName.get(wanted.name);
            return !there || !isSame(there, wanted);
          });
        }),
      );
    },
  };
}
