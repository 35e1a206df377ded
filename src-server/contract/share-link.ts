import type { FromSchema } from 'json-schema-to-ts';
import { flagSetContent } from './flag-set';
import { LIMITS } from './limits';
import { NAME_MAX_LENGTH, NAME_PATTERN } from './names';
import { count, dateTime, dateTimeOrNull } from './property-schemas';
import { strictObject } from './strict-object';

/** What a frame of a share link shows its event types from. */
export const SHARED_SOURCES = ['stored', 'draft', 'working-copy'] as const;
export type SharedSource = (typeof SHARED_SOURCES)[number];

/** How long a link may work, in seconds. */
const EXPIRY_MIN_S = 3600;
const EXPIRY_DEFAULT_S = 7 * 86_400;
const EXPIRY_MAX_S = 30 * 86_400;

/** The pages of the portal that can be shared: the catalog, an event type, the list of endpoints. */
const PAGE_PATTERN = `^/(catalog(/${NAME_PATTERN.slice(1, -1)})?|endpoints)$`;

/** Whether a page of the portal can be shared. */
export function isSharedPage(page: string): boolean {
  return new RegExp(PAGE_PATTERN).test(page);
}

const theme = { type: 'string', enum: ['light', 'dark'], description: 'The theme of the frame.' } as const;

const common = {
  page: {
    type: 'string',
    maxLength: '/catalog/'.length + NAME_MAX_LENGTH,
    pattern: PAGE_PATTERN,
    examples: ['/catalog'],
    description:
      'The page of the portal, as in its own address: `/catalog`, `/catalog/` and an event type, or `/endpoints`. Messages and forms are never shared.',
  },
  widthPx: {
    type: 'integer',
    minimum: 320,
    maximum: 2560,
    description: 'Width of each frame, in CSS pixels.',
  },
} as const;

/** Body of POST /share-links. */
export const shareLinkInSchema = strictObject(
  {
    title: {
      type: ['string', 'null'],
      minLength: 1,
      maxLength: LIMITS.shareLinkTitle.max,
      pattern: '^[^\\u0000-\\u001f\\u007f]*$',
      description: 'What it shows, for those who receive it. Null or absent: no title.',
    },
    appId: {
      type: 'string',
      minLength: 1,
      maxLength: NAME_MAX_LENGTH,
      description: 'The application whose portal the frames show, by id or uid.',
    },
    ...common,
    frames: {
      type: 'array',
      minItems: 1,
      maxItems: LIMITS.shareLinkFrames.max,
      description: 'The frames, in the order they are shown.',
      items: strictObject(
        {
          ...flagSetContent,
          theme,
          isDraft: {
            type: ['boolean', 'null'],
            description:
              'True: it shows the draft of `previewDraftId` as it is now, and never changes. False: it shows the stored catalog as it is when someone looks. Null or absent: true if a draft is given.',
          },
        },
        { optional: ['isDraft'], description: 'One portal: a set of flags in a theme.' },
      ),
    },
    previewDraftId: {
      type: ['string', 'null'],
      minLength: 1,
      maxLength: 64,
      description:
        'A draft of the portal preview (`/portal-preview-drafts`). What its frames can show of it is copied and kept with the link. Null or absent: none.',
    },
    expiry: {
      type: ['integer', 'null'],
      minimum: EXPIRY_MIN_S,
      maximum: EXPIRY_MAX_S,
      description: `How long the link works, in seconds. Null or absent: ${EXPIRY_DEFAULT_S} (seven days).`,
    },
  },
  { optional: ['title', 'previewDraftId', 'expiry'] },
);

const sharedFrame = {
  ...flagSetContent,
  theme,
  source: {
    type: 'string',
    enum: SHARED_SOURCES,
    description:
      'Where its event types come from: `stored`, the catalog as it is when someone looks; `draft` and `working-copy`, a copy from when the link was made.',
  },
} as const;

/** A share link in a list: never with its secret. */
export const shareLinkOutSchema = strictObject({
  id: { type: 'string', description: 'Identifier, `share_...`.' },
  title: { type: ['string', 'null'], description: 'What it shows. Null: it has no title.' },
  appId: { type: 'string', description: 'The application whose portal the frames show.' },
  ...common,
  frames: {
    type: 'array',
    description: 'The frames, in the order they are shown.',
    items: strictObject(sharedFrame, { description: 'One portal: a set of flags in a theme.' }),
  },
  eventTypes: count('How many event types were copied for frames that show a draft.'),
  createdAt: dateTime('When it was created (RFC 3339, UTC).'),
  expiresAt: dateTime('When it stops working (RFC 3339, UTC).'),
  lastOpenedAt: dateTimeOrNull('When someone last opened it, to the minute. Null: never.'),
  revokedAt: dateTimeOrNull('When it was revoked, or its application deleted. Null: neither.'),
});

/** The response to creating a share link: the only time its address is shown. */
export const shareLinkCreatedOutSchema = strictObject({
  ...shareLinkOutSchema.properties,
  url: {
    type: 'string',
    format: 'uri',
    description: 'Shows the frames to whoever has it. Only its fragment contains the secret.',
  },
});

/** What the holder of a share link sees: the response of GET /shared-preview. */
export const sharedPreviewOutSchema = strictObject({
  title: { type: ['string', 'null'], description: 'What it shows. Null: it has no title.' },
  sharedBy: {
    type: ['string', 'null'],
    description: 'The sender, as the portal names it. Null: it has no name there.',
  },
  application: { type: 'string', description: 'Name of the application whose portal the frames show.' },
  ...common,
  createdAt: dateTime('When the link was created (RFC 3339, UTC).'),
  expiresAt: dateTime('When it stops working (RFC 3339, UTC).'),
  frames: {
    type: 'array',
    description: 'The frames, in the order they are shown.',
    items: strictObject(
      {
        ...sharedFrame,
        token: {
          type: 'string',
          description: 'Reads what this frame shows, and nothing else. It ends with the link.',
        },
        url: { type: 'string', format: 'uri', description: 'The portal with this token.' },
      },
      { description: 'One portal: a set of flags in a theme.' },
    ),
  },
});

export type ShareLinkIn = FromSchema<typeof shareLinkInSchema>;
export type ShareLinkOut = FromSchema<typeof shareLinkOutSchema>;
export type ShareLinkCreatedOut = FromSchema<typeof shareLinkCreatedOutSchema>;
export type SharedPreviewOut = FromSchema<typeof sharedPreviewOutSchema>;
