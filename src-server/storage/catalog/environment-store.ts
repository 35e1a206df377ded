import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NewId } from '../../base/id';
import { slicesOf } from '../../base/slices-of';
import type { FlagSet, FlagSetIn } from '../../contract/flag-set';
import type { SettingsPatch } from '../../contract/settings';
import type { Database } from '../database';
import type { SettingStore, Settings } from '../installation/setting-store';
import { readCatalogTag } from './catalog-tag';
import { type CompareEventTypes, compareHere, writeCompared } from './compared-write';
import { putEventTypeTexts, readEventTypeTexts, removeEventTypes } from './event-type-batch';
import {
  type EventTypeContent,
  type EventTypeTextChange,
  isSameText,
  textOfEventType,
} from './event-type-text';
import { type ChangeAuthor, holdCatalog } from './event-type-version-store';
import { mergeFlagSets, readFlagSets } from './flag-set-store';

/** After this many, other work gets its turn. */
const ENTRIES_PER_TURN = 500;

/** What an import wants to exist. */
export interface EnvironmentChange {
  /** By name, each once; with the time since which those are deprecated that begin to be, where it is known. */
  readonly eventTypes: readonly (EventTypeContent & Pick<EventTypeTextChange, 'deprecatedAt'>)[];
  readonly settings: SettingsPatch;
  /** By letter, each once. */
  readonly flagSets: readonly FlagSetIn[];
  /** Names of event types, and letters of sets, to remove. None of them is added above. */
  readonly remove: { readonly eventTypes: readonly string[]; readonly flagSets: readonly string[] };
  /** Makes ids for sets without one. */
  readonly newId: NewId;
  /** For the history of the event types. */
  readonly author?: ChangeAuthor;
  /** Gets what is there, within the write; what it throws stops everything. Absent: written in any state. */
  readonly checkState?: (current: EnvironmentState) => void;
}

/** What distinguishes the state of an environment from all others. */
export interface EnvironmentState {
  readonly catalogTag: string;
  readonly settings: Settings;
  /** In display order. */
  readonly flagSets: readonly FlagSet[];
}

export interface EnvironmentStore {
  /**
   * Adds, replaces and removes event types and changes settings, in one write: all of it or nothing. Event types that
   * are already as wanted keep the time of their last change.
   * @param check gets the settings as they would be; what it throws stops everything
   */
  put(change: EnvironmentChange, now: number, check: (next: Settings) => void): Promise<void>;
}

export function createEnvironmentStore(
  db: Database,
  settings: SettingStore,
  compare: CompareEventTypes = compareHere,
): EnvironmentStore {
  return {
    put(change, now, check) {
      const author = change.author ?? null;
      const names = change.eventTypes.map(({ name }) => name);
      let settingsBefore: Settings | null = null;
      const checkBoth = (next: Settings, before: Settings) => {
        settingsBefore = before;
        check(next);
      };
      return writeCompared(db, compare, {
        names,
        author,
        async plan(from) {
          const there = await readEventTypeTexts(from, names);
          const changes: Omit<EventTypeTextChange, 'difference'>[] = [];
          for (const some of slicesOf(change.eventTypes, ENTRIES_PER_TURN)) {
            for (const wanted of some) {
              const [before, after] = [there.get(wanted.name) ?? null, textOfEventType(wanted)];
              if (before && isSameText(before, after)) continue;
              changes.push({ before, after, deprecatedAt: Math.min(wanted.deprecatedAt ?? now, now) });
            }
            await nextTurn();
          }
          return { changes, pairs: changes.map(({ before, after }) => before && { before, after }) };
        },
        async write(tx, { changes }, differences) {
          if (change.checkState && settingsBefore) {
            const state = { catalogTag: await readCatalogTag(tx), flagSets: await readFlagSets(tx) };
            change.checkState({ ...state, settings: settingsBefore });
          }
          const compared = changes.map((change, index) => ({
            ...change,
            difference: differences[index] ?? null,
          }));
          await putEventTypeTexts(tx, compared, now, author);
          await removeEventTypes(tx, change.remove.eventTypes, now, author);
          await mergeFlagSets(tx, change, change.remove.flagSets);
        },
        async inWrite(work) {
          await settings.update(change.settings, checkBoth, async (tx) => {
            if (change.checkState) await holdCatalog(tx);
            await work(tx);
          });
        },
      });
    },
  };
}
