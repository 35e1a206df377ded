import { invalidField } from '../../base/errors';
import { ID_PREFIXES, type IdPrefix } from '../../base/id';
import { LIMITS } from '../../contract/limits';

/**
 * The official clients of two generations name some fields differently. These functions read either name, the newer one
 * first. Undefined: neither was given.
 */
interface TwoNames {
  readonly rateLimit?: number | null;
  readonly throttleRate?: number | null;
  readonly featureFlag?: string | null;
  readonly featureFlags?: readonly string[] | null;
  readonly filterTypes?: readonly string[] | null;
  readonly eventTypes?: readonly string[] | null;
}

export function rateLimitOf(body: Pick<TwoNames, 'rateLimit' | 'throttleRate'>): number | null | undefined {
  return body.throttleRate !== undefined ? body.throttleRate : body.rateLimit;
}

/** An empty list means the same as null: everyone sees it. */
export function readFeatureFlags(
  body: Pick<TwoNames, 'featureFlag' | 'featureFlags'>,
): readonly string[] | null | undefined {
  if (body.featureFlags !== undefined) return orNull(body.featureFlags);
  if (body.featureFlag === undefined) return undefined;
  return body.featureFlag === null ? null : [body.featureFlag];
}

/** An empty list means the same as null: all event types. */
export function readFilterTypes(
  body: Pick<TwoNames, 'filterTypes' | 'eventTypes'>,
): readonly string[] | null | undefined {
  return orNull(body.eventTypes !== undefined ? body.eventTypes : body.filterTypes);
}

/** The names by which a body calls the fields of an endpoint that have two: errors name a field as its caller does. */
export interface Spelling {
  readonly rateLimit: 'rateLimit' | 'throttleRate';
  readonly filterTypes: 'filterTypes' | 'eventTypes';
}

/** Of two names, the one that is read; the newer one if the body has neither. */
export function spellingOf(body: TwoNames): Spelling {
  const isOlder = (older: keyof TwoNames, newer: keyof TwoNames) =>
    body[older] !== undefined && body[newer] === undefined;
  return {
    rateLimit: isOlder('rateLimit', 'throttleRate') ? 'rateLimit' : 'throttleRate',
    filterTypes: isOlder('filterTypes', 'eventTypes') ? 'filterTypes' : 'eventTypes',
  };
}

/** Turns an empty list into null; leaves null and undefined unchanged. */
export function orNull<T>(list: readonly T[] | null | undefined): readonly T[] | null | undefined {
  return list?.length === 0 ? null : list;
}

/** The maximum size of a metadata object as JSON, in bytes. */
const METADATA_MAX_BYTES = LIMITS.metadata.max;

/** @throws ApiError 422 when it is too large */
export function readMetadata(
  metadata: Readonly<Record<string, string>> | null,
): Readonly<Record<string, string>> {
  const result = metadata ?? {};
  if (Buffer.byteLength(JSON.stringify(result)) > METADATA_MAX_BYTES) {
    throw invalidField('metadata', `This is larger than ${METADATA_MAX_BYTES} bytes as JSON.`);
  }
  return result;
}

/**
 * A caller's own identifier. One that looks like one of our ids could never be found again.
 * @param own the prefix of its kind, where that is not among those of all kinds
 * @throws ApiError 422
 */
export function readUid(uid: string | null, own?: IdPrefix): string | null {
  const refused = own ? [...ID_PREFIXES, own] : ID_PREFIXES;
  if (uid !== null && refused.some((prefix) => uid.startsWith(prefix))) {
    throw invalidField('uid', `This must not start with ${refused.join(', ')}.`);
  }
  return uid;
}
