import type { FromSchema } from 'json-schema-to-ts';
import { appearance } from './appearance-settings';
import { TEXT_PATTERN } from './names';
import { dateTime } from './property-schemas';
import { strictObject } from './strict-object';

/** Largest logo, in characters of its data URL: a picture of 96 kB. It is part of the page itself. */
export const LOGO_MAX_LENGTH = 131_072;
/** Longest text above the event types, in characters. */
export const INTRO_MAX_LENGTH = 10_000;

/** A host name of at least two labels, without a port; a numeric address is not one. */
export const HOST_NAME_PATTERN =
  '^([a-zA-Z0-9]([a-zA-Z0-9\\-]{0,61}[a-zA-Z0-9])?\\.)+[a-zA-Z]([a-zA-Z0-9\\-]{0,61}[a-zA-Z0-9])$';

/** Settings of the public catalog besides its name and whether it is published. */
export const publicPageSettings = {
  catalogIntro: {
    type: ['string', 'null'],
    maxLength: INTRO_MAX_LENGTH,
    pattern: TEXT_PATTERN,
    description:
      'Introduction of the public catalog, as Markdown: paragraphs, headings, lists, code, and links to http, https and mailto. HTML is shown as text. Null means none.',
  },
  catalogLogo: {
    type: ['string', 'null'],
    format: 'uri',
    maxLength: LOGO_MAX_LENGTH,
    pattern: '^data:image/(png|jpeg|webp|gif|svg\\+xml);base64,[A-Za-z0-9+/]+={0,2}$',
    examples: ['data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='],
    description:
      'Logo of the public catalog, as a data URL: the page embeds the image and loads nothing from elsewhere. Null means none.',
  },
  catalogDomain: {
    type: ['string', 'null'],
    maxLength: 253,
    pattern: HOST_NAME_PATTERN,
    examples: ['events.ada.example'],
    description:
      'Host name of yours that shows the public catalog, once its DNS record points here and the operator has activated it with `--catalog-domain`. Null means none.',
  },
} as const;

/** Body of POST /public-page/preview: absent fields use the saved values. */
export const publicPagePreviewInSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    displayName: {
      type: ['string', 'null'],
      maxLength: 256,
      pattern: TEXT_PATTERN,
      description: 'Heading of the page. Null or empty: the page says that it has none yet.',
    },
    catalogIntro: publicPageSettings.catalogIntro,
    catalogLogo: publicPageSettings.catalogLogo,
    customColor: appearance.customColor,
    path: {
      type: 'string',
      maxLength: 300,
      description:
        'Which page, below the address of the catalog: empty for the first, `types/ping.html` for one type.',
    },
    draft: {
      type: 'boolean',
      description: 'True adds a line to the page that marks it as a draft. Public pages never have it.',
    },
  },
} as const;

export const publicPagePreviewOutSchema = strictObject({
  html: { type: 'string', description: 'The page, complete, as it would be served.' },
  styles: {
    type: 'string',
    description: 'The style sheet `brand.css` of the page, which is not served yet. Empty: none.',
  },
});

const namesAndWords = strictObject({
  name: { type: 'string', description: 'The event type.' },
  change: {
    type: 'string',
    enum: ['added', 'removed', 'changed'],
    description: 'The change for readers of the page.',
  },
  messages: {
    type: 'array',
    items: { type: 'string', description: 'One change, in words.' },
    description: 'Its changes, field by field. Empty if it was added or removed.',
  },
});

/** The state of the public catalog. */
export const publicPageOutSchema = strictObject({
  domainActive: {
    type: 'boolean',
    description: 'True: the operator has activated the domain of the settings.',
  },
  catalogHost: {
    type: ['string', 'null'],
    description:
      'Name that the CNAME record of a domain must point to, set by the operator. Null means unknown.',
  },
  lastPublish: {
    type: ['object', 'null'],
    additionalProperties: false,
    required: ['at', 'how'],
    properties: {
      at: dateTime('When, RFC 3339.'),
      how: {
        type: 'string',
        enum: ['made-public', 'exported', 'noted'],
        description: 'Made public, exported as files, or noted manually.',
      },
    },
    description: 'The last publish, from which changes are counted. Null means none.',
  },
  changes: {
    type: 'array',
    items: namesAndWords,
    description: 'Changes that readers see since then, by name. Empty if there was no publish.',
  },
  eventTypes: { type: 'integer', description: 'How many event types the page shows.' },
});

/** All files of the page, to store as a folder. */
export const publicPageExportOutSchema = strictObject({
  files: {
    type: 'array',
    items: strictObject({
      path: { type: 'string', description: 'Below the folder, with slashes.' },
      text: {
        type: ['string', 'null'],
        description: 'Its content as text. Null means that it is binary: see base64.',
      },
      base64: {
        type: ['string', 'null'],
        description: 'Its binary content as base64. Null means that it is text: see text.',
      },
    }),
    description: 'Pages, style sheets and fonts; `index.html` is the first page.',
  },
});

export const domainCheckOutSchema = strictObject({
  state: {
    type: 'string',
    enum: ['points-here', 'points-elsewhere', 'missing', 'unknown'],
    description:
      '`points-here`: the record is correct. `points-elsewhere`: the record points elsewhere. `missing`: there is none yet. `unknown`: this server cannot tell.',
  },
  found: {
    type: 'array',
    items: { type: 'string', description: 'A name or an address.' },
    description: 'Where the domain points now. Empty: nowhere, or unknown.',
  },
  message: { type: 'string', description: 'The same in one or two sentences.' },
});

export type PublicPagePreviewIn = FromSchema<typeof publicPagePreviewInSchema>;
export type PublicPagePreviewOut = FromSchema<typeof publicPagePreviewOutSchema>;
export type PublicPageOut = FromSchema<typeof publicPageOutSchema>;
export type PublicTypeChange = PublicPageOut['changes'][number];
/** What counts as a publish. */
export type PublishKind = NonNullable<PublicPageOut['lastPublish']>['how'];
export type PublicPageExportOut = FromSchema<typeof publicPageExportOutSchema>;
export type DomainCheckOut = FromSchema<typeof domainCheckOutSchema>;
