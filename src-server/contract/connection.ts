import type { FromSchema } from 'json-schema-to-ts';
import { FLAG_COLORS } from './flag-set';
import { dateTime } from './property-schemas';
import { strictObject } from './strict-object';

/** The id of the instance that serves the page itself. */
export const LOCAL_CONNECTION = 'local';
/** Requests under `/remote/{id}/api/v1/...` on the local server are forwarded to that connection. */
export const REMOTE_PREFIX = '/remote';

/** How event types of another instance are edited. */
export const CONNECTION_MODES = ['direct', 'working-copy'] as const;
export type ConnectionMode = (typeof CONNECTION_MODES)[number];

const mode = {
  type: 'string',
  enum: CONNECTION_MODES,
  description: 'How the pages edit its event types: there at once, or in a working copy that is synced.',
} as const;
const mark = {
  colour: {
    anyOf: [{ type: 'string', enum: FLAG_COLORS }, { type: 'null' }],
    description: 'Its color in the pages. Null means automatic.',
  },
  protected: {
    type: 'boolean',
    description: 'True: the pages ask for its name before they delete, hide or replace anything there.',
  },
} as const;

/** Body of POST /connections and /connections/test: another instance, or a folder, for the admin pages to manage. */
export const connectionInSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'baseUrl'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 100, description: 'What to call it.' },
    baseUrl: {
      type: 'string',
      minLength: 1,
      maxLength: 2048,
      format: 'uri',
      checkedInCode: { pattern: '^\\s*([hH][tT][tT][pP][sS]?|[fF][iI][lL][eE]):[^?#]*$' },
      description:
        'Its address, http or https, without /api/v1; without user name, password, and anything after ? or #. Or the `file:` URL of a folder on the computer of the server, as `posthorn catalog export --dir` writes one: only while the server runs with `--workstation` and listens on a loopback address.',
    },
    token: {
      type: 'string',
      minLength: 1,
      maxLength: 4096,
      checkedInCode: { pattern: '^[\\x21-\\x7e]+$' },
      description:
        'An admin token of it; kept on the server, never sent to a page. Required for an instance; a folder has none.',
    },
    ...mark,
    mode: {
      ...mode,
      description: `${mode.description} Absent: \`working-copy\` for one that is protected and for a folder, which knows no other, else \`direct\`.`,
    },
  },
} as const;

/** Body of PATCH /connections/{id}: its name, its mark and its token. Its URL stays. */
export const connectionPatchSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    name: connectionInSchema.properties.name,
    token: {
      ...connectionInSchema.properties.token,
      description: 'Another admin token of it, which is tested before it is saved.',
    },
    ...mark,
    mode,
    installation: {
      type: 'null',
      description:
        'Null: another installation may respond at its URL from now on; the next one that does is accepted.',
    },
  },
} as const;

/** A connection as shown: never with its token. */
export const connectionOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'name', 'baseUrl', 'createdAt', 'colour', 'protected', 'mode', 'installation'],
  properties: {
    id: { type: 'string', description: 'Identifier, `con_...`.' },
    name: { type: 'string', description: 'What it is called.' },
    baseUrl: { type: 'string', format: 'uri', description: 'Its address, without a slash at the end.' },
    createdAt: dateTime('When it was saved (RFC 3339, UTC).'),
    ...mark,
    mode,
    installation: {
      type: ['string', 'null'],
      description:
        'Which installation responds there: no other is synced with. Null: unknown, as with servers that do not report it.',
    },
  },
} as const;

/** Answer of GET /connections: all of them. */
export const connectionListOutSchema = strictObject({
  data: { type: 'array', items: connectionOutSchema, description: 'All connections, the oldest first.' },
});

/** The response to a test: `ok`, or why not, in words. */
export const connectionTestOutSchema = strictObject({
  ok: { type: 'boolean', description: 'True if the instance responded and accepts the token.' },
  detail: { type: 'string', description: 'The result, or the reason for a failure, for people.' },
});

export type ConnectionIn = FromSchema<typeof connectionInSchema>;
export type ConnectionPatch = FromSchema<typeof connectionPatchSchema>;
export type ConnectionOut = Readonly<FromSchema<typeof connectionOutSchema>>;
export type ConnectionTestOut = Readonly<FromSchema<typeof connectionTestOutSchema>>;
export type ConnectionListOut = FromSchema<typeof connectionListOutSchema>;
