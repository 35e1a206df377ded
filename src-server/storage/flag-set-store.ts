import type { FlagSet } from '../contract/flag-set';
import type { Database } from './database';
import type { Transaction } from './transaction';

export interface FlagSetStore {
  /** In display order. */
  list(): Promise<FlagSet[]>;
  /**
   * Replaces all of them in one write. `check` gets the existing ones; if it throws, nothing is written.
   * @returns the resulting sets
   */
  replace(next: readonly FlagSet[], check: (existing: readonly FlagSet[]) => void): Promise<FlagSet[]>;
}

interface FlagSetRow {
  letter: string;
  name: string;
  colour: FlagSet['colour'];
  feature_flags: string;
}

const SELECT = 'SELECT letter, name, colour, feature_flags FROM flag_set ORDER BY position';

export function createFlagSetStore(db: Database): FlagSetStore {
  return {
    async list() {
      return (await db.all<FlagSetRow>(SELECT)).map(toFlagSet);
    },
    replace(next, check) {
      return db.write(async (tx) => {
        check((await tx.all<FlagSetRow>(SELECT)).map(toFlagSet));
        await putFlagSets(tx, next);
        return [...next];
      });
    },
  };
}

/**
 * Adds sets and replaces those with the same letter, as part of another write. New ones come last, and only those with
 * the given letters are removed.
 */
export async function mergeFlagSets(
  tx: Transaction,
  wanted: readonly FlagSet[],
  removed: readonly string[],
): Promise<void> {
  if (wanted.length === 0 && removed.length === 0) return;
  const existing = (await tx.all<FlagSetRow>(SELECT)).map(toFlagSet);
  const byLetter = new Map(existing.map((one) => [one.letter, one]));
  for (const one of wanted) byLetter.set(one.letter, one);
  for (const letter of removed) byLetter.delete(letter);
  await putFlagSets(tx, [...byLetter.values()]);
}

async function putFlagSets(tx: Transaction, next: readonly FlagSet[]): Promise<void> {
  await tx.run('DELETE FROM flag_set');
  for (const [position, { letter, name, colour, featureFlags }] of next.entries()) {
    await tx.run(
      'INSERT INTO flag_set (letter, position, name, colour, feature_flags) VALUES (?, ?, ?, ?, ?)',
      [letter, position, name, colour, JSON.stringify(featureFlags)],
    );
  }
}

function toFlagSet({ letter, name, colour, feature_flags }: FlagSetRow): FlagSet {
  return { letter, name, colour, featureFlags: JSON.parse(feature_flags) };
}
