import { useEffect } from 'react';
import { desktop } from '../../api/desktop';
import { runCommand } from '../commands/command-store';

/** Lets the menu of the desktop program give commands. In a browser there is no such menu, and nothing happens. */
export function useMenuCommands(): void {
  useEffect(() => desktop()?.onMenuCommand((command) => void runCommand(command)), []);
}
