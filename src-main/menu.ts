import type { MenuItemConstructorOptions } from 'electron';
import { COMMANDS, type CommandId, type CommandRow } from './contract/commands';
import { type ChosenKeys, menuChords } from './contract/menu-keys';

/**
 * The application menu. It holds no logic: an item is either one of the system's own, or sends a command to the page.
 *
 * @param isMac the Mac has a menu with the program's name, where it expects Quit
 * @param send sends a command to the page in the window
 * @param chosen keys that differ from the table
 */
export function menuTemplate(
  isMac: boolean,
  send: (command: CommandId) => void,
  chosen: ChosenKeys = {},
): readonly MenuItemConstructorOptions[] {
  const chords = menuChords(chosen);
  const items = (menu: CommandRow['menu']): MenuItemConstructorOptions[] =>
    COMMANDS.filter((row) => row.menu === menu).map((row) => ({
      label: row.label,
      ...acceleratorOf(chords.get(row.id)),
      click: () => send(row.id),
    }));
  return [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    {
      label: 'File',
      submenu: [...items('File'), { type: 'separator' }, isMac ? { role: 'close' } : { role: 'quit' }],
    },
    { role: 'editMenu' },
    { label: 'Go', submenu: items('Go') },
    {
      label: 'View',
      submenu: [
        ...items('View'),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        { role: 'toggleDevTools' },
      ],
    },
    { role: 'windowMenu' },
    { role: 'help', submenu: items('Help') },
  ];
}

/** Names that the system's menus use for keys where the page uses others. */
const KEY_NAMES: Readonly<Record<string, string>> = {
  '+': 'Plus',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
};
/** A menu with a key unknown to the system is refused as a whole; the page handles such a key by itself. */
const KNOWN_KEY =
  /^([A-Z0-9]|F([1-9]|1\d|2[0-4])|[-=,./;'`[\]\\!?"#$%&*():<>@^_{|}~]|Plus|Space|Up|Down|Left|Right|Home|End|PageUp|PageDown|Enter|Insert|Delete|Backspace)$/;

function acceleratorOf(chord: string | undefined): { accelerator?: string } {
  const [, modifiers = '', key = ''] = /^((?:(?:Mod|Shift)\+)*)(.+)$/.exec(chord ?? '') ?? [];
  const name = KEY_NAMES[key] ?? key;
  return KNOWN_KEY.test(name) ? { accelerator: modifiers.replace('Mod', 'CmdOrCtrl') + name } : {};
}
