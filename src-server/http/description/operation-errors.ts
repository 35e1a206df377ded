import type { DescribedResponse } from '../../contract/api-description';
import { ERROR_STATUS, type ErrorCode, errorOutSchema, validationErrorOutSchema } from '../../contract/error';
import { type Route, type RouteError, readsMany } from '../route';
import { type Components, pascalCase } from './components';

/** What each code means, and an example of its body. */
const LABELS: Readonly<Record<ErrorCode, readonly [meaning: string, example: string]>> = {
  generic_error: ['The request is not valid.', 'The query parameter limit must be a whole number.'],
  invalid_range: ['The time range is not valid.', '`since` must not be later than `until`.'],
  invalid_scheme: ['The address must be http or https.', 'The address must start with https://.'],
  limit_reached: ['A limit is reached.', '10 old secrets still sign. Wait until one expires.'],
  missing_payload: ['The payload was removed.', 'The payload of this message was removed.'],
  authentication_failed: ['The token is missing, unknown, expired or revoked.', 'Invalid token'],
  'insufficient access': ['The token does not permit this.', 'This token may not do that.'],
  not_found: ['It does not exist, or the token must not see it.', 'Application not found'],
  method_not_allowed: ['The path does not support this method.', 'This path supports GET, POST, not PUT.'],
  conflict: ['The name is in use.', 'This uid is already in use. Choose another.'],
  event_type_exists: ['An event type of this name exists.', 'The event type invoice.paid already exists.'],
  idempotency_conflict: [
    'The idempotency key was used with another body.',
    'This idempotency key was used before with another body. Use a new key.',
  ],
  confirmation_needed: [
    'It would remove more than was probably meant. It is done once it is confirmed.',
    'This sync would remove 40 of 120 event types from the working copy. If it is meant, confirm it (acceptRemovals).',
  ],
  other_installation: [
    'A different instance responds at the URL of the connection.',
    'A different instance responds at posthorn.example.com.',
  ],
  endpoint_disabled: ['The endpoint is disabled.', 'The endpoint is disabled. Enable it, then send again.'],
  disabled: ['The polling endpoint is disabled.', 'This polling endpoint is disabled.'],
  gone: [
    'Messages after this position are no longer kept.',
    '12 messages after this position are gone: older than the time for which messages are kept. Go on after 2026-08-01T00:00:00.000Z, or later.',
  ],
  precondition_failed: [
    'It has changed since the state in `if-match`.',
    'It has changed and is now at version 8. Read it again, then change it.',
  ],
  payload_too_large: [
    'The body is too large.',
    'The body is larger than 4194304 bytes, the most this operation takes.',
  ],
  unsupported_media_type: ['The body is compressed.', 'Send the body without content-encoding gzip.'],
  openapi_invalid: ['The document cannot be used.', 'This is not an OpenAPI document.'],
  too_complex: [
    'The request needs too much time or memory.',
    'The request took too long and was stopped. Send something smaller or simpler.',
  ],
  too_many_requests: [
    'The token has used up its computing time, or has too much on its way. `Retry-After` says when to try again.',
    'This token has used up its computing time. Try again in 4 seconds.',
  ],
  server_error: ['An error in the server.', 'Something went wrong in the server. The log has details.'],
  not_implemented: ['This server does not support this.', 'This server does not support this.'],
  remote_token_refused: [
    'The other instance does not accept the saved token.',
    'The instance no longer accepts the saved token. Give the connection a valid one.',
  ],
  remote_unreachable: ['The other instance is not responding.', 'The instance is not responding.'],
  outcome_unknown: [
    'The database was cut off during the commit, or did not respond in time: whether the request was carried out is unknown.',
    'The connection to PostgreSQL was cut during the commit: it is not known whether this was written.',
  ],
  unavailable: [
    'The service is stopping, its database is not reliable now, or too much is on its way to it.',
    'The service is stopping.',
  ],
  remote_timeout: ['The other instance did not respond in time.', 'The instance did not respond in time.'],
  disk_full: ['The disk is full; nothing was written.', 'The disk is full. Nothing was written.'],
};

const BEARER = {
  description: 'How to authenticate: with a token as `Authorization: Bearer`.',
  schema: { type: 'string', const: 'Bearer' },
};

