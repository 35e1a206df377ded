import { COMMANDS, type CommandId, commandRow } from '../../../../src-main/contract/commands';
import { type ChosenKeys, knownKeys } from '../../../../src-main/contract/menu-keys';

/** The configured keys of a command; null: it has none. */
export function keysOf(chosen: ChosenKeys, id: CommandId): string | null {
  const own = chosen[id];
  return own === undefined ? commandRow(id).keys : own;
}

/** The choices plus one more; keys equal to the table's are not a choice. */
export function withKeys(chosen: ChosenKeys, id: CommandId, keys: string | null): ChosenKeys {
  const { [id]: _before, ...others } = chosen;
  return keys === commandRow(id).keys ? others : { ...others, [id]: keys };
}

/**
 * Another command that conflicts: it has the same keys, or one of the two begins with the other, so that the longer
 * could never be completed. Null: none.
 */
export function conflictOf(chosen: ChosenKeys, id: CommandId, keys: string): CommandId | null {
  const other = COMMANDS.find((row) => {
    const taken = row.id === id ? null : keysOf(chosen, row.id);
    return taken !== null && (taken === keys || taken.startsWith(`${keys} `) || keys.startsWith(`${taken} `));
  });
  return other?.id ?? null;
}

/** Keys as stored. An unreadable value counts as no choice. */
export function readChosen(stored: string | null): ChosenKeys {
  try {
    return knownKeys(JSON.parse(stored ?? '{}'));
  } catch {
    return {};
  }
}
