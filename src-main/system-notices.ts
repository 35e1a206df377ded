import { Notification } from 'electron';
import type { DesktopSettings } from './contract/desktop-api';
import type { Notice } from './notices';

/** Keeps each notice until it is gone: one that was collected as garbage would no longer hear the press on it. */
const shown = new Set<Notification>();

/**
 * Shows a notice of the system, whose quiet hours hold it back or silence it; a program cannot ask about them.
 * @param mode as the user wants them
 * @param onPress called when it is pressed
 * @returns false: there are none here, or the user wants none
 */
export function showSystemNotice(
  { title, body }: Omit<Notice, 'screen'>,
  mode: DesktopSettings['notices'],
  onPress: () => void,
): boolean {
  if (mode === 'off' || !canNotify()) return false;
  const notification = new Notification({ title, body, silent: mode === 'silent' });
  shown.add(notification);
  const gone = () => shown.delete(notification);
  notification.on('close', gone);
  notification.on('failed', gone);
  notification.on('click', () => {
    gone();
    onPress();
  });
  notification.show();
  return true;
}

/** Whether this system shows notices. */
export function canNotify(): boolean {
  return Notification.isSupported();
}
