import { COMMANDS, type CommandId, type CommandRow } from './commands';

/** The user's own keys, by command; null: turned off. Commands not listed have the keys of the table. */
export type ChosenKeys = Partial<Readonly<Record<CommandId, string | null>>>;

/** The valid custom keys in a value. Anything from other programs or versions is dropped. */
export function knownKeys(value: unknown): ChosenKeys {
  if (typeof value !== 'object' || value === null) return {};
  const known = Object.entries(value).filter(
    ([id, keys]) =>
      COMMANDS.some((row) => row.id === id) &&
      (keys === null || (typeof keys === 'string' && keys !== '' && keys.length <= LONGEST)),
  );
  return Object.fromEntries(known) as ChosenKeys;
}

/** `Mod+Shift+PageDown`, twice, is far shorter. */
const LONGEST = 50;

/**
 * The chords of the current menu, by command. Only chords: a single letter in a menu would act while somebody types.
 * Custom keys take precedence over those that only the desktop program offers.
 */
export function menuChords(chosen: ChosenKeys): ReadonlyMap<CommandId, string> {
  const taken = new Set(Object.values(chosen));
  const chords = new Map<CommandId, string>();
  for (const row of COMMANDS as readonly (CommandRow & { readonly id: CommandId })[]) {
    const own = chosen[row.id];
    const byTable = row.desktopKeys ?? row.keys;
    const keys = own !== undefined ? own : taken.has(byTable) ? null : byTable;
    if (row.menu !== null && keys !== null && isChord(keys)) chords.set(row.id, keys);
  }
  return chords;
}

function isChord(keys: string): boolean {
  return !keys.includes(' ') && (keys.startsWith('Mod+') || /^(Shift\+)?F\d+$/.test(keys));
}
