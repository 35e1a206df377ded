import type { FromSchema } from 'json-schema-to-ts';
import { LIMITS } from './limits';
import { TEXT_PATTERN } from './names';
import { count } from './property-schemas';
import { strictObject } from './strict-object';

const language = {
  type: 'string',
  examples: ['fr'],
  description: 'The language as a BCP 47 tag in its canonical form: `fr`, `pt-BR`.',
} as const;

/** Texts by the path of each, in ICU MessageFormat. */
const textsOf = (description: string) =>
  ({
    type: 'object',
    additionalProperties: { type: 'string', maxLength: LIMITS.portalText.max, pattern: TEXT_PATTERN },
    examples: [{ 'endpoints.title': 'Vos endpoints' }],
    description,
  }) as const;

/** Body of PUT /portal/texts/{language}. */
export const portalTextsInSchema = strictObject({
  texts: textsOf(
    'All texts of the sender in this language, by path, in ICU MessageFormat; they replace those before. A text may use the arguments of the shipped one.',
  ),
});

/** The sender's texts of the portal in one language. */
export const portalTextsOutSchema = strictObject({
  language,
  texts: textsOf('The texts by path, in ICU MessageFormat. What is missing shows as shipped.'),
});

/** Answer of GET /portal/texts. */
export const portalTextOverviewOutSchema = strictObject({
  data: {
    type: 'array',
    items: strictObject({ language, texts: count('How many texts it has.') }),
    description: 'The languages in which the sender has texts of its own.',
  },
  shipped: {
    type: 'object',
    additionalProperties: textsOf('In one language.'),
    description: 'The texts that ship with the portal, by language. `en` has all paths that there are.',
  },
});

/** Texts of the portal by the path of each, in ICU MessageFormat. */
export type PortalTexts = Readonly<Record<string, string>>;
export type PortalTextsIn = FromSchema<typeof portalTextsInSchema>;
export type PortalTextsOut = FromSchema<typeof portalTextsOutSchema>;
export type PortalTextOverviewOut = FromSchema<typeof portalTextOverviewOutSchema>;
