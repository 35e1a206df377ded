import { COMMANDS, type CommandId, commandRow } from '../../../../src-main/contract/commands';
import { type ChosenKeys, knownKeys } from '../../../../src-main/contract/menu-keys';

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

/** Keys as they are stored. What cannot be read counts as no choice. */
export function readChosen(stored: string | null): ChosenKeys {
  try {
    return knownKeys(JSON.parse(stored ?? '{}'));
  } catch {
    return {};
  }
}
