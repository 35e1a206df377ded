import type { NewId } from '../../base/id';
import type { FlagSet, FlagSetIn } from '../../contract/flag-set';
import { noteChange } from '../audit-scope';
import { columnsOf, json, type RowOf } from '../columns';
import type { Database } from '../database';
import { holdInstallation } from '../hold-installation';
import type { Transaction } from '../transaction';

export interface FlagSetStore {
  /** In display order. */
  list(): Promise<FlagSet[]>;
  /**
   * Replaces all of them in one write. `check` gets the existing ones; if it throws, nothing is written.
   * @returns the resulting sets
   */
  replace(next: FlagSetsToWrite, check: (existing: readonly FlagSet[]) => void): Promise<FlagSet[]>;
}

/** Sets as others wrote them, and what makes an id for those without. */
export interface FlagSetsToWrite {
  readonly flagSets: readonly FlagSetIn[];
  readonly newId: NewId;
}

const COLUMNS = columnsOf<FlagSet>({
  id: 'id',
  letter: 'letter',
  name: 'name',
  colour: 'colour',
  featureFlags: json('feature_flags'),
});
const SELECT = `SELECT ${COLUMNS.select} FROM flag_set ORDER BY position`;
const INSERT = COLUMNS.insertInto('flag_set', 'position');

export function createFlagSetStore(db: Database): FlagSetStore {
  return {
    list: () => readFlagSets(db),
    replace({ flagSets, newId }, check) {
      return db.write(async (tx) => {
        const existing = await readHeld(tx);
        check(existing);
        const sets = withIds(flagSets, existing, newId);
        await putFlagSets(tx, sets);
        noteChange(tx, { target: 'flag-sets', before: byLetter(existing), after: byLetter(sets) });
        return sets;
      });
    },
  };
}

const byLetter = (sets: readonly FlagSet[]) =>
  Object.fromEntries(sets.map(({ letter, ...set }) => [letter, set]));

/** The existing sets, which nobody else replaces before this write has ended. */
async function readHeld(tx: Transaction): Promise<FlagSet[]> {
  await holdInstallation(tx);
  return readFlagSets(tx);
}

/** All sets in display order; of a write, within it. */
export async function readFlagSets(from: Pick<Database, 'all'>): Promise<FlagSet[]> {
  return (await from.all<RowOf<FlagSet>>(SELECT)).map(COLUMNS.toRecord);
}

/**
 * Adds sets and replaces those with the same letter, as part of another write. New ones come last, and only those with
 * the given letters are removed.
 */
export async function mergeFlagSets(
  tx: Transaction,
  { flagSets: wanted, newId }: FlagSetsToWrite,
  removed: readonly string[],
): Promise<void> {
  if (wanted.length === 0 && removed.length === 0) return;
  const existing = await readHeld(tx);
  const byLetter = new Map<string, FlagSetIn>(existing.map((set) => [set.letter, set]));
  for (const letter of removed) byLetter.delete(letter);
  const others = new Set([...byLetter.values()].map((set) => set.id));
  for (const set of wanted) {
    // What is now another set here keeps its id: links lead to it.
    const isTaken = byLetter.get(set.letter)?.id !== set.id && others.has(set.id);
    byLetter.set(set.letter, isTaken ? { ...set, id: newId('set_') } : set);
  }
  await putFlagSets(tx, withIds([...byLetter.values()], existing, newId));
}

/** Each set with an id: its own, that of the existing set with its letter, or a new one. */
export function withIds(sets: readonly FlagSetIn[], existing: readonly FlagSet[], newId: NewId): FlagSet[] {
  const taken = new Set(sets.flatMap(({ id }) => id ?? []));
  return sets.map((set) => {
    if (set.id !== undefined) return { ...set, id: set.id };
    const kept = existing.find(({ letter }) => letter === set.letter)?.id;
    return { ...set, id: kept !== undefined && !taken.has(kept) ? kept : newId('set_') };
  });
}

async function putFlagSets(tx: Transaction, next: readonly FlagSet[]): Promise<void> {
  await tx.run('DELETE FROM flag_set');
  for (const [position, set] of next.entries()) await tx.run(INSERT, [...COLUMNS.values(set), position]);
}
