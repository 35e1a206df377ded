import type { FromSchema } from 'json-schema-to-ts';

/** Answer of GET /health and /health/ping. */
export const healthOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['status'],
  properties: {
    status: { type: 'string', enum: ['ok'], description: 'The server answers and can read its database.' },
  },
} as const;

export type HealthOut = FromSchema<typeof healthOutSchema>;
