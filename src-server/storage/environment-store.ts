import type { FlagSet } from '../contract/flag-set';
import type { SettingsPatch } from '../contract/settings';
import {
  type EventTypeContent,
  type EventTypeRecord,
  putPlannedEventTypes,
  removeEventType,
} from './event-type-store';
import { isSameEventType } from './event-type-text';
import type { ChangeAuthor } from './event-type-version-store';
import { mergeFlagSets } from './flag-set-store';
import type { SettingStore, Settings } from './setting-store';

/** What an import wants to be there. */
export interface EnvironmentChange {
  /** By name, each once. */
  readonly eventTypes: readonly EventTypeContent[];
  readonly settings: SettingsPatch;
  /** By letter, each once. */
  readonly flagSets: readonly FlagSet[];
  /** Names of event types, and letters of sets, that go. None of them is added above. */
  readonly remove: { readonly eventTypes: readonly string[]; readonly flagSets: readonly string[] };
  /** For the history of the event types. */
  readonly author?: ChangeAuthor;
}

export interface EnvironmentStore {
  /**
   * Adds, replaces and removes event types and changes settings, in one write: all of it or nothing.
   * Event types that are there as wanted keep the time of their last change.
   * @param check gets the settings as they would be; what it throws stops everything
   */
  put(change: EnvironmentChange, now: number, check: (next: Settings) => void): Promise<void>;
}

export function createEnvironmentStore(settings: SettingStore): EnvironmentStore {
  return {
    async put(change, now, check) {
      await settings.update(change.settings, check, async (tx) => {
        const wanted = (existing: readonly EventTypeRecord[]) => {
          const byName = new Map(existing.map((record) => [record.name, record]));
          return change.eventTypes.filter((one) => {
            const there = byName.get(one.name);
            return !there || !isSameEventType(there, one);
          });
        };
        await putPlannedEventTypes(tx, now, wanted, change.author);
        for (const name of change.remove.eventTypes) await removeEventType(tx, name, now, change.author);
        await mergeFlagSets(tx, change.flagSets, change.remove.flagSets);
      });
    },
  };
}
