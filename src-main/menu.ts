import type { MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from './contract/desktop-api';

/**
 * The application menu. It holds no logic: an item either is one of the system's own, or sends a command to the page.
 *
 * @param isMac the Mac has a menu of the program's own name, where it expects Quit
 * @param send sends a command to the page in the window
 */
export function menuTemplate(
  isMac: boolean,
  send: (command: MenuCommand) => void,
): readonly MenuItemConstructorOptions[] {
  const go = (label: string, command: MenuCommand, digit: number): MenuItemConstructorOptions => ({
    label,
    accelerator: `CmdOrCtrl+${digit}`,
    click: () => send(command),
  });
  return [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    { label: 'File', submenu: [isMac ? { role: 'close' } : { role: 'quit' }] },
    { role: 'editMenu' },
    {
      label: 'Go',
      submenu: [
        go('Catalog', 'go-catalog', 1),
        go('Applications', 'go-applications', 2),
        go('Attempts', 'go-attempts', 3),
        go('Settings', 'go-settings', 4),
      ],
    },
    {
      label: 'View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        { role: 'toggleDevTools' },
      ],
    },
    { role: 'windowMenu' },
  ];
}
