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
  /**
   * Opens a URL in the user's own browser, within seconds of a press in the page. False without one, and for a URL that is
   * not http or https.
   */
  openExternal(url: string): Promise<boolean>;
  /** Asks for an OpenAPI document (JSON or YAML). Null when the user cancels. */
  openOpenapiFile(): Promise<PickedFile | null>;
  /** Asks where to save, and writes `text` there as UTF-8. False when the user cancels. */
  saveTextFile(suggestedName: string, text: string): Promise<boolean>;
  /** Makes the menu show and use custom keys instead of those of the table. */
  setMenuKeys(chosen: ChosenKeys): Promise<void>;
  /** The settings of the desktop program, and what it can do on this computer. */
  getDesktop(): Promise<DesktopState>;
  /** Changes these settings, and answers with all of them as they are then. */
  changeDesktop(change: Partial<DesktopSettings>): Promise<DesktopState>;
  /** Shows the folder with the log of the service in the file manager of the system. */
  showLogFolder(): Promise<void>;
  /**
   * What was opened with the program and no page has taken yet, oldest first; each is handed out once. The page shows
   * it, and does nothing else with it before somebody presses a button there.
   */
  takeOpened(): Promise<readonly OpenedItem[]>;
  /** Calls `listener` when there is something to take, until the returned function is called. */
  onOpened(listener: () => void): () => void;
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

/** What the user decides about the desktop program. */
export interface DesktopSettings {
  /** An icon in the tray; the program goes on without its window then. */
  readonly tray: boolean;
  /** Whether the system shows notices about endpoints and the service, and whether with a sound. */
  readonly notices: 'on' | 'silent' | 'off';
  /** Starts with the session of the user: in the tray if that is on, else with its window. */
  readonly startAtLogin: boolean;
}

/** The settings, and what this computer offers. */
export interface DesktopState extends DesktopSettings {
  /** False: the system has no key store with real protection, and a file holds the key of stored tokens. */
  readonly hasKeyStore: boolean;
  /** False: the system shows no notices. */
  readonly canNotify: boolean;
}

/** Something opened with the program: a screen of the admin pages, a document to import, or why it was not opened. */
export type OpenedItem =
  | {
      readonly kind: 'screen' /** Below the instance, without a slash at its start. */;
      readonly path: string;
    }
  | { readonly kind: 'document'; readonly file: PickedFile }
  | { readonly kind: 'refused' /** A sentence for the user. */; readonly reason: string };

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
  'getDesktop',
  'changeDesktop',
  'showLogFolder',
  'takeOpened',
] as const;
export type DesktopCall = (typeof DESKTOP_CALLS)[number];

/** The channel of a call. */
export function callChannel(call: DesktopCall): string {
  return `posthorn:${call}`;
}

/** The channel that says that there is something to take, to the page. */
export const OPENED_CHANNEL = 'posthorn:opened';

/** The channel of menu commands, from the menu to the page. */
export const MENU_CHANNEL = 'posthorn:menu-command';
