import { type BrowserWindow, dialog, shell } from 'electron';

/**
 * Says why the service has stopped, with the end of its log, and asks what to do. The folder of the log can be opened
 * without a response.
 * @param lines the newest of the log, oldest first
 * @returns true: try again; false: quit
 */
export async function askAfterFailure(
  reason: string,
  { lines, logFolder, parent }: FailureContext,
): Promise<boolean> {
  const options = {
    type: 'error' as const,
    title: 'Posthorn',
    message: 'The service has stopped',
    detail: [
      reason,
      'Accepted messages are safe: they are in the database, and are sent when the service runs again.',
      ...(lines.length > 0 ? [`The end of the log:\n${lines.join('\n')}`] : []),
    ].join('\n\n'),
    buttons: ['Try again', 'Open log folder', 'Quit'],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  };
  for (;;) {
    const { response } = await (parent
      ? dialog.showMessageBox(parent, options)
      : dialog.showMessageBox(options));
    if (response !== 1) return response === 0;
    await shell.openPath(logFolder);
  }
}

interface FailureContext {
  readonly lines: readonly string[];
  readonly logFolder: string;
  /** The window that is in sight, or null. */
  readonly parent: BrowserWindow | null;
}
