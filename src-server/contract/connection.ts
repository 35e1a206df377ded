import type { FromSchema } from 'json-schema-to-ts';

/** The id of the instance that serves the page itself. */
export const LOCAL_CONNECTION = 'local';
/** Requests under `/remote/{id}/api/v1/...` on the local server are forwarded to that connection. */
export const REMOTE_PREFIX = '/remote';

/** Body of POST /connections and /connections/test: another instance to aim the admin pages at. */
export const connectionInSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'baseUrl', 'token'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 100, description: 'What to call it.' },
    baseUrl: {
      type: 'string',
      minLength: 1,
      maxLength: 2048,
      description: 'Its address, http or https, without /api/v1.',
    },
    token: {
      type: 'string',
      minLength: 1,
      maxLength: 4096,
      description: 'An admin token of it; kept on the server, never sent to a page.',
    },
  },
} as const;

export interface ConnectionOut {
  /** Identifier, `con_...`. */
  readonly id: string;
  readonly name: string;
  /** Its address, without a trailing slash. */
  readonly baseUrl: string;
  /** When it was saved (RFC 3339, UTC). */
  readonly createdAt: string;
}

/** The answer to a test: `ok`, or why not, in words. */
export interface ConnectionTestOut {
  readonly ok: boolean;
  readonly detail: string;
}

export type ConnectionIn = FromSchema<typeof connectionInSchema>;
