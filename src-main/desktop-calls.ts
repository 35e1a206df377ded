import type {
  DesktopApi,
  DesktopCall,
  DesktopSettings,
  DesktopState,
  OpenedItem,
  PickedFile,
} from './contract/desktop-api';
import { type ChosenKeys, knownKeys } from './contract/menu-keys';
import { knownSettings } from './settings';
import { externalAddress } from './window-policy';

/** What the calls need of the desktop; Electron in the product, plain functions in tests. */
export interface DesktopServices {
  readonly versions: () => Awaited<ReturnType<DesktopApi['getVersions']>>;
  /** Opens a URL in the user's own browser. */
  readonly openExternal: (url: string) => Promise<void>;
  /** Asks for a file to read and returns its path, or null. */
  readonly askOpenPath: () => Promise<string | null>;
  /** Asks where to write and returns the path, or null. */
  readonly askSavePath: (suggestedName: string) => Promise<string | null>;
  /** Reads a whole file; throws when it is too large or no text. */
  readonly readFile: (path: string) => Promise<PickedFile>;
  readonly writeFile: (path: string, text: string) => Promise<void>;
  /** Shows the menu with these keys. */
  readonly showMenu: (chosen: ChosenKeys) => void;
  readonly desktop: () => DesktopState;
  /** Changes settings, and makes them take effect. */
  readonly changeDesktop: (change: Partial<DesktopSettings>) => DesktopState;
  readonly showLogFolder: () => Promise<void>;
  /** See `OpenedItems.take`. */
  readonly takeOpened: () => readonly OpenedItem[];
}

/** One function per call, each for arguments of unknown shape: a page is not trusted to send what its types say. */
type DesktopCalls = {
  readonly [Call in DesktopCall]: (...args: readonly unknown[]) => ReturnType<DesktopApi[Call]>;
};

/**
 * The calls of the contract, implemented with these services. Arguments of the wrong shape are an error that says
 * which.
 */
export function createDesktopCalls(services: DesktopServices): DesktopCalls {
  return {
    getVersions: async () => services.versions(),
    openExternal: async (url) => {
      const address = externalAddress(text(url, 'url', MAX_URL_LENGTH));
      if (!address) return false;
      await services.openExternal(address);
      return true;
    },
    openOpenapiFile: async () => {
      const path = await services.askOpenPath();
      return path === null ? null : services.readFile(path);
    },
    saveTextFile: async (suggestedName, content) => {
      const name = plainFileName(text(suggestedName, 'suggestedName', MAX_NAME_LENGTH));
      const body = text(content, 'text', MAX_TEXT_LENGTH);
      const path = await services.askSavePath(name);
      if (path === null) return false;
      await services.writeFile(path, body);
      return true;
    },
    setMenuKeys: async (chosen) => services.showMenu(knownKeys(chosen)),
    getDesktop: async () => services.desktop(),
    changeDesktop: async (change) => {
      if (!(change instanceof Object)) throw new TypeError('change must be an object');
      return services.changeDesktop(knownSettings(change));
    },
    showLogFolder: () => services.showLogFolder(),
    takeOpened: async () => services.takeOpened(),
  };
}

/** Only the name, so that a suggestion cannot lead into another folder. */
export function plainFileName(suggested: string): string {
  const name = suggested.replace(/^.*[/\\]/, '').replace(/^\.+/, '');
  return name || 'posthorn.json';
}

function text(value: unknown, name: string, maxLength: number): string {
  if (typeof value !== 'string') throw new TypeError(`${name} must be a string`);
  if (value.length > maxLength) throw new RangeError(`${name} is longer than ${maxLength} characters`);
  return value;
}

const MAX_URL_LENGTH = 8_192;
const MAX_NAME_LENGTH = 255;
const MAX_TEXT_LENGTH = 256 * 1024 * 1024;
