import type { MenuItemConstructorOptions } from 'electron';
import { COMMANDS, type CommandId, type CommandRow } from './contract/commands';

/**
 * The application menu. It holds no logic: an item either is one of the system's own, or sends a command to the page.
 *
 * @param isMac the Mac has a menu of the program's own name, where it expects Quit
 * @param send sends a command to the page in the window
 */
export function menuTemplate(
  isMac: boolean,
  send: (command: CommandId) => void,
): readonly MenuItemConstructorOptions[] {
  const items = (menu: CommandRow['menu']): MenuItemConstructorOptions[] =>
    COMMANDS.filter((row) => row.menu === menu).map((row) => ({
      label: row.words,
      ...acceleratorOf(row),
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

/** Only chords: a single letter in a menu would act while somebody types. */
function acceleratorOf({ keys, desktopKeys }: CommandRow): { accelerator?: string } {
  const chord = desktopKeys ?? keys;
  return chord?.startsWith('Mod+') ? { accelerator: chord.replace('Mod+', 'CmdOrCtrl+') } : {};
}
