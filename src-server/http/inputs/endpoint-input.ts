import { invalidField } from '../../base/errors';
import type { EndpointIn, EndpointPatch, EndpointUpdate } from '../../contract/endpoint';
import type { SecretType } from '../../contract/settings';
import { checkSecret, newSecret } from '../../delivery/connection/signing-secret';
import type { EndpointContent } from '../../storage/endpoint-record';
import { checkedFilter } from './endpoint-filter';
import { readHeaders } from './endpoint-headers';
import { orNull, rateLimitOf, readFilterTypes, readMetadata, readUid } from './spellings';

/**
 * What POST says about a new endpoint.
 * @param secretType the kind of secret it gets when none is given
 * @throws ApiError 422
 */
export function newEndpoint(body: EndpointIn, secretType: SecretType): EndpointContent {
  return {
    ...replaceable(body),
    secret: body.secret ? readSecret('secret', body.secret) : newSecret(secretType),
    headers: readHeaders(body.headers ?? {}),
  };
}

/**
 * What PUT turns an endpoint into: only what it gives, plus the current secret and headers, and what some clients do not
 * know: they send back what they read, which must not make an endpoint take everything, or lose its version.
 * @throws ApiError 422
 */
export function replacedEndpoint(current: EndpointContent, body: EndpointUpdate): EndpointContent {
  const { secret, headers } = current;
  const next = { ...replaceable(body), secret, headers };
  return {
    ...next,
    ordered: body.ordered === undefined ? current.ordered : next.ordered,
    eventTypeNotices: body.eventTypeNotices ?? current.eventTypeNotices,
    filterGroups: body.filterGroups === undefined ? current.filterGroups : next.filterGroups,
    filter: body.filter === undefined ? current.filter : next.filter,
    version: body.version === undefined ? current.version : next.version,
  };
}

/** What PATCH turns an endpoint into: absent leaves a field alone, null clears it. @throws ApiError 422 */
export function changedEndpoint(current: EndpointContent, body: EndpointPatch): EndpointContent {
  const rateLimit = rateLimitOf(body);
  const filterTypes = readFilterTypes(body);
  const filterGroups = orNull(body.filterGroups);
  const channels = orNull(body.channels);
  return {
    url: body.url ?? current.url,
    description: body.description ?? current.description,
    disabled: body.disabled ?? current.disabled,
    paused: body.paused ?? current.paused,
    ordered: body.ordered ?? current.ordered,
    eventTypeNotices: body.eventTypeNotices ?? current.eventTypeNotices,
    uid: body.uid === undefined ? current.uid : readUid(body.uid),
    rateLimit: rateLimit === undefined ? current.rateLimit : rateLimit,
    filterTypes: filterTypes === undefined ? current.filterTypes : filterTypes,
    filterGroups: filterGroups === undefined ? current.filterGroups : filterGroups,
    channels: channels === undefined ? current.channels : channels,
    filter: body.filter === undefined ? current.filter : checkedFilter(body.filter),
    metadata: body.metadata === undefined ? current.metadata : readMetadata(body.metadata),
    version: body.version === undefined ? current.version : (body.version ?? 1),
    secret: body.secret ? readSecret('secret', body.secret) : current.secret,
    headers: current.headers,
  };
}

function replaceable(body: EndpointUpdate): Omit<EndpointContent, 'secret' | 'headers'> {
  return {
    url: body.url,
    description: body.description ?? '',
    disabled: body.disabled ?? false,
    paused: body.paused ?? false,
    ordered: body.ordered ?? false,
    eventTypeNotices: body.eventTypeNotices ?? false,
    uid: readUid(body.uid ?? null),
    rateLimit: rateLimitOf(body) ?? null,
    filterTypes: readFilterTypes(body) ?? null,
    filterGroups: orNull(body.filterGroups) ?? null,
    channels: orNull(body.channels) ?? null,
    filter: checkedFilter(body.filter ?? null),
    metadata: readMetadata(body.metadata ?? null),
    version: body.version ?? 1,
  };
}

/** A signing secret that a caller chose, in its stored form. @throws ApiError 422 */
export function readSecret(field: string, text: string): string {
  const checked = checkSecret(text);
  if (!checked.ok) throw invalidField(field, checked.reason);
  return checked.secret;
}
