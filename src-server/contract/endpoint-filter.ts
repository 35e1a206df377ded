import { LIMITS } from './limits';

const MEANING = `Conditions on the message, beside its event type and its channels. At the top, its members are \`payload\`, \`eventType\`, \`eventId\`, \`channels\` and \`tags\`; below, they are those of the value there, and all have to hold. A plain value has to be equal; of a list, it has to be an element. \`$eq\`, \`$neq\`, \`$gt\`, \`$gte\`, \`$lt\`, \`$lte\`, \`$in\` and \`$nin\` (a list, or a part of a text), \`$startsWith\`, \`$endsWith\` and \`$exist\` compare; \`$or\`, \`$and\` (lists) and \`$not\` combine. Numbers compare with numbers and texts with texts, by code point, never across kinds. At most ${LIMITS.filter.max} bytes, ${LIMITS.filterLevels.max} levels and ${LIMITS.filterConditions.max} comparisons.`;

/** What an endpoint wants of a message's content, as a caller writes it. */
export const endpointFilter = {
  type: ['object', 'null'],
  additionalProperties: true,
  description: `${MEANING} A message without a JSON payload has no \`payload\`. Null or an empty object: every message. A PATCH replaces it whole; if absent from PUT, it does not change.`,
  examples: [{ payload: { amount: { $gte: 100 }, currency: 'EUR' } }],
} as const;

/** The same in a response. */
export const endpointFilterOut = {
  type: ['object', 'null'],
  additionalProperties: true,
  description:
    'Only messages whose content satisfies this are delivered. Null means every message, and, to a share link, that it is not shown.',
} as const;
