import type { FilterContent } from '../message-filter/filter-node';
import type { FailingClock } from './attempt-result';
import { columnsOf, flag, json, listOrNone, type RowOf } from './columns';

export interface EndpointContent {
  readonly uid: string | null;
  readonly url: string;
  readonly description: string;
  /** Own limit in messages per second. Null: the application's applies. */
  readonly rateLimit: number | null;
  /** True: deliveries are held, and a resend is refused. */
  readonly disabled: boolean;
  /** True: deliveries are held, resends too. */
  readonly paused: boolean;
  /** True: each delivery waits until the one before was delivered or given up. */
  readonly ordered: boolean;
  /** True: it is told what changes about the event types that it receives. */
  readonly eventTypeNotices: boolean;
  /** Event types it takes. Null, if `filterGroups` is null too: all. Never empty. */
  readonly filterTypes: readonly string[] | null;
  /** Groups it takes as a whole, now and later, in addition to `filterTypes`. Null: none. Never empty. */
  readonly filterGroups: readonly string[] | null;
  /** Channels it listens to. Null: any. Never empty. */
  readonly channels: readonly string[] | null;
  /** What it wants of a message's content, as it was checked. Null: nothing. Never empty. */
  readonly filter: FilterContent | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** A number of the caller's own, from 1. */
  readonly version: number;
  /** Extra request headers, names as given. */
  readonly headers: Readonly<Record<string, string>>;
  /** The signing secret: `whsec_...`, or `whsk_...` for a pair of keys. */
  readonly secret: string;
}

/** The defaults of an endpoint, besides its URL and its secret. */
export const PLAIN_ENDPOINT: Omit<EndpointContent, 'url' | 'secret'> = {
  uid: null,
  description: '',
  rateLimit: null,
  disabled: false,
  paused: false,
  ordered: false,
  eventTypeNotices: false,
  filterTypes: null,
  filterGroups: null,
  channels: null,
  filter: null,
  metadata: {},
  version: 1,
  headers: {},
};

export interface EndpointRecord extends EndpointContent {
  readonly id: string;
  readonly appId: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Null while it lives. */
  readonly deletedAt: number | null;
  /** Since when it is disabled. Null: it is not, or the time was not recorded. */
  readonly disabledAt: number | null;
  /** Who disabled it. Null: nobody, or it was not recorded. */
  readonly disabledReason: DisabledReason | null;
  /** Since when it is paused. Null: it is not. */
  readonly pausedAt: number | null;
  /** How long all its attempts have been failing. Null: the last one succeeded, or there was none. */
  readonly failing: FailingClock | null;
}

/** `manual`: a person; `receiver`: by its response; `failing`: all attempts failed for too long. */
export type DisabledReason = 'manual' | 'receiver' | 'failing';

/** The fields whose size a caller chooses. */
export const SIZED_FIELDS = [
  'url',
  'headers',
  'metadata',
  'description',
  'filterTypes',
  'filterGroups',
  'channels',
  'filter',
] as const;

/** All but the clock of failures, which belongs to the attempts. */
type Stored = Omit<EndpointRecord, 'failing'>;

export const ENDPOINT_COLUMNS = columnsOf<Stored>(
  {
    id: 'id',
    appId: 'app_id',
    uid: 'uid',
    url: 'url',
    description: 'description',
    rateLimit: 'rate_limit',
    disabled: flag('disabled'),
    paused: flag('paused'),
    ordered: flag('ordered'),
    eventTypeNotices: flag('event_type_notices'),
    filterTypes: listOrNone('filter_types'),
    filterGroups: listOrNone('filter_groups'),
    channels: listOrNone('channels'),
    filter: json('filter'),
    metadata: json('metadata'),
    version: 'version',
    headers: json('headers'),
    secret: 'secret',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    deletedAt: 'deleted_at',
    disabledAt: 'disabled_at',
    disabledReason: 'disabled_reason',
    pausedAt: 'paused_at',
  },
  ['id', 'appId', 'createdAt', 'deletedAt'],
);

/** A row of `ENDPOINT_SELECTED`. */
export type EndpointRow = RowOf<Stored> & {
  readonly failingSince: number | null;
  readonly failingMarkedAt: number | null;
};

export const ENDPOINT_SELECTED = `${ENDPOINT_COLUMNS.selectFrom('endpoint')},
  endpoint.failing_since AS "failingSince", endpoint.failing_marked_at AS "failingMarkedAt"`;

export function toEndpointRecord(row: EndpointRow): EndpointRecord {
  const { failingSince: since, failingMarkedAt: markedAt } = row;
  return {
    failing: since === null || markedAt === null ? null : { since, markedAt },
    ...ENDPOINT_COLUMNS.toRecord(row),
  };
}
