import type { FromSchema } from 'json-schema-to-ts';
import { displayName } from './application';
import { nameSchema } from './names';
import { strictObject } from './strict-object';

/** The colors of flags and of sets of flags, as the pages draw them. */
export const FLAG_COLORS = ['amber', 'lime', 'green', 'teal', 'sky', 'indigo', 'violet', 'rose'] as const;
export type FlagColor = (typeof FLAG_COLORS)[number];

/** One per letter of the alphabet. */
export const FLAG_SETS_MAX = 26;
/** As many as a portal link may carry. */
export const FLAGS_OF_SET_MAX = 25;

const id = {
  type: 'string',
  pattern: '^[A-Za-z0-9_-]{1,60}$',
} as const;

/** What a set is, apart from which one. */
export const flagSetContent = {
  letter: {
    type: 'string',
    pattern: '^[A-Z]$',
    description: 'Letter of the set on frames. It stays when sets are added, renamed or reordered.',
  },
  name: { ...displayName, maxLength: 60, description: 'Name for people: "Beta customers".' },
  colour: { type: 'string', enum: FLAG_COLORS, description: 'Color of its swatch.' },
  featureFlags: {
    type: 'array',
    items: nameSchema('A feature flag.'),
    uniqueItems: true,
    maxItems: FLAGS_OF_SET_MAX,
    description: 'The flags its customers may see. Empty: only what everyone sees.',
  },
} as const;

/** A named set of feature flags: a kind of customer whose view the preview of the portal shows. */
export const flagSetSchema = strictObject({
  id: {
    ...id,
    description: 'Id of the set, in links to the preview. No other set gets it, even if this one is deleted.',
  },
  ...flagSetContent,
});

/** The same as others write it. */
export const flagSetInSchema = strictObject(
  {
    id: {
      ...id,
      description:
        'Id of the set, in links to the preview. Absent: that of the existing set with this letter, or a new one.',
    },
    ...flagSetContent,
  },
  { optional: ['id'] },
);

const flagSets = {
  type: 'array',
  maxItems: FLAG_SETS_MAX,
  description: 'The sets, in the order they are shown; each letter and each id once.',
} as const;

/** Answer of GET and PUT /catalog/flag-sets. */
export const flagSetsOutSchema = strictObject({
  flagSets: { ...flagSets, items: flagSetSchema },
  version: { type: 'string', description: 'Version of these sets; differs after any change.' },
});

/** The sets as a content of a working copy. */
export const flagSetsContentSchema = strictObject({ flagSets: { ...flagSets, items: flagSetSchema } });

/** Body of PUT /catalog/flag-sets. */
export const flagSetsInSchema = strictObject(
  {
    flagSets: { ...flagSets, items: flagSetInSchema },
    version: {
      type: ['string', 'null'],
      maxLength: 100,
      description:
        'The version that was read before. If the sets have changed since, nothing is written and the response is 409. Null: replace in any case.',
    },
  },
  { optional: ['version'] },
);

export type FlagSet = FromSchema<typeof flagSetSchema>;
/** A set apart from which one it is: a share link has a copy of each. */
export type FlagSetContent = Omit<FlagSet, 'id'>;
export type FlagSetIn = FromSchema<typeof flagSetInSchema>;
export type FlagSetsOut = FromSchema<typeof flagSetsOutSchema>;
export type FlagSetsIn = FromSchema<typeof flagSetsInSchema>;
