import { toast } from '../../../ui/toast-store';

/** A command that copies a text, and says what was copied; null: there is no text now. */
export function copyAct(text: string | null, what: string): (() => void) | null {
  if (text === null) return null;
  return () =>
    void navigator.clipboard.writeText(text).then(
      () => toast(`Copied ${what}`),
      () => toast('The browser blocked copying'),
    );
}