/** What nearly every operation refuses for. */
const USUAL: readonly ErrorCode[] = [
  'generic_error',
  'authentication_failed',
  'insufficient access',
  'idempotency_conflict',
  'payload_too_large',
  'unsupported_media_type',
  'too_many_requests',
];
const FAULTS: readonly ErrorCode[] = ['server_error', 'unavailable', 'disk_full'];
/** The names of the responses that `usualError` stands for in the description as it is sent. */
export const USUAL_RESPONSES: ReadonlySet<string> = new Set(
  [...USUAL.map((code) => [code]), FAULTS].map(responseName),
);

/** A response about all of them. */
export function usualError(components: Components): DescribedResponse {
  return components.response('UsualError', () => errorOf([...USUAL, ...FAULTS], components));
}

/** Every refusal possible at a row: those that follow from it, and those it names. */
function errorCodes(row: Route): readonly RouteError[] {
  const query = Object.values(row.query ?? {});
  const isPublic = row.access === 'public';
  const codes: (RouteError | false)[] = [
    (row.body !== undefined || query.some(({ type }) => type === 'integer' || type === 'boolean')) &&
      'generic_error',
    !isPublic && 'authentication_failed',
    !isPublic && 'insufficient access',
    row.path.includes('{') && 'not_found',
    row.method === 'POST' && !isPublic && 'idempotency_conflict',
    'payload_too_large', // also where a body is ignored
    row.body !== undefined && 'unsupported_media_type',
    (row.usesWorkers === true || row.body !== undefined || readsMany(row)) && 'too_many_requests',
    row.body !== undefined && 'too_complex',
    ...(row.errors ?? []),
  ];
  return [...new Set(codes.filter((code) => code !== false))];
}

/** True if a request can violate its description there: 422 with the list of violations. */
function canFailValidation(row: Route): boolean {
  return row.body !== undefined || row.query !== undefined || row.checksStored === true;
}

/** The error answers of a row, by status. */
export function errorResponses(row: Route, components: Components): Record<string, DescribedResponse> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const error of errorCodes(row)) {
    const { code, status } = typeof error === 'string' ? { code: error, status: ERROR_STATUS[error] } : error;
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const responses: Record<string, DescribedResponse> = {};
  for (const [status, codes] of byStatus) responses[status] = ofCodes(codes, components);
  if (canFailValidation(row)) responses[422] = invalidResponse(byStatus.get(422) ?? [], components);
  responses['5XX'] = ofCodes(FAULTS, components);
  return responses;
}

function ofCodes(codes: readonly ErrorCode[], components: Components): DescribedResponse {
  return components.response(responseName(codes), () => errorOf(codes, components));
}

function errorOf(codes: readonly ErrorCode[], components: Components): DescribedResponse {
  const [first] = codes;
  return {
    description: describe(codes),
    ...(codes.includes('authentication_failed') && { headers: { 'WWW-Authenticate': BEARER } }),
    content: {
      'application/json': {
        schema: components.refer(errorOutSchema, 'out'),
        example: first && { code: first, detail: LABELS[first][1] },
      },
    },
  };
}

function invalidResponse(codes: readonly ErrorCode[], components: Components): DescribedResponse {
  return components.response(responseName(['validation', ...codes]), () => {
    const list = components.refer(validationErrorOutSchema, 'out');
    const plain = components.refer(errorOutSchema, 'out');
    const item = { loc: ['body', 'name'], msg: 'This field is required.', type: 'value_error.jsondecode' };
    return {
      description: `The request violates its schema. ${describe(codes)}`.trim(),
      content: {
        'application/json': {
          schema: codes.length > 0 ? { anyOf: [list, plain] } : list,
          example: { detail: [item] },
        },
      },
    };
  });
}

/** `not_found` and `conflict` are `NotFoundOrConflictError`. */
function responseName(codes: readonly string[]): string {
  return `${codes
    .map(pascalCase)
    .join('Or')
    .replace(/Error$/, '')}Error`;
}

function describe(codes: readonly ErrorCode[]): string {
  return codes.map((code) => `\`${code}\`: ${LABELS[code][0]}`).join(' ');
}
