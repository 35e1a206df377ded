import { useEffect } from 'react';
import { desktop } from '../../../api/desktop';
import { runCommand } from '../../platform/commands/command-store';
import { useKeymap } from '../../platform/commands/keymap';

/** Lets the menu of the desktop program give commands, by the keys that were chosen. In a browser there is no such menu, and nothing happens. */
export function useMenuCommands(): void {
  const chosen = useKeymap((state) => state.chosen);
  useEffect(() => void desktop()?.setMenuKeys(chosen), [chosen]);
  useEffect(() => desktop()?.onMenuCommand((command) => void runCommand(command)), []);
}
