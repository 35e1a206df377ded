import type { FromSchema } from 'json-schema-to-ts';
import { displayName } from './application';
import { dateTime } from './property-schemas';
import { strictObject } from './strict-object';

/** What a channel can tell. */
export const NOTICE_KINDS = [
  'endpoint.failing',
  'endpoint.recovered',
  'endpoint.disabled',
  'delivery.delayed',
  'messages.given_up',
  'poller.silent',
  'service.restarted',
  'service.storage',
  'service.backup',
  'service.offline',
  'service.certificate',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const CHANNEL_KINDS = ['slack', 'email', 'webhook'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** How long an endpoint fails before the first notice, in seconds, unless `--notice-after` says otherwise. */
export const DEFAULT_NOTICE_AFTER_S = 300;

const kind = {
  type: 'string',
  enum: CHANNEL_KINDS,
  description:
    '`slack`: an incoming webhook of Slack, or of what takes the same, such as Mattermost and the `/slack` address of a webhook of Discord; `email`: by SMTP; `webhook`: a signed POST request.',
} as const;
const url = {
  type: 'string',
  minLength: 1,
  maxLength: 2048,
  format: 'uri',
  checkedInCode: { pattern: '^[hH][tT][tT][pP][sS]?:' },
  description: 'For `slack` and `webhook`: where it is posted to, http or https.',
} as const;
const address = {
  type: 'string',
  minLength: 3,
  maxLength: 254,
  pattern: '^[^\\s@<>,;:"()\\[\\]\\\\]+@[^\\s@<>,;:"()\\[\\]\\\\]+$',
  description: 'An e-mail address, without a name.',
  examples: ['oncall@ada.example'],
} as const;
const to = {
  type: 'array',
  minItems: 1,
  maxItems: 20,
  uniqueItems: true,
  items: address,
  description: 'For `email`: who gets it.',
} as const;
const from = {
  ...address,
  description:
    'For `email`: the sender. Absent: the user of the SMTP server if that is an address, or the first recipient.',
} as const;
const server = {
  host: {
    type: 'string',
    minLength: 1,
    maxLength: 253,
    pattern: '^[a-zA-Z0-9._:-]+$',
    description: 'Host name or IP address.',
    examples: ['smtp.ada.example'],
  },
  port: {
    type: 'integer',
    minimum: 1,
    maximum: 65_535,
    description: 'Mostly 587, or 465 with `secure`.',
    examples: [587],
  },
  secure: {
    type: 'boolean',
    description: 'True: TLS from the first byte. False: STARTTLS where the server offers it.',
  },
  user: {
    type: 'string',
    minLength: 1,
    maxLength: 254,
    description: 'With whom it logs in. Absent: it does not.',
    examples: ['posthorn@ada.example'],
  },
} as const;
const smtp = {
  ...strictObject(
    {
      ...server,
      password: {
        type: 'string',
        minLength: 1,
        maxLength: 1024,
        description:
          'Stored encrypted and never returned. It is never sent without TLS, except to this computer. Absent in a change: it stays, if host, port and user do.',
        examples: ['correct horse battery staple'],
      },
    },
    { optional: ['user', 'password'] },
  ),
  description: 'For `email`: the server that takes it. Its certificate is verified.',
} as const;
const notices = {
  type: 'array',
  minItems: 1,
  uniqueItems: true,
  items: { type: 'string', enum: NOTICE_KINDS, description: 'A kind of notice.' },
  description: 'What it tells.',
} as const;
const applications = {
  type: ['array', 'null'],
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  items: { type: 'string', description: 'Id or uid of an application.' },
  description:
    'About which applications; null: about all of them. What is about the service itself is told in any case.',
} as const;
const secret = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  description:
    'For `webhook`: what signs it, as for endpoints: `whsec_`, or `whsk_` for a pair of keys. Absent: a new one is made.',
} as const;
const pagesUrl = {
  type: 'string',
  minLength: 1,
  maxLength: 2048,
  format: 'uri',
  checkedInCode: { pattern: '^[hH][tT][tT][pP][sS]?:' },
  description:
    'Where its readers reach the pages of this server, for links. Absent: where this request reached it.',
  examples: ['https://posthorn.example'],
} as const;
const customerLink = {
  type: ['string', 'null'],
  minLength: 1,
  maxLength: 2048,
  format: 'uri',
  checkedInCode: { pattern: '^[hH][tT][tT][pP][sS]?:' },
  description:
    'For `email`: a page of yours. With it, this channel also tells customers that their endpoint was disabled: each application with an address in `metadata["svix.email"]`. `{appId}`, `{appUid}` and `{endpointId}` in it are replaced. Null: customers get nothing.',
  examples: ['https://ada.example/webhooks?application={appUid}'],
} as const;
const disabled = { type: 'boolean', description: 'True: it tells nothing.' } as const;

const example = {
  name: 'On call',
  kind: 'slack',
  url: 'https://hooks.ada.example/services/T0/B0/x',
  notices: ['endpoint.failing', 'endpoint.recovered', 'service.storage'],
  applications: null,
};

/** Body of POST /notice-channels. */
export const noticeChannelInSchema = strictObject(
  {
    ...{
      name: displayName,
      kind,
      url,
      to,
      from,
      smtp,
      secret,
      notices,
      applications,
      pagesUrl,
      customerLink,
    },
    disabled,
  },
  {
    optional: [
      ...(['url', 'to', 'from', 'smtp', 'secret'] as const),
      ...(['applications', 'pagesUrl', 'customerLink', 'disabled'] as const),
    ],
    examples: [example],
  },
);

/** Body of PATCH /notice-channels/{id}: absent leaves a field alone. Its kind stays. */
export const noticeChannelPatchSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ...{ name: displayName, url, to, from, smtp, secret, notices, applications, pagesUrl, customerLink },
    disabled,
  },
  examples: [{ name: 'On call', notices: ['endpoint.failing'], disabled: false }],
} as const;

