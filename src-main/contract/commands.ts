/**
 * Every command of the admin application, stated once: the palette, the keys, the sheet of shortcuts and the menu of
 * the desktop program all read this table. What a command does is not here: the page knows, and some are only
 * available on some screens.
 *
 * `keys` is written as `Mod+K` (Ctrl, on a Mac Cmd), `F6`, one key (`N`), or one after the other (`G C`).
 */
export interface CommandRow {
  readonly id: string;
  /** What it does, as a verb. A screen may offer it in other words, such as "Resume the endpoint". */
  readonly words: string;
  /** Where the palette and the sheet show it; `Lists` and `Window` are keys alone and not in the palette. */
  readonly group: 'Go to' | 'Do' | 'View' | 'Lists' | 'Window';
  /** Null: no keys. */
  readonly keys: string | null;
  /** Where the menu of the desktop program has it; null: nowhere. */
  readonly menu: 'File' | 'Go' | 'View' | 'Help' | null;
  /** Keys that only the desktop program can offer, since a browser has its own use for them. */
  readonly desktopKeys?: string;
}

/** Ordered as the menus are. */
export const COMMANDS = [
  { id: 'new-event-type', words: 'New event type', group: 'Do', keys: null, menu: 'File' },
  { id: 'new-application', words: 'New application', group: 'Do', keys: null, menu: 'File' },
  { id: 'go-catalog', words: 'Catalog', group: 'Go to', keys: 'G C', menu: 'Go', desktopKeys: 'Mod+1' },
  { id: 'go-apps', words: 'Applications', group: 'Go to', keys: 'G A', menu: 'Go', desktopKeys: 'Mod+2' },
  { id: 'go-send', words: 'Send a message', group: 'Go to', keys: 'G M', menu: 'Go', desktopKeys: 'Mod+3' },
  { id: 'go-deliveries', words: 'Deliveries', group: 'Go to', keys: 'G D', menu: 'Go', desktopKeys: 'Mod+4' },
  { id: 'go-live', words: 'Live deliveries', group: 'Go to', keys: 'G L', menu: 'Go' },
  { id: 'go-import', words: 'Import OpenAPI', group: 'Go to', keys: 'G I', menu: 'Go', desktopKeys: 'Mod+5' },
  { id: 'go-settings', words: 'Settings', group: 'Go to', keys: 'G S', menu: 'Go', desktopKeys: 'Mod+6' },
  { id: 'open-palette', words: 'Search or run a command', group: 'Window', keys: 'Mod+K', menu: 'View' },
  { id: 'find-event-type', words: 'Find an event type', group: 'Window', keys: 'Mod+P', menu: 'View' },
  { id: 'theme-light', words: 'Light theme', group: 'View', keys: null, menu: 'View' },
  { id: 'theme-dark', words: 'Dark theme', group: 'View', keys: null, menu: 'View' },
  { id: 'theme-system', words: 'Theme of the system', group: 'View', keys: null, menu: 'View' },
  { id: 'show-shortcuts', words: 'Keyboard shortcuts', group: 'View', keys: '?', menu: 'Help' },
  { id: 'go-start', words: 'First steps', group: 'Go to', keys: null, menu: 'Help' },
  { id: 'endpoint-pause', words: 'Pause the endpoint', group: 'Do', keys: null, menu: null },
  { id: 'endpoint-disable', words: 'Disable the endpoint', group: 'Do', keys: null, menu: null },
  { id: 'event-type-archive', words: 'Archive the event type', group: 'Do', keys: null, menu: null },
  { id: 'new', words: 'New', group: 'Lists', keys: 'N', menu: null },
  { id: 'edit', words: 'Edit what is shown', group: 'Do', keys: 'E', menu: null },
  { id: 'move-down', words: 'Next row', group: 'Lists', keys: 'J', menu: null },
  { id: 'move-up', words: 'Previous row', group: 'Lists', keys: 'K', menu: null },
  { id: 'undo', words: 'Undo the last act', group: 'Do', keys: 'Mod+Z', menu: null },
  { id: 'focus-search', words: 'Search this list', group: 'Lists', keys: '/', menu: null },
  { id: 'copy-address', words: 'Copy the address of this screen', group: 'Do', keys: null, menu: null },
  { id: 'switch-connection', words: 'Switch instance', group: 'View', keys: 'Mod+Shift+O', menu: null },
  { id: 'log-out', words: 'Log out', group: 'Do', keys: null, menu: null },
  { id: 'next-pane', words: 'Next pane', group: 'Window', keys: 'F6', menu: null },
  { id: 'previous-pane', words: 'Previous pane', group: 'Window', keys: 'Shift+F6', menu: null },
] as const satisfies readonly CommandRow[];

export type CommandId = (typeof COMMANDS)[number]['id'];

/** A row of the table. @throws never: an id is one of the table */
export function commandRow(id: CommandId): CommandRow {
  return COMMANDS.find((row) => row.id === id) as CommandRow;
}

/** The commands that the menu of the desktop program offers, as it orders them. */
export const MENU_COMMANDS: readonly CommandId[] = COMMANDS.filter(({ menu }) => menu !== null).map(
  ({ id }) => id,
);
