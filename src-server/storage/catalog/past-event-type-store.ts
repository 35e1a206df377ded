import type { ListResponse } from '../../contract/list';
import type { Database } from '../database';
import { mapPage, type PageRequest, readPage } from '../page';
import type { EventTypeRecord } from './event-type-store';
import { CONTENT_COLUMNS, contentOfText, type EventTypeText } from './event-type-text';
import { PAGES_BY_NAME } from './pages-by-name';

/** An event type as it was; since when it was deprecated is left out. */
export interface PastEventType extends EventTypeRecord {
  readonly version: number;
}

/** The catalog as it was at a time, in milliseconds since 1970, as far as the history reaches. */
export interface PastEventTypeStore {
  /** By name. @param request `withSchemas` false leaves `schemas` null */
  list(
    at: number,
    request: PageRequest & { readonly withSchemas: boolean },
  ): Promise<ListResponse<PastEventType>>;
  get(name: string, at: number): Promise<PastEventType | undefined>;
}

type Row = EventTypeText & Pick<PastEventType, 'version' | 'createdAt' | 'updatedAt'>;

const select = (content: string) => `
  SELECT ${content}, version, created_at AS "updatedAt",
    (SELECT min(created_at) FROM event_type_version AS own WHERE own.name = past.name) AS "createdAt"
  FROM event_type_version AS past
  WHERE past.act <> 'delete' AND past.version = (
    SELECT max(version) FROM event_type_version WHERE name = past.name AND created_at <= ?)`;
const SELECT = select(CONTENT_COLUMNS.select);
const SELECT_WITHOUT_SCHEMAS = select(CONTENT_COLUMNS.select.replace('schemas AS', 'NULL AS'));

export function createPastEventTypeStore(db: Database): PastEventTypeStore {
  return {
    async list(at, { withSchemas, ...request }) {
      const query = {
        ...PAGES_BY_NAME,
        select: withSchemas ? SELECT : SELECT_WITHOUT_SCHEMAS,
        params: [at],
        largeColumns: withSchemas ? ['description', 'schemas'] : ['description'],
      };
      return mapPage(await readPage<Row>(db.lists, query, request), toPast);
    },
    async get(name, at) {
      const row = await db.get<Row>(`${SELECT} AND name = ?`, [at, name]);
      return row && toPast(row);
    },
  };
}

function toPast(row: Row): PastEventType {
  const { version, createdAt, updatedAt } = row;
  return { ...contentOfText(row), version, deprecatedAt: null, createdAt, updatedAt };
}
