import { COMMANDS, type CommandId, commandRow } from '../../../src-main/contract/commands';

/** Keys that somebody chose, by command; null: turned off. A command that is not here has those of the table. */
export type ChosenKeys = Partial<Readonly<Record<CommandId, string | null>>>;

/** The keys of a command as they are chosen; null: it has none. */
export function keysOf(chosen: ChosenKeys, id: CommandId): string | null {
  const own = chosen[id];
  return own === undefined ? commandRow(id).keys : own;
}

/** The choices with one more; keys as in the table are no choice. */
export function withKeys(chosen: ChosenKeys, id: CommandId, keys: string | null): ChosenKeys {
  const { [id]: _before, ...others } = chosen;
  return keys === commandRow(id).keys ? others : { ...others, [id]: keys };
}

/**
 * Another command that stands in the way: the same keys, or keys of which one begins the other, so that the longer
 * could never be finished. Null: none.
 */
export function conflictOf(chosen: ChosenKeys, id: CommandId, keys: string): CommandId | null {
  const other = COMMANDS.find((row) => {
    const taken = row.id === id ? null : keysOf(chosen, row.id);
    return taken !== null && (taken === keys || taken.startsWith(`${keys} `) || keys.startsWith(`${taken} `));
  });
  return other?.id ?? null;
}

/** What somebody else wrote there, or an older version, is left out. */
export function readChosen(stored: string | null): ChosenKeys {
  try {
    const value: unknown = JSON.parse(stored ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    const known = Object.entries(value).filter(
      ([id, keys]) =>
        COMMANDS.some((row) => row.id === id) && (keys === null || (typeof keys === 'string' && keys !== '')),
    );
    return Object.fromEntries(known) as ChosenKeys;
  } catch {
    return {};
  }
}
