import type { EndpointHistory } from './endpoint-history';
import type { DisabledReason, EndpointContent, EndpointRecord } from './endpoint-record';
import type { SqlValue } from './transaction';

/** A row of the table. */
export interface EndpointRow {
  id: string;
  app_id: string;
  uid: string | null;
  url: string;
  description: string;
  rate_limit: number | null;
  disabled: number;
  paused: number;
  filter_types: string | null;
  filter_groups: string | null;
  channels: string | null;
  metadata: string;
  version: number;
  headers: string;
  secret: string;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
  disabled_at: number | null;
  disabled_reason: DisabledReason | null;
  paused_at: number | null;
  failing_since: number | null;
  failing_marked_at: number | null;
}

/** Its columns, for a query that reads nothing else. */
export const COLUMNS = `id, app_id, uid, url, description, rate_limit, disabled, paused, filter_types, filter_groups, channels, metadata, version,
  headers, secret, created_at, updated_at, deleted_at, disabled_at, disabled_reason, paused_at,
  failing_since, failing_marked_at`;
/** The columns that may be large. */
export const LARGE_COLUMNS = [
  'url',
  'description',
  'filter_types',
  'filter_groups',
  'metadata',
  'headers',
] as const;
/** The same columns for a query that also reads other tables. */
export const ENDPOINT_COLUMNS = COLUMNS.split(',')
  .map((column) => `endpoint.${column.trim()}`)
  .join(', ');

/** Turns a row into a record. */
export function toEndpointRecord(row: EndpointRow): EndpointRecord {
  return {
    id: row.id,
    appId: row.app_id,
    uid: row.uid,
    url: row.url,
    description: row.description,
    rateLimit: row.rate_limit,
    disabled: row.disabled === 1,
    paused: row.paused === 1,
    filterTypes: row.filter_types === null ? null : JSON.parse(row.filter_types),
    filterGroups: row.filter_groups === null ? null : JSON.parse(row.filter_groups),
    channels: row.channels === null ? null : JSON.parse(row.channels),
    metadata: JSON.parse(row.metadata),
    version: row.version,
    headers: JSON.parse(row.headers),
    secret: row.secret,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
    disabledAt: row.disabled_at,
    disabledReason: row.disabled_reason,
    pausedAt: row.paused_at,
    failing:
      row.failing_since === null || row.failing_marked_at === null
        ? null
        : { since: row.failing_since, markedAt: row.failing_marked_at },
  };
}

/** The values of what can be set and since when it applies, in the order in which the store writes them. */
export function toParams(content: EndpointContent, history: EndpointHistory): SqlValue[] {
  return [
    content.uid,
    content.url,
    content.description,
    content.rateLimit,
    content.disabled ? 1 : 0,
    content.paused ? 1 : 0,
    content.filterTypes?.length ? JSON.stringify(content.filterTypes) : null,
    content.filterGroups?.length ? JSON.stringify(content.filterGroups) : null,
    content.channels?.length ? JSON.stringify(content.channels) : null,
    JSON.stringify(content.metadata),
    content.version,
    JSON.stringify(content.headers),
    content.secret,
    history.disabledAt,
    history.disabledReason,
    history.pausedAt,
    history.failing?.since ?? null,
    history.failing?.markedAt ?? null,
  ];
}
