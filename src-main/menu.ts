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
        go('Catalog', 'catalog', 1),
        go('Applications', 'apps', 2),
        go('Send a message', 'send', 3),
        go('Deliveries', 'deliveries', 4),
        { type: 'separator' },
        go('Import OpenAPI', 'import', 5),
        go('Settings', 'settings', 6),
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
