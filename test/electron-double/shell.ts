import { record, replyOf } from './control';
import { type Covered, MEMBERS } from './members';
import { strict } from './strict';

/** See Electron's `shell`: what would be opened is recorded. */
export const shell = strict(
  'shell',
  {
    async openExternal(url: string, _options?: Electron.OpenExternalOptions): Promise<void> {
      record('shell.openExternal', url);
      replyOf('shell.openExternal', undefined);
    },
    async openPath(path: string): Promise<string> {
      record('shell.openPath', path);
      return replyOf('shell.openPath', '');
    },
    showItemInFolder(fullPath: string): void {
      record('shell.showItemInFolder', fullPath);
    },
    beep(): void {
      record('shell.beep');
    },
  } satisfies Covered<Electron.Shell, 'shell'>,
  MEMBERS.shell,
);
