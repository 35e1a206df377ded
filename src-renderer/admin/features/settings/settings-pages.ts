import { desktop } from '../../../api/desktop';

/** One page of the settings. */
interface SettingsPage {
  /** The end of the address. */
  readonly page: string;
  readonly word: string;
  /** Its scope: this browser on this computer, or the current instance. */
  readonly of: 'computer' | 'instance' | 'program';
  /** True: listed only in the desktop program, which it is about. */
  readonly desktopOnly?: true;
}

/** The pages of the settings, in the order of the list on the left. */
export const SETTINGS_PAGES = [
  { page: 'general', word: 'General', of: 'computer' },
  { page: 'appearance', word: 'Appearance', of: 'computer' },
  { page: 'shortcuts', word: 'Shortcuts', of: 'computer' },
  { page: 'connections', word: 'Connections', of: 'computer' },
  { page: 'desktop', word: 'Desktop', of: 'computer', desktopOnly: true },
  { page: 'sending', word: 'Sending', of: 'instance' },
  { page: 'tokens', word: 'Tokens', of: 'instance' },
  { page: 'browsers', word: 'Sessions', of: 'instance' },
  { page: 'audit', word: 'Audit', of: 'instance' },
  { page: 'targets', word: 'Network access', of: 'instance' },
  { page: 'notices', word: 'Notices', of: 'instance' },
  { page: 'portal', word: 'Portal branding', of: 'instance' },
  { page: 'texts', word: 'Portal texts', of: 'instance' },
  { page: 'data', word: 'Data', of: 'instance' },
  { page: 'service', word: 'Service', of: 'instance' },
  { page: 'nodes', word: 'Nodes', of: 'instance' },
  { page: 'diagnostics', word: 'Diagnostics', of: 'instance' },
  { page: 'logs', word: 'Logs', of: 'instance' },
  { page: 'about', word: 'About', of: 'program' },
] as const satisfies readonly SettingsPage[];

export type SettingsPageName = (typeof SETTINGS_PAGES)[number]['page'];

/** The pages that are listed here: not those about a program that does not show this page. */
export function listedPages(): readonly (SettingsPage & { readonly page: SettingsPageName })[] {
  return SETTINGS_PAGES.filter((page) => !('desktopOnly' in page) || desktop() !== undefined);
}
