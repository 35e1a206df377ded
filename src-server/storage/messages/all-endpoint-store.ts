import type { ListResponse } from '../../contract/list';
import { IS_LIVING_CUSTOMER } from '../application-store';
import type { Database } from '../database';
import { oncePerDialect } from '../once-per-dialect';
import { mapPage, type PageRequest, readPage } from '../page';
import { Conditions, filterRows } from '../timeline';
import { likePattern } from './like-pattern';

/** An endpoint of any application. */
export interface FoundEndpoint {
  readonly id: string;
  readonly uid: string | null;
  readonly appId: string;
  readonly appName: string;
  readonly url: string;
  readonly description: string;
  /** Own limit in messages per second. Null: the application's applies. */
  readonly rateLimit: number | null;
  /** The application's limit. Null: none. */
  readonly appRateLimit: number | null;
  readonly disabled: boolean;
  readonly paused: boolean;
  /** Whether its newest attempt failed. */
  readonly isFailing: boolean;
}

/** Which endpoint it is, as people know it. */
export interface NamedEndpoint extends Pick<FoundEndpoint, 'id' | 'appName' | 'url'> {
  /** Whether it gets one message after the other. */
  readonly ordered: boolean;
}

export interface AllEndpointRequest extends PageRequest {
  /**
   * Each must occur in the URL, description, id or uid of the endpoint, or in the name, id or uid of its application.
   */
  readonly terms: readonly string[];
}

/** Attempts of some endpoints that ended within one hour. */
export interface HourSum {
  /** Hours since the beginning of the range. */
  readonly hour: number;
  readonly succeeded: number;
  readonly failed: number;
}

/** What the endpoints of an application are and did, together. */
export interface ApplicationOverview {
  readonly appId: string;
  readonly endpoints: number;
  readonly failing: number;
  readonly held: number;
  /** A failing one. Null: there is none. */
  readonly failingEndpointId: string | null;
  /** Of the limits that endpoints have of their own, in messages per second. Null: none has one. */
  readonly lowestLimit: number | null;
  readonly highestLimit: number | null;
  /** Hours without attempts are absent. */
  readonly hours: readonly HourSum[];
}

/** Views over all applications of customers at once. */
export interface AllEndpointStore {
  /** Living endpoints, newest first. */
  endpoints(request: AllEndpointRequest): Promise<ListResponse<FoundEndpoint>>;
  /** Applications of customers, all of them. */
  countApplications(): Promise<number>;
  /** Those of these endpoints that live, in any order. */
  named(endpointIds: readonly string[]): Promise<NamedEndpoint[]>;
  /** Applications, oldest first. @param sinceS beginning of the first hour, seconds since 1970 */
  applications(request: PageRequest, sinceS: number): Promise<ListResponse<ApplicationOverview>>;
  /**
   * The hours of all endpoints together, deleted ones included; those without attempts are absent. Reads every minute of the
   * range.
   * @param sinceS beginning of the first hour, seconds since 1970
   * @param untilS end of the last, exclusive
   */
  hours(sinceS: number, untilS: number): Promise<HourSum[]>;
}

type FoundEndpointRow = Omit<FoundEndpoint, 'disabled' | 'paused' | 'isFailing'> & {
  disabled: number;
  paused: number;
  /** SQLite has no boolean. */
  isFailing: boolean | number;
};
type OverviewRow = Omit<ApplicationOverview, 'hours'>;

