/** The pages of the settings: the end of the address, and the word. */
export const SETTINGS_PAGES = [
  ['catalog', 'Public catalog'],
  ['tokens', 'Tokens'],
  ['sending', 'Sending'],
  ['targets', 'Targets'],
  ['connections', 'Connections'],
  ['appearance', 'Appearance'],
  ['shortcuts', 'Shortcuts'],
] as const;
