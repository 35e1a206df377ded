import type { FromSchema } from 'json-schema-to-ts';
import { LIMITS } from './limits';
import { count } from './property-schemas';
import { strictObject } from './strict-object';

/** What the look of the portal may have as a file. */
export const LOOK_FILE_KINDS = ['logo', 'font'] as const;
export type LookFileKind = (typeof LOOK_FILE_KINDS)[number];

/** The media types of each kind, by which its content is recognized. */
export const LOOK_FILE_TYPES = {
  logo: ['image/png', 'image/svg+xml', 'image/jpeg', 'image/webp'],
  font: ['font/woff2'],
} as const satisfies Readonly<Record<LookFileKind, readonly string[]>>;

/** Body of PUT /portal/look/{kind}. */
export const lookFileInSchema = strictObject({
  content: {
    type: 'string',
    minLength: 1,
    maxLength: Math.ceil(LIMITS.fontFile.max / 3) * 4,
    pattern: '^[A-Za-z0-9+/]*={0,2}$',
    description:
      'The file in base64. For `logo` a PNG, SVG, JPEG or WebP image, for `font` a WOFF2 font; the content itself decides which it is.',
  },
});

/** A file of the look, as it is served. */
export const lookFileOutSchema = strictObject({
  path: {
    type: 'string',
    description: 'Where this server has it, without its origin: `/look/logo-5d41402abc4b2a76.svg`.',
  },
  mediaType: { type: 'string', description: 'Its media type, from its content: `image/svg+xml`.' },
  bytes: count('Its size.'),
});

/** Body of POST /portal/look/check-address. */
export const lookAddressInSchema = strictObject({
  kind: { type: 'string', enum: LOOK_FILE_KINDS, description: 'What should be there.' },
  address: { type: 'string', maxLength: 2048, description: 'The address, as in the settings.' },
});

/** Answer of POST /portal/look/check-address. */
export const lookAddressOutSchema = strictObject({
  problem: {
    type: ['string', 'null'],
    description:
      'Why customers would probably not see it, as a sentence. Null: a file of that kind was there. Their browsers may reach what this server does not, and the other way around.',
  },
});

export type LookFileIn = FromSchema<typeof lookFileInSchema>;
export type LookFileOut = Readonly<FromSchema<typeof lookFileOutSchema>>;
export type LookAddressIn = FromSchema<typeof lookAddressInSchema>;
export type LookAddressOut = FromSchema<typeof lookAddressOutSchema>;