const statementsOf = oncePerDialect((dialect) => {
  // As `endpointState` has it.
  const isFailing = 'disabled = 0 AND paused = 0 AND failing_since IS NOT NULL';
  const text = `endpoint.url || '\n' || endpoint.description || '\n' || endpoint.id || '\n' ||
        coalesce(endpoint.uid, '') || '\n' || application.name || '\n' || application.id || '\n' ||
        coalesce(application.uid, '')`;
  const living = `endpoint ${dialect.joinNext} application ON application.id = endpoint.app_id`;
  return {
    // The page comes in primary key order, so that reading ends with its last row.
    endpoints: `
  SELECT endpoint.id, endpoint.uid, endpoint.app_id AS "appId", application.name AS "appName", endpoint.url,
    endpoint.description, endpoint.rate_limit AS "rateLimit", application.rate_limit AS "appRateLimit",
    endpoint.disabled, endpoint.paused, endpoint.failing_since IS NOT NULL AS "isFailing"
  FROM ${living} WHERE ${IS_LIVING_CUSTOMER} AND endpoint.deleted_at IS NULL`,
    named: `
  SELECT endpoint.id, application.name AS "appName", endpoint.url, endpoint.ordered
  FROM endpoint JOIN application ON application.id = endpoint.app_id
  WHERE ${dialect.isAmongTexts('endpoint.id', '?')} AND endpoint.deleted_at IS NULL`,
    living,
    hasWords: `NOT EXISTS (
      SELECT 1 FROM ${dialect.elements('?', 'word')}
      WHERE NOT (${dialect.isLike(text, 'word.value')}))`,
    counts: `
  SELECT app_id AS "appId", count(*) AS endpoints, count(CASE WHEN ${isFailing} THEN 1 END) AS failing,
    count(CASE WHEN disabled = 1 OR paused = 1 THEN 1 END) AS held,
    min(CASE WHEN ${isFailing} THEN id END) AS "failingEndpointId",
    min(rate_limit) AS "lowestLimit", max(rate_limit) AS "highestLimit"
  FROM endpoint
  WHERE ${dialect.isAmongTexts('app_id', '?')} AND deleted_at IS NULL
  GROUP BY app_id`,
    hours: `
  SELECT endpoint.app_id AS "appId", (at - ?1) / 3600 AS hour, sum(succeeded) AS succeeded, sum(failed) AS failed
  FROM endpoint JOIN traffic_minute ON traffic_minute.endpoint_id = endpoint.id AND at >= ?1
  WHERE ${dialect.isAmongTexts('endpoint.app_id', '?2')} AND endpoint.deleted_at IS NULL
  GROUP BY 1, 2`,
    allHours: `
  SELECT (at - ?1) / 3600 AS hour, sum(succeeded) AS succeeded, sum(failed) AS failed
  FROM traffic_minute WHERE at >= ?1 AND at < ?2 GROUP BY 1`,
  };
});

const NOTHING: Omit<OverviewRow, 'appId'> = {
  ...{ endpoints: 0, failing: 0, held: 0, failingEndpointId: null, lowestLimit: null, highestLimit: null },
};

export function createAllEndpointStore(db: Database): AllEndpointStore {
  const sql = statementsOf(db.dialect);
  return {
    async endpoints({ terms, ...request }) {
      const page = await readPage<FoundEndpointRow>(
        db.lists,
        {
          select: sql.endpoints,
          params: [],
          filter: filterRows(db.dialect, 'endpoint.id', {
            among: { from: 'endpoint', where: new Conditions().add('endpoint.deleted_at IS NULL') },
            matching: {
              from: sql.living,
              where: new Conditions()
                .add('endpoint.deleted_at IS NULL')
                .add(sql.hasWords, terms.length === 0 ? undefined : JSON.stringify(terms.map(likePattern))),
            },
          }),
          keyColumn: 'endpoint.id',
          keyOf: ({ id }) => id,
          keyPattern: /^ep_[0-9A-Za-z]+$/,
          defaultOrder: 'descending',
          largeColumns: ['url', 'description'],
        },
        request,
      );
      return mapPage(page, (row) => ({
        ...row,
        disabled: row.disabled === 1,
        paused: row.paused === 1,
        isFailing: Boolean(row.isFailing),
      }));
    },
    async countApplications() {
      const row = await db.lists.get<{ count: number }>(
        `SELECT count(*) AS count FROM application WHERE ${IS_LIVING_CUSTOMER}`,
      );
      return row?.count ?? 0;
    },
    hours: (sinceS, untilS) => db.lists.all(sql.allHours, [sinceS, untilS]),
    async named(endpointIds) {
      const rows = await db.lists.all<Omit<NamedEndpoint, 'ordered'> & { ordered: boolean | number }>(
        sql.named,
        [JSON.stringify(endpointIds)],
      );
      return rows.map((row) => ({ ...row, ordered: Boolean(row.ordered) }));
    },
    async applications(request, sinceS) {
      const page = await readPage<{ id: string }>(
        db.lists,
        {
          select: `SELECT id FROM application WHERE ${IS_LIVING_CUSTOMER}`,
          params: [],
          keyColumn: 'id',
          keyOf: ({ id }) => id,
          keyPattern: /^app_[0-9A-Za-z]+$/,
          defaultOrder: 'ascending',
        },
        request,
      );
      const ids = JSON.stringify(page.data.map(({ id }) => id));
      const [counts, hours] = await Promise.all([
        db.lists.all<OverviewRow>(sql.counts, [ids]),
        db.lists.all<HourSum & { readonly appId: string }>(sql.hours, [sinceS, ids]),
      ]);
      const countsOf = new Map(counts.map((row) => [row.appId, row]));
      const hoursOf = new Map<string, HourSum[]>();
      for (const { appId, ...hour } of hours) hoursOf.set(appId, [...(hoursOf.get(appId) ?? []), hour]);
      return mapPage(page, ({ id }) => ({
        ...(countsOf.get(id) ?? { ...NOTHING, appId: id }),
        hours: hoursOf.get(id) ?? [],
      }));
    },
  };
}