/** A channel, as every operation answers it. */
export const noticeChannelOutSchema = strictObject(
  {
    id: { type: 'string', description: 'Identifier, `nch_...`.' },
    name: displayName,
    kind,
    url: {
      ...url,
      description:
        'For `slack` and `webhook`: where it is posted to. It is a secret: to a token that may not change it, only its origin.',
    },
    to,
    from,
    smtp: strictObject(
      { ...server, hasPassword: { type: 'boolean', description: 'Whether a password is stored.' } },
      { optional: ['user'], description: 'For `email`: the server that takes it.' },
    ),
    secret: { ...secret, description: 'For `webhook`: what signs it. Only to a token that may change it.' },
    notices,
    applications: { ...applications, items: { type: 'string', description: 'Id of an application.' } },
    pagesUrl: { ...pagesUrl, description: 'Where its readers reach the pages of this server, for links.' },
    customerLink,
    disabled,
    failing: {
      anyOf: [
        strictObject({
          since: dateTime('Its first failure since the last success (RFC 3339, UTC).'),
          error: { type: 'string', description: 'The newest one, a sentence for people.' },
          gaveUp: {
            type: 'boolean',
            description: 'True: it has failed for more than an hour, and notices were not told.',
          },
        }),
        { type: 'null' },
      ],
      description: 'Whether it fails. Null: what was told last has arrived, or nothing was told yet.',
      examples: [null],
    },
    createdAt: dateTime('When it was created (RFC 3339, UTC).'),
  },
  { optional: ['url', 'to', 'from', 'smtp', 'secret'] },
);

/** Answer of GET /notice-channels: all of them. */
export const noticeChannelListOutSchema = strictObject({
  data: { type: 'array', items: noticeChannelOutSchema, description: 'All channels, the oldest first.' },
});

/** Answer of POST /notice-channels/{id}/test. */
export const noticeTestOutSchema = strictObject(
  {
    ok: { type: 'boolean', description: 'True: the other side has taken the message.' },
    error: { type: 'string', description: 'Why not, a sentence for people. Absent: it has.' },
  },
  { optional: ['error'] },
);

export type NoticeChannelIn = FromSchema<typeof noticeChannelInSchema>;
export type NoticeChannelPatch = FromSchema<typeof noticeChannelPatchSchema>;
export type NoticeChannelOut = Readonly<FromSchema<typeof noticeChannelOutSchema>>;
export type NoticeChannelListOut = FromSchema<typeof noticeChannelListOutSchema>;
export type NoticeTestOut = Readonly<FromSchema<typeof noticeTestOutSchema>>;
