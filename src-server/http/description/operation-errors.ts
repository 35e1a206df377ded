import type { DescribedResponse, DescribedSchema } from '../../contract/api-description';
import { ERROR_STATUS, type ErrorCode, errorOutSchema, validationErrorOutSchema } from '../../contract/error';
import type { Route } from '../route';
import type { Components } from './components';

/** What each code means, and how its body may read. */
const LABELS: Readonly<Record<ErrorCode, readonly [meaning: string, example: string]>> = {
  generic_error: ['The request cannot be understood.', 'The query parameter limit must be a whole number.'],
  invalid_range: ['The range of time is not one.', '`since` must not be later than `until`.'],
  invalid_scheme: ['The address must be http or https.', 'The address must begin with https://.'],
  limit_reached: ['There is no room for more.', '10 old secrets still sign. Wait until one expires.'],
  missing_payload: ['The payload is gone.', 'The payload of this message was removed.'],
  authentication_failed: ['The token is missing, unknown, expired or revoked.', 'Invalid token'],
  'insufficient access': ['The token may not do this.', 'This token may not do that.'],
  not_found: ['It is not there, or the token may not know of it.', 'Application not found'],
  method_not_allowed: ['The path does not take this method.', 'This path takes GET, POST, not PUT.'],
  conflict: ['The name is in use.', 'This uid is already in use. Choose another.'],
  event_type_exists: ['There is an event type of this name.', 'The event type invoice.paid exists already.'],
  idempotency_conflict: [
    'The idempotency key was used with another body.',
    'This idempotency key was used before with another body. Use a new key.',
  ],
  endpoint_disabled: ['The endpoint is disabled.', 'The endpoint is disabled. Enable it, then send again.'],
  precondition_failed: [
    'It is not in the state that `if-match` names.',
    'It was changed meanwhile: it is at version 8 now. Read it again, then change it.',
  ],
  payload_too_large: [
    'The body is too large.',
    'The body is larger than 4194304 bytes, the most this operation takes.',
  ],
  unsupported_media_type: [
    'The body is compressed.',
    'Send the body as it is, not with content-encoding gzip.',
  ],
  openapi_invalid: ['The document is not usable.', 'This is not an OpenAPI document.'],
  too_complex: [
    'What was sent takes too much time or memory to compute.',
    'This takes too long with what was sent, and was stopped. Send something smaller or simpler.',
  ],
  too_many_requests: [
    'The token has used up its share of computing time; `Retry-After` says when there is some again.',
    'This token has used up its share of computing time. Try again in 4 seconds.',
  ],
  server_error: ['A fault of the server.', 'Something went wrong in the server. The log has details.'],
  not_implemented: ['This server does not do that.', 'This server does not do that.'],
  remote_unreachable: ['The other instance does not answer.', 'The instance does not answer.'],
  unavailable: ['The service stops, or its database cannot be relied on now.', 'The service is stopping.'],
  remote_timeout: ['The other instance answers too late.', 'The instance did not answer in time.'],
  disk_full: ['The disk is full; nothing was written.', 'The disk is full. Nothing was written.'],
};

/** Every refusal that can really happen at a row: those that follow from it, and those it names. */
export function errorCodes(row: Route): readonly ErrorCode[] {
  const query = Object.values(row.query ?? {});
  const isPublic = row.access === 'public';
  const isOpen = isPublic || (row.access === 'any' && row.capability === undefined);
  const codes: (ErrorCode | false)[] = [
    (row.body !== undefined || query.some(({ type }) => type === 'integer' || type === 'boolean')) &&
      'generic_error',
    !isPublic && 'authentication_failed',
    !isOpen && 'insufficient access',
    row.path.includes('{') && 'not_found',
    row.method === 'POST' && !isPublic && 'idempotency_conflict',
    row.body !== undefined && 'payload_too_large',
    row.body !== undefined && 'unsupported_media_type',
    (row.usesWorkers === true || row.body !== undefined) && 'too_many_requests',
    row.body !== undefined && 'too_complex',
    ...(row.errors ?? []),
  ];
  return [...new Set(codes.filter((code) => code !== false))];
}

/** True if a request can fail its description there: 422 with the list of what does not fit. */
export function canFailValidation(row: Route): boolean {
  return row.body !== undefined || row.query !== undefined;
}

/** The error answers of a row, by status. */
export function errorResponses(row: Route, components: Components): Record<string, DescribedResponse> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodes(row)) {
    const status = ERROR_STATUS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const plain = components.refer(errorOutSchema, 'out');
  const responses: Record<string, DescribedResponse> = {};
  for (const [status, codes] of byStatus) responses[status] = ofCodes(codes, plain);
  if (canFailValidation(row)) responses[422] = invalidResponse(byStatus.get(422) ?? [], plain, components);
  responses['5XX'] = ofCodes(['server_error', 'unavailable', 'disk_full'], plain);
  return responses;
}

function ofCodes(codes: readonly ErrorCode[], schema: DescribedSchema): DescribedResponse {
  const [first] = codes;
  const example = first && { code: first, detail: LABELS[first][1] };
  return { description: describe(codes), content: { 'application/json': { schema, example } } };
}

function invalidResponse(
  codes: readonly ErrorCode[],
  plain: DescribedSchema,
  components: Components,
): DescribedResponse {
  const list = components.refer(validationErrorOutSchema, 'out');
  const schema = codes.length > 0 ? { anyOf: [list, plain] } : list;
  const item = { loc: ['body', 'name'], msg: 'This field is required.', type: 'value_error.jsondecode' };
  return {
    description: `The request does not fit its description. ${describe(codes)}`.trim(),
    content: { 'application/json': { schema, example: { detail: [item] } } },
  };
}

function describe(codes: readonly ErrorCode[]): string {
  return codes.map((code) => `\`${code}\`: ${LABELS[code][0]}`).join(' ');
}
