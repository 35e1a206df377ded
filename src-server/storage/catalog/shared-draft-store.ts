import type { ListResponse } from '../../contract/list';
import { contentOfText, contentText } from '../../working-copy/content-text';
import type { Database } from '../database';
import { type PageQuery, type PageRequest, readPage } from '../page';
import type { EventTypeRecord } from './event-type-store';
import { PAGES_BY_NAME } from './pages-by-name';

/** The event types that were copied for the frames of share links, by the id of the link. */
export interface SharedDraftStore {
  /** Adds some to a link that has none of these names. @returns the bytes of their texts */
  add(shareId: string, eventTypes: readonly EventTypeRecord[]): Promise<number>;
  /** One page by name. @param withSchemas false leaves `schemas` null */
  list(shareId: string, request: PageRequest, withSchemas: boolean): Promise<ListResponse<EventTypeRecord>>;
  get(shareId: string, name: string): Promise<EventTypeRecord | undefined>;
}

interface Row {
  name: string;
  content: string;
  deprecated_at: number | null;
  created_at: number;
  updated_at: number;
}

const INSERT = `
  INSERT INTO share_event_type (share_id, name, content, deprecated_at, created_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?)`;
const SELECT =
  'SELECT name, content, deprecated_at, created_at, updated_at FROM share_event_type WHERE share_id = ?';

export function createSharedDraftStore(db: Database): SharedDraftStore {
  return {
    async add(shareId, eventTypes) {
      const rows = eventTypes.map((record) => [
        shareId,
        record.name,
        contentText(record),
        record.deprecatedAt,
        record.createdAt,
        record.updatedAt,
      ]);
      await db.write(async (tx) => {
        for (const row of rows) await tx.run(INSERT, row);
      });
      return rows.reduce((sum, [, , text]) => sum + Buffer.byteLength(String(text)), 0);
    },
    async list(shareId, request, withSchemas) {
      const query: PageQuery<Row> = {
        ...PAGES_BY_NAME,
        select: SELECT,
        params: [shareId],
        largeColumns: ['content'],
      };
      const page = await readPage(db.lists, query, request);
      return {
        ...page,
        data: page.data.map((row) => (withSchemas ? toRecord(row) : { ...toRecord(row), schemas: null })),
      };
    },
    async get(shareId, name) {
      const row = await db.get<Row>(`${SELECT} AND name = ?`, [shareId, name]);
      return row && toRecord(row);
    },
  };
}

function toRecord({ content, deprecated_at, created_at, updated_at }: Row): EventTypeRecord {
  return {
    ...contentOfText(content),
    deprecatedAt: deprecated_at,
    createdAt: created_at,
    updatedAt: updated_at,
  };
}
