import type { CommandId } from './commands';
import type { ChosenKeys } from './menu-keys';

/**
 * What the desktop program can do for the pages and a browser cannot, as `window.desktop`. Everything else goes
 * over HTTP, so that the pages are the same in a plain browser, where `window.desktop` is undefined. A new call
 * here must be something a browser really cannot do.
 */
export interface DesktopApi {
  /** The components of this program, for the About page and for reports. */
  getVersions(): Promise<DesktopVersions>;
  /** Opens a URL in the user's own browser. False when it is not an http or https URL. */
  openExternal(url: string): Promise<boolean>;
  /** Asks for an OpenAPI document (JSON or YAML). Null when the user cancels. */
  openOpenapiFile(): Promise<PickedFile | null>;
  /** Asks where to save, and writes `text` there as UTF-8. False when the user cancels. */
  saveTextFile(suggestedName: string, text: string): Promise<boolean>;
  /** Makes the menu show and use custom keys instead of those of the table. */
  setMenuKeys(chosen: ChosenKeys): Promise<void>;
  /** Calls `listener` for every menu command, until the returned function is called. */
  onMenuCommand(listener: (command: CommandId) => void): () => void;
}

/** Version numbers, as `1.2.3`. */
export interface DesktopVersions {
  readonly app: string;
  readonly electron: string;
  readonly chrome: string;
  readonly node: string;
}

/** A file that the user chose. */
export interface PickedFile {
  /** Its name without folders. */
  readonly name: string;
  /** Its content, read as UTF-8. */
  readonly text: string;
}

/** The calls that are answered, in the order of the interface; each has a channel of its own name. */
export const DESKTOP_CALLS = [
  'getVersions',
  'openExternal',
  'openOpenapiFile',
  'saveTextFile',
  'setMenuKeys',
] as const;
export type DesktopCall = (typeof DESKTOP_CALLS)[number];

/** The channel of a call. */
export function callChannel(call: DesktopCall): string {
  return `posthorn:${call}`;
}

/** The channel of menu commands, from the menu to the page. */
export const MENU_CHANNEL = 'posthorn:menu-command';
