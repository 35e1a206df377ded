import type { FromSchema } from 'json-schema-to-ts';
import { TEXT_PATTERN } from './names';
import { dateTime } from './property-schemas';
import { strictObject } from './strict-object';

/** Kinds of addresses. Only `public` ones may be reached without consent. */
export const ADDRESS_CLASSES = [
  'public',
  'loopback',
  'private',
  'link-local',
  'shared',
  'multicast',
  'broadcast',
  'unspecified',
  'documentation',
  'benchmarking',
  'reserved',
  'tunnel',
] as const;
export type AddressClass = (typeof ADDRESS_CLASSES)[number];

/**
 * What the `type` of a refused endpoint URL begins with, for the admin only; the address class follows:
 * "value_error.target.private". Customers get "value_error", which reveals nothing.
 */
export const REFUSED_TARGET_TYPE = 'value_error.target.';

const note = {
  type: 'string',
  maxLength: 500,
  pattern: TEXT_PATTERN,
  description: 'Why it is allowed, for people.',
} as const;

/** Body of POST /target-consent. */
export const targetConsentInSchema = strictObject(
  {
    target: {
      type: 'string',
      minLength: 1,
      maxLength: 260,
      description: 'A host name, an IP address, or a network like 10.1.0.0/16; no scheme, port or path.',
    },
    note,
  },
  { optional: ['note'] },
);

export const targetConsentOutSchema = strictObject({
  id: { type: 'string', description: 'Identifier, `tgt_...`.' },
  kind: {
    type: 'string',
    enum: ['host', 'network'],
    description:
      '`host` allows every address of one exact name; `network` allows its addresses, by any name.',
  },
  target: { type: 'string', description: 'The target in canonical form.' },
  note,
  createdAt: dateTime('When it was allowed (RFC 3339, UTC).'),
});

/** Answer of GET /target-consent: all of them. */
export const targetConsentListOutSchema = strictObject({
  data: { type: 'array', items: targetConsentOutSchema, description: 'All targets, the oldest first.' },
});

export type TargetConsentIn = FromSchema<typeof targetConsentInSchema>;
export type TargetConsentOut = FromSchema<typeof targetConsentOutSchema>;
export type TargetConsentListOut = FromSchema<typeof targetConsentListOutSchema>;
