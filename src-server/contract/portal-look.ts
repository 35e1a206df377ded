import type { FromSchema } from 'json-schema-to-ts';
import { appearance } from './appearance-settings';
import { TEXT_PATTERN } from './names';
import { strictObject } from './strict-object';

/** Settings of the portal besides its colors: who may frame it, where it links back to, what it offers. */
export const portalSettings = {
  portalFrameAncestors: {
    type: 'array',
    items: {
      type: 'string',
      maxLength: 256,
      pattern: '^https?://(\\*\\.)?([a-zA-Z0-9\\-.]+|\\[[0-9a-fA-F:.]+\\])(:[0-9]{1,5})?$',
      examples: ['https://app.ada.example'],
      description: 'An origin: scheme, host, and port if it is not the default; `*.` stands for subdomains.',
    },
    uniqueItems: true,
    maxItems: 50,
    description:
      'Origins whose pages may show the portal in a frame, and may serve the icon of a link. Empty: only pages of this server.',
  },
  portalReturnUrl: {
    type: ['string', 'null'],
    format: 'uri',
    maxLength: 2048,
    pattern: '^https?://[^\\s"\'<>\\\\]+$',
    examples: ['https://app.ada.example/settings/webhooks'],
    description:
      'Where customers get a new link to the portal; shown when one has expired, and after logging out. Null means none.',
  },
  portalShowHiddenTypes: {
    type: 'boolean',
    description:
      'True names the event types of an endpoint that are hidden from its customer; false only counts them. They are delivered either way.',
  },
} as const;

/**
 * What the portal must know before anybody has logged in: its look, its terms, and the rules of its form. All of it is
 * shown to customers; nothing in it is secret.
 */
export const portalLookOutSchema = strictObject({
  displayName: {
    type: ['string', 'null'],
    maxLength: 256,
    pattern: TEXT_PATTERN,
    description: 'The company or product that sends. Null means none.',
  },
  portalReturnUrl: portalSettings.portalReturnUrl,
  portalShowHiddenTypes: portalSettings.portalShowHiddenTypes,
  enableChannels: { type: 'boolean', description: 'True shows channels.' },
  showUseSvixPlay: { type: 'boolean', description: 'True offers the built-in receiver for tests.' },
  enforceHttps: { type: 'boolean', description: 'True refuses endpoints without https.' },
  requireEndpointFilterTypes: { type: 'boolean', description: 'True refuses endpoints without a filter.' },
  requireEndpointChannel: { type: 'boolean', description: 'True refuses endpoints without a channel.' },
  showSvixBrandFooter: appearance.showSvixBrandFooter,
  customColor: appearance.customColor,
  customLogoUrl: appearance.customLogoUrl,
  customFontFamily: appearance.customFontFamily,
  customFontFamilyUrl: appearance.customFontFamilyUrl,
  logoFile: {
    type: ['string', 'null'],
    description: 'Where this server has the logo as a file, used instead of `customLogoUrl`. Null: none.',
  },
  fontFile: {
    type: ['string', 'null'],
    description:
      'Where this server has the font as a file, used instead of `customFontFamilyUrl`. Null: none.',
  },
  customBaseFontSize: appearance.customBaseFontSize,
  colorPaletteLight: appearance.colorPaletteLight,
  colorPaletteDark: appearance.colorPaletteDark,
  customThemeOverride: appearance.customThemeOverride,
  customStringsOverride: appearance.customStringsOverride,
  texts: {
    type: 'array',
    items: strictObject({
      language: { type: 'string', description: 'The language as a BCP 47 tag: `fr`, `pt-BR`.' },
      path: {
        type: 'string',
        description: 'Where this server has its texts, as a JSON object by path of the text.',
      },
    }),
    description: 'The languages in which the sender has texts of its own. They apply over those that ship.',
  },
});

export type PortalLookOut = FromSchema<typeof portalLookOutSchema>;
/** Colors of one mode, `#rrggbb`; null means the default. */
export type Palette = NonNullable<PortalLookOut['colorPaletteLight']>;
