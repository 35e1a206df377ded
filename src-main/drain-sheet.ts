import { type BrowserWindow, dialog } from 'electron';
import { drainWords } from './drain-words';
import type { ServerLoad } from './server-messages';

/**
 * Says on a window what the quit waits for, until `ended` aborts. The box can be closed, and the quit goes on.
 * @param quitNow called when the user does not want to wait
 */
export async function showDrainSheet(
  window: BrowserWindow,
  load: ServerLoad,
  { ended, quitNow }: { readonly ended: AbortSignal; readonly quitNow: () => void },
): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    ...drainWords(load),
    type: 'info',
    title: 'Posthorn',
    buttons: ['Wait', 'Quit now'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    signal: ended,
  });
  if (response === 1 && !ended.aborted) quitNow();
}
