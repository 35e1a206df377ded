import { TEXT_PATTERN } from './names';

/** The look of the portal, as settings. Some are only stored for import and export; see the descriptions. */
const STORED = 'Stored for import and export; this server does not act on it.';

const color = (of: string) =>
  ({
    type: ['string', 'null'],
    pattern: '^#[0-9a-fA-F]{6}$',
    examples: ['#2f6f4f'],
    description: `Color of ${of}, as #rrggbb. Null means the default.`,
  }) as const;

/** Only web URLs: a URL that executes code has no place in a page. */
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
    description: `Colors of the portal in ${mode} mode. A color without enough contrast is made darker or lighter. Null means the defaults.`,
  }) as const;

const radius = (of: string) =>
  ({
    type: ['string', 'null'],
    enum: ['none', 'sm', 'md', 'lg', 'full', null],
    description: `How round the corners of ${of} are. Null means the default.`,
  }) as const;

const fontSize = (description: string) =>
  ({ type: ['integer', 'null'], minimum: 8, maximum: 32, description }) as const;

const text = (description: string) =>
  ({ type: ['string', 'null'], maxLength: 256, pattern: TEXT_PATTERN, description }) as const;

export const appearance = {
  showSvixBrandFooter: { type: 'boolean', description: 'True shows the maker in the footer of the portal.' },
  applicationAlertDashboardUrl: webAddress(`Target of the links in e-mails to customers. ${STORED}`),
  applicationAlertLogoUrl: webAddress(`The logo in e-mails to customers. ${STORED}`),
  customColor: {
    ...color('the brand'),
    description:
      'Brand color, as #rrggbb, for focus, links and selection in the portal unless a palette sets another, and for links and the line at the top of the public catalog. Made darker or lighter if the contrast is too low. Null means the default.',
  },
  customLogoUrl: webAddress('The logo of the portal.'),
  customFontFamily: {
    type: ['string', 'null'],
    minLength: 1,
    maxLength: 256,
    pattern: '^[a-zA-Z0-9\\-_ ]+$',
    description: 'The name of the portal font. Null means the default.',
  },
  customFontFamilyUrl: webAddress(
    'The address of the font file. Without it, only readers who have the font see it.',
  ),
  customBaseFontSize: fontSize('Text size in the portal, in pixels. Null means the default, 13.'),
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
        description: 'Roundness of corners. Null means the default.',
      },
      fontSize: {
        type: ['object', 'null'],
        additionalProperties: false,
        properties: { base: fontSize('Text size, in pixels. Null means the default.') },
        description: 'Text sizes. Null means the defaults.',
      },
    },
    description: 'Shapes and sizes in the portal. Null means the defaults.',
  },
  customStringsOverride: {
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {
      channelsOne: text('Word for one channel. Null means the default.'),
      channelsMany: text('Word for several channels. Null means the default.'),
      channelsHelp: text('Your description of channels. Null means the default.'),
    },
    description: 'Words in the portal. Null means the defaults.',
  },
} as const;
