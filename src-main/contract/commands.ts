/**
 * Every command of the admin application, defined once: the palette, the keys, the list of shortcuts and the menu of
 * the desktop program all read this table. What a command does is not here: the page knows, and some are only available
 * on some screens.
 *
 * `keys` is written as `Mod+K` (Ctrl, or Cmd on a Mac), `F6`, one key (`N`, `Space`), or a sequence (`G C`).
 */
export interface CommandRow {
  readonly id: string;
  /** What it does, as a verb. A screen may offer it in other words, such as "Resume the endpoint". */
  readonly label: string;
  /** Where the palette and the list show it; `Lists` and `Window` are only keys and not in the palette. */
  readonly group: 'Go to' | 'Do' | 'View' | 'Lists' | 'Window';
  /** Null: no keys. */
  readonly keys: string | null;
  /** Which menu of the desktop program contains it; null: none. */
  readonly menu: 'File' | 'Go' | 'View' | 'Help' | null;
  /** Keys that only the desktop program can offer, since browsers use them for themselves. */
  readonly desktopKeys?: string;
  /** What else people call it, or what it is good for: the palette finds it by these words too. */
  readonly words?: string;
  /** True: pressed by mistake, it is not easily undone. The palette never offers it first. */
  readonly isDestructive?: boolean;
}

