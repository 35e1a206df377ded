import { TEXT_PATTERN } from './names';

/** How the portal looks, as settings. Some are only stored for import and export; see the descriptions. */
const STORED = 'Stored for import and export; this server does not act on it.';

const color = (of: string) =>
  ({
    type: ['string', 'null'],
    pattern: '^#[0-9a-fA-F]{6}$',
    examples: ['#2f6f4f'],
    description: `Color of ${of}, as #rrggbb. Null means the usual one.`,
  }) as const;

/** Only addresses of the web: one that runs something has no place in a page. */
const webAddress = (what: string) =>
  ({
    type: ['string', 'null'],
    format: 'uri',
    maxLength: 2048,
    pattern: '^https?://[^\\s"\'<>\\\\]+$',
    examples: ['https://ada.example/brand'],
    description: `${what} Stored as a URL parser writes it; a user name, a password or a host name with other signs than letters, digits, hyphens, underscores and periods is refused. Null means none.`,
  }) as const;

const palette = (mode: string) =>
  ({
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {
      primary: color('the brand'),
      backgroundPrimary: color('pages'),
      backgroundSecondary: color('panels'),
      backgroundHover: color('what the pointer is over'),
      textPrimary: color('text'),
      textSecondary: color('quiet text'),
      textDanger: color('warnings'),
      interactiveAccent: color('links'),
      navigationAccent: color('the current page in the navigation'),
      buttonPrimary: color('the main button'),
      borderPrimary: color('lines'),
    },
    description: `Colors of the portal in ${mode} mode. One that could not be read on its ground is made darker or lighter. Null means the usual ones.`,
  }) as const;

const radius = (of: string) =>
  ({
    type: ['string', 'null'],
    enum: ['none', 'sm', 'md', 'lg', 'full', null],
    description: `How round the corners of ${of} are. Null means as usual.`,
  }) as const;

const fontSize = (description: string) =>
  ({ type: ['integer', 'null'], minimum: 8, maximum: 32, description }) as const;

const text = (description: string) =>
  ({ type: ['string', 'null'], maxLength: 256, pattern: TEXT_PATTERN, description }) as const;

export const appearance = {
  showSvixBrandFooter: { type: 'boolean', description: 'True names the maker at the foot of the portal.' },
  applicationAlertDashboardUrl: webAddress(`Where e-mails to customers lead. ${STORED}`),
  applicationAlertLogoUrl: webAddress(`The logo in e-mails to customers. ${STORED}`),
  customColor: {
    ...color('the brand'),
    description:
      'Color of the brand, as #rrggbb: focus, links and selection in the portal where a palette names no other, links and the line at the top of the public catalog. Made darker or lighter where it could not be read. Null means the usual one.',
  },
  customLogoUrl: webAddress('The logo of the portal.'),
  customFontFamily: {
    type: ['string', 'null'],
    minLength: 1,
    maxLength: 256,
    pattern: '^[a-zA-Z0-9\\-_ ]+$',
    description: 'The font of the portal, by name. Null means the usual one.',
  },
  customFontFamilyUrl: webAddress(
    'The file that font comes from; without it the font is taken if the reader has it.',
  ),
  customBaseFontSize: fontSize('Size of text in the portal, in pixels. Null means the usual one, 13.'),
  colorPaletteLight: palette('light'),
  colorPaletteDark: palette('dark'),
  customThemeOverride: {
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {
      borderRadius: {
        type: ['object', 'null'],
        additionalProperties: false,
        properties: { button: radius('buttons'), card: radius('panels'), input: radius('fields') },
        description: 'How round corners are. Null means as usual.',
      },
      fontSize: {
        type: ['object', 'null'],
        additionalProperties: false,
        properties: { base: fontSize('Size of text, in pixels. Null means the usual one.') },
        description: 'Sizes of text. Null means the usual ones.',
      },
    },
    description: 'Shapes and sizes in the portal. Null means the usual ones.',
  },
  customStringsOverride: {
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {
      channelsOne: text('What one channel is called. Null means that.'),
      channelsMany: text('What several channels are called. Null means that.'),
      channelsHelp: text('What channels are for, in your words. Null means ours.'),
    },
    description: 'Words of the portal. Null means the usual ones.',
  },
} as const;
