import type { FromSchema } from 'json-schema-to-ts';

/** Answer of GET /health and /health/ping. */
export const healthOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['status'],
  properties: {
    status: {
      type: 'string',
      enum: ['ok', 'degraded'],
      description:
        'The server answers and can read its database. `degraded`: it works, but deliveries wait for something that this machine lacks.',
    },
    detail: { type: 'string', description: 'What is missing. Absent: nothing is.' },
  },
} as const;

export type HealthOut = FromSchema<typeof healthOutSchema>;