/** In menu order. */
export const COMMANDS = [
  { id: 'new-event-type', label: 'New event type', group: 'Do', keys: null, menu: 'File' },
  { id: 'new-application', label: 'New application', group: 'Do', keys: null, menu: 'File' },
  {
    id: 'pause-sending',
    label: 'Pause all sending',
    group: 'Do',
    keys: null,
    menu: 'File',
    words: 'stop hold resume',
  },
  {
    id: 'go-overview',
    label: 'Overview',
    group: 'Go to',
    keys: 'G O',
    menu: 'Go',
    words: 'home start health',
  },
  { id: 'go-catalog', label: 'Catalog', group: 'Go to', keys: 'G C', menu: 'Go', desktopKeys: 'Mod+1' },
  { id: 'go-apps', label: 'Applications', group: 'Go to', keys: 'G A', menu: 'Go', desktopKeys: 'Mod+2' },
  { id: 'go-send', label: 'Send a message', group: 'Go to', keys: 'G M', menu: 'Go', desktopKeys: 'Mod+3' },
  {
    id: 'go-deliveries',
    label: 'Deliveries',
    group: 'Go to',
    keys: 'G D',
    menu: 'Go',
    desktopKeys: 'Mod+4',
    words: 'attempts failed retry log',
  },
  {
    id: 'go-attention',
    label: 'Needs attention',
    group: 'Go to',
    keys: 'G N',
    menu: 'Go',
    words: 'failed failing errors recover problems',
  },
  {
    id: 'go-messages',
    label: 'Messages',
    group: 'Go to',
    keys: 'G F',
    menu: 'Go',
    words: 'failed resend recover events',
  },
  {
    id: 'go-live',
    label: 'Live deliveries',
    group: 'Go to',
    keys: 'G L',
    menu: 'Go',
    words: 'traffic queue monitor',
  },
  {
    id: 'go-simulator',
    label: 'Simulator',
    group: 'Go to',
    keys: 'G T',
    menu: 'Go',
    words: 'rate limit throttle',
  },
  { id: 'go-import', label: 'Import OpenAPI', group: 'Go to', keys: 'G I', menu: 'Go', desktopKeys: 'Mod+5' },
  { id: 'go-preview', label: 'Portal preview', group: 'Go to', keys: 'G P', menu: 'Go' },
  {
    id: 'go-releases',
    label: 'Planned releases',
    group: 'Go to',
    keys: 'G R',
    menu: 'Go',
    words: 'flag schedule calendar launch',
  },
  { id: 'go-public', label: 'Public catalog', group: 'Go to', keys: 'G B', menu: 'Go' },
  {
    id: 'go-changes',
    label: 'Changes of the working copy',
    group: 'Go to',
    keys: 'G E',
    menu: null,
    words: 'sync push pull merge',
  },
  {
    id: 'go-settings',
    label: 'Settings',
    group: 'Go to',
    keys: 'G S',
    menu: 'Go',
    desktopKeys: 'Mod+6',
    words: 'preferences options',
  },
  { id: 'open-palette', label: 'Search or run a command', group: 'Window', keys: 'Mod+K', menu: 'View' },
  { id: 'find-event-type', label: 'Find an event type', group: 'Window', keys: 'Mod+P', menu: 'View' },
  { id: 'theme-light', label: 'Light theme', group: 'View', keys: null, menu: 'View' },
  { id: 'theme-dark', label: 'Dark theme', group: 'View', keys: null, menu: 'View' },
  { id: 'theme-system', label: 'System theme', group: 'View', keys: null, menu: 'View' },
  {
    id: 'show-shortcuts',
    label: 'Keyboard shortcuts',
    group: 'View',
    keys: '?',
    menu: 'Help',
    words: 'help keys',
  },
  {
    id: 'endpoint-pause',
    label: 'Pause the endpoint',
    group: 'Do',
    keys: null,
    menu: null,
    words: 'stop hold resume',
  },
  {
    id: 'endpoint-limit',
    label: 'Change the limit',
    group: 'Do',
    keys: null,
    menu: null,
    words: 'rate throttle',
  },
  {
    id: 'endpoint-disable',
    label: 'Disable the endpoint',
    group: 'Do',
    keys: null,
    menu: null,
    words: 'stop enable',
  },
  { id: 'event-type-archive', label: 'Archive the event type', group: 'Do', keys: null, menu: null },
  { id: 'event-type-schema', label: 'Edit the schema', group: 'Do', keys: null, menu: null },
  { id: 'event-type-test', label: 'Send a test of the event type', group: 'Do', keys: null, menu: null },
  { id: 'application-endpoint', label: 'Add an endpoint', group: 'Do', keys: null, menu: null },
  { id: 'application-send', label: 'Send a message to the application', group: 'Do', keys: null, menu: null },
  {
    id: 'send-again',
    label: 'Choose what to send again',
    group: 'Do',
    keys: 'Shift+R',
    menu: null,
    words: 'resend retry recover replay failed',
  },
  { id: 'endpoint-live', label: 'Show the live view of the endpoint', group: 'Do', keys: null, menu: null },
  { id: 'application-portal', label: 'Open the portal', group: 'Do', keys: null, menu: null },
  { id: 'copy-id', label: 'Copy the id', group: 'Do', keys: null, menu: null },
  { id: 'copy-curl', label: 'Copy as curl', group: 'Do', keys: null, menu: null },
  {
    id: 'delete',
    label: 'Delete the shown item',
    group: 'Do',
    keys: null,
    menu: null,
    words: 'remove',
    isDestructive: true,
  },
  { id: 'preview-matrix', label: 'Preview: matrix', group: 'View', keys: 'Shift+M', menu: null },
  { id: 'preview-changes', label: 'Preview: changes', group: 'View', keys: 'C', menu: null },
  { id: 'preview-frames', label: 'Preview: frames', group: 'View', keys: 'Shift+F', menu: null },
  { id: 'preview-width', label: 'Preview: mobile or desktop width', group: 'View', keys: 'M', menu: null },
  { id: 'preview-theme', label: 'Preview: light or dark frames', group: 'View', keys: 'L', menu: null },
  { id: 'preview-source', label: 'Preview: draft or stored', group: 'View', keys: 'D', menu: null },
  { id: 'preview-frame-1', label: 'Preview: go to frame 1', group: 'Lists', keys: '1', menu: null },
  { id: 'preview-frame-2', label: 'Preview: go to frame 2', group: 'Lists', keys: '2', menu: null },
  { id: 'preview-frame-3', label: 'Preview: go to frame 3', group: 'Lists', keys: '3', menu: null },
  { id: 'preview-frame-4', label: 'Preview: go to frame 4', group: 'Lists', keys: '4', menu: null },
  // Ctrl 1 to 4 go to places in the desktop program and to tabs in a browser.
  { id: 'preview-set-1', label: 'Preview: show or hide set 1', group: 'Lists', keys: 'T 1', menu: null },
  { id: 'preview-set-2', label: 'Preview: show or hide set 2', group: 'Lists', keys: 'T 2', menu: null },
  { id: 'preview-set-3', label: 'Preview: show or hide set 3', group: 'Lists', keys: 'T 3', menu: null },
  { id: 'preview-set-4', label: 'Preview: show or hide set 4', group: 'Lists', keys: 'T 4', menu: null },
  { id: 'new', label: 'New', group: 'Lists', keys: 'N', menu: null },
  { id: 'edit', label: 'Edit the shown item', group: 'Do', keys: 'E', menu: null },
  {
    id: 'resend',
    label: 'Send again',
    group: 'Do',
    keys: 'R',
    menu: null,
    words: 'retry recover replay failed',
  },
  { id: 'inspector', label: 'Show or hide the inspector', group: 'View', keys: 'I', menu: null },
  { id: 'freeze', label: 'Pause the view', group: 'View', keys: 'Space', menu: null },
  { id: 'select', label: 'Select or clear this row', group: 'Lists', keys: 'X', menu: null },
  { id: 'select-range', label: 'Select up to this row', group: 'Lists', keys: 'Shift+X', menu: null },
  { id: 'move-down', label: 'Next row', group: 'Lists', keys: 'J', menu: null },
  { id: 'move-up', label: 'Previous row', group: 'Lists', keys: 'K', menu: null },
  {
    id: 'previous-problem',
    label: 'Previous conflict, problem or difference',
    group: 'Lists',
    keys: '[',
    menu: null,
  },
  {
    id: 'next-problem',
    label: 'Next conflict, problem or difference',
    group: 'Lists',
    keys: ']',
    menu: null,
  },
  { id: 'set-flag', label: 'Set a flag', group: 'Lists', keys: 'F', menu: null },
  { id: 'undo', label: 'Undo the last action', group: 'Do', keys: 'Mod+Z', menu: null },
  { id: 'redo', label: 'Redo the last action', group: 'Do', keys: 'Mod+Shift+Z', menu: null },
  {
    id: 'pull',
    label: 'Pull into the working copy',
    group: 'Do',
    keys: null,
    menu: null,
    words: 'sync fetch merge',
  },
  {
    id: 'sync',
    label: 'Push the working copy',
    group: 'Do',
    keys: null,
    menu: null,
    words: 'review sync merge publish',
  },
  { id: 'save', label: 'Save', group: 'Do', keys: 'Mod+S', menu: null },
  { id: 'focus-search', label: 'Search this list', group: 'Lists', keys: '/', menu: null },
  { id: 'copy-address', label: 'Copy the URL of this screen', group: 'Do', keys: null, menu: null },
  {
    id: 'switch-connection',
    label: 'Switch instance',
    group: 'View',
    keys: 'Mod+Shift+O',
    menu: null,
    words: 'sync working copy remote connection',
  },
  {
    id: 'log-out',
    label: 'Log out',
    group: 'Do',
    keys: null,
    menu: null,
    words: 'sign out',
    isDestructive: true,
  },
  { id: 'next-pane', label: 'Next pane', group: 'Window', keys: 'F6', menu: null },
  { id: 'previous-pane', label: 'Previous pane', group: 'Window', keys: 'Shift+F6', menu: null },
] as const satisfies readonly CommandRow[];

export type CommandId = (typeof COMMANDS)[number]['id'];

/** A row of the table. @throws never: every id is in the table */
export function commandRow(id: CommandId): CommandRow {
  return COMMANDS.find((row) => row.id === id) as CommandRow;
}

/** The commands in the menu of the desktop program, in menu order. */
export const MENU_COMMANDS: readonly CommandId[] = COMMANDS.filter(({ menu }) => menu !== null).map(
  ({ id }) => id,
);
