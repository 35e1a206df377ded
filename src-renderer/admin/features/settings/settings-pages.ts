/** One page of the settings. */
interface SettingsPage {
  /** The end of the address. */
  readonly page: string;
  readonly word: string;
  /** Its scope: this browser on this computer, or the current instance. */
  readonly of: 'computer' | 'instance' | 'program';
}

/** The pages of the settings, in the order of the list on the left. */
export const SETTINGS_PAGES = [
  { page: 'general', word: 'General', of: 'computer' },
  { page: 'appearance', word: 'Appearance', of: 'computer' },
  { page: 'shortcuts', word: 'Shortcuts', of: 'computer' },
  { page: 'connections', word: 'Connections', of: 'computer' },
  { page: 'sending', word: 'Sending', of: 'instance' },
  { page: 'tokens', word: 'Tokens', of: 'instance' },
  { page: 'browsers', word: 'Browsers', of: 'instance' },
  { page: 'targets', word: 'Targets', of: 'instance' },
  { page: 'portal', word: 'Portal look', of: 'instance' },
  { page: 'data', word: 'Data', of: 'instance' },
  { page: 'service', word: 'Service', of: 'instance' },
  { page: 'diagnostics', word: 'Diagnostics', of: 'instance' },
  { page: 'logs', word: 'Logs', of: 'instance' },
  { page: 'about', word: 'About', of: 'program' },
] as const satisfies readonly SettingsPage[];

export type SettingsPageName = (typeof SETTINGS_PAGES)[number]['page'];
