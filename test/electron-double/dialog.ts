import { hasReply, record, replyOf } from './control';
import { type Covered, MEMBERS } from './members';
import { strict } from './strict';

/** The options of a call, which may come after the window it belongs to. */
function optionsOf<T>(args: readonly unknown[]): T {
  return (args.length > 1 ? args[1] : args[0]) as T;
}

/** Records the question, and answers what the spec prepared: without that, the person cancels. */
const dialog = {
  async showOpenDialog(...args: unknown[]): Promise<Electron.OpenDialogReturnValue> {
    record('dialog.showOpenDialog', optionsOf(args));
    const filePaths = replyOf<string[]>('dialog.showOpenDialog', []);
    return { canceled: filePaths.length === 0, filePaths };
  },
  showOpenDialogSync(...args: unknown[]): string[] | undefined {
    record('dialog.showOpenDialogSync', optionsOf(args));
    return replyOf<string[] | undefined>('dialog.showOpenDialogSync', undefined);
  },
  async showSaveDialog(...args: unknown[]): Promise<Electron.SaveDialogReturnValue> {
    record('dialog.showSaveDialog', optionsOf(args));
    const filePath = replyOf<string>('dialog.showSaveDialog', '');
    return { canceled: filePath === '', filePath };
  },
  showSaveDialogSync(...args: unknown[]): string {
    record('dialog.showSaveDialogSync', optionsOf(args));
    return replyOf<string>('dialog.showSaveDialogSync', '');
  },
  async showMessageBox(...args: unknown[]): Promise<Electron.MessageBoxReturnValue> {
    const options = optionsOf<Electron.MessageBoxOptions>(args);
    const isPrepared = hasReply('dialog.showMessageBox');
    const response = pressed('dialog.showMessageBox', options);
    // A box that its program closes stays open until then, if nobody presses a button.
    if (!isPrepared && options.signal) await aborted(options.signal);
    return { response, checkboxChecked: false };
  },
  showMessageBoxSync(...args: unknown[]): number {
    return pressed('dialog.showMessageBoxSync', optionsOf(args));
  },
  showErrorBox(title: string, content: string): void {
    record('dialog.showErrorBox', title, content);
  },
} satisfies Covered<Electron.Dialog, 'dialog'>;

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener('abort', () => done());
  });
}

/** The number of the button: a response may also be its label. */
function pressed(
  member: string,
  { buttons = ['OK'], cancelId, signal: _, ...rest }: Electron.MessageBoxOptions,
): number {
  record(member, { ...rest, buttons, cancelId });
  const choice = replyOf<string | number>(member, cancelId ?? 0);
  if (typeof choice === 'number') return choice;
  const at = buttons.indexOf(choice);
  if (at < 0) throw new Error(`There is no button ${choice}; there is: ${buttons.join(', ')}`);
  return at;
}

/** See Electron's `dialog`. */
export const coveredDialog = strict('dialog', dialog, MEMBERS.dialog);
