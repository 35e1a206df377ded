import { toIsoTime } from '../../base/clock';
import type { TokenOut } from '../../contract/access';
import type { ApplicationOut } from '../../contract/application';
import type { EndpointOut } from '../../contract/endpoint';
import type { EventTypeOut } from '../../contract/event-type';
import type { TargetConsentOut } from '../../contract/target-consent';
import type { ApplicationRecord } from '../../storage/application-store';
import type { EventTypeRecord } from '../../storage/catalog/event-type-store';
import type { EndpointRecord } from '../../storage/endpoint-record';
import type { TargetConsentRecord } from '../../storage/installation/target-consent-store';
import type { TokenRecord } from '../../storage/installation/token-store';
import { rawJson } from '../raw-json';

/**
 * Records as the API writes them, field by field, so that nothing leaves the server by accident. Where the official
 * clients of two generations name a field differently, both names are written.
 */
export function presentEventType(record: EventTypeRecord): EventTypeOut {
  return {
    name: record.name,
    description: record.description,
    archived: record.archived,
    deprecated: record.deprecated,
    deprecatedAt: record.deprecatedAt === null ? null : toIsoTime(record.deprecatedAt),
    sunsetAt: record.sunsetAt,
    replacedBy: record.replacedBy,
    schemas: rawJson(record.schemas),
    featureFlag: record.featureFlags?.[0] ?? null,
    featureFlags: record.featureFlags ? [...record.featureFlags] : null,
    groupName: record.groupName,
    createdAt: toIsoTime(record.createdAt),
    updatedAt: toIsoTime(record.updatedAt),
  };
}

export function presentApplication(record: ApplicationRecord): ApplicationOut {
  return {
    id: record.id,
    uid: record.uid,
    name: record.name,
    rateLimit: record.rateLimit,
    throttleRate: record.rateLimit,
    metadata: { ...record.metadata },
    createdAt: toIsoTime(record.createdAt),
    updatedAt: toIsoTime(record.updatedAt),
  };
}

/** What is stored of an endpoint, never with its secret or its headers. */
export function presentEndpoint(record: EndpointRecord): Omit<EndpointOut, 'state'> {
  const filterTypes = record.filterTypes ? [...record.filterTypes] : null;
  return {
    id: record.id,
    uid: record.uid,
    url: record.url,
    description: record.description,
    rateLimit: record.rateLimit,
    throttleRate: record.rateLimit,
    disabled: record.disabled,
    paused: record.paused,
    ordered: record.ordered,
    eventTypeNotices: record.eventTypeNotices,
    disabledAt: record.disabledAt === null ? null : toIsoTime(record.disabledAt),
    disabledReason: record.disabledReason,
    failingSince: record.failing && toIsoTime(record.failing.since),
    filterTypes,
    eventTypes: filterTypes,
    filterGroups: record.filterGroups ? [...record.filterGroups] : null,
    channels: record.channels ? [...record.channels] : null,
    filter: record.filter,
    metadata: { ...record.metadata },
    version: record.version,
    createdAt: toIsoTime(record.createdAt),
    updatedAt: toIsoTime(record.updatedAt),
  };
}

export function presentToken(record: TokenRecord): TokenOut {
  return {
    id: record.id,
    name: record.name,
    kind: record.kind === 'admin' ? 'full' : (record.limitedKind ?? 'reader'),
    featureFlags: record.featureFlags ? [...record.featureFlags] : null,
    expiresAt: record.expiresAt === null ? null : toIsoTime(record.expiresAt),
    createdAt: toIsoTime(record.createdAt),
    lastUsedAt: record.lastUsedAt === null ? null : toIsoTime(record.lastUsedAt),
  };
}

export function presentTargetConsent(record: TargetConsentRecord): TargetConsentOut {
  return {
    id: record.id,
    kind: record.kind,
    target: record.target,
    note: record.note,
    createdAt: toIsoTime(record.createdAt),
  };
}
