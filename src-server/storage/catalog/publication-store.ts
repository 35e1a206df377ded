import type { ListResponse } from '../../contract/list';
import type { PublishKind } from '../../contract/public-page';
import type { Database } from '../database';
import { readPage } from '../page';
import { PUT_SETTING } from '../put-setting';
import { IS_PUBLIC } from './public-catalog-store';

/** When the public catalog was last published. */
export interface Publication {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly how: PublishKind;
}

/** What readers of the page see of an event type. */
export interface ShownEventType {
  readonly description: string;
  readonly deprecated: boolean;
  /** RFC 3339. Null: no date. */
  readonly sunsetAt: string | null;
  readonly replacedBy: string | null;
  readonly groupName: string | null;
  /** JSON text of the schemas by version; null: none. */
  readonly schemas: string | null;
}

/** An event type that readers see differently from the last publish. Null: not at all. */
export interface ShownChange {
  readonly name: string;
  readonly before: ShownEventType | null;
  readonly now: ShownEventType | null;
}

export interface PublicationStore {
  /** Undefined: there was none. */
  last(): Promise<Publication | undefined>;
  /** Replaces the previous one: changes are counted from the catalog at the time of this write. */
  note(publication: Publication): Promise<void>;
  /**
   * What changed since, by name, a few at a time. An event type that only moved between two versions with the same
   * content is left out.
   */
  listChanges(after: string | null): Promise<ListResponse<ShownChange>>;
}

/** One document of the instance, kept with the settings; settings are read by name and never see it. */
export const LAST_PUBLICATION = 'lastPublication';

interface ChangeRow {
  name: string;
  wasThere: number;
  isThere: number;
  oldDescription: string | null;
  oldDeprecated: number | null;
  oldSunset: string | null;
  oldReplacement: string | null;
  oldGroup: string | null;
  oldSchemas: string | null;
  newDescription: string | null;
  newDeprecated: number | null;
  newSunset: string | null;
  newReplacement: string | null;
  newGroup: string | null;
  newSchemas: string | null;
}

/** A version deleted from the history has no texts; its event type counts as changed. */
const SELECT_CHANGES = `
  SELECT name, "wasThere", "isThere",
    old.description AS "oldDescription", old.deprecated AS "oldDeprecated", old.group_name AS "oldGroup",
    old.sunset_at AS "oldSunset", old.replaced_by AS "oldReplacement", new.sunset_at AS "newSunset",
    new.replaced_by AS "newReplacement",
    old.schemas AS "oldSchemas", new.description AS "newDescription", new.deprecated AS "newDeprecated",
    new.group_name AS "newGroup", new.schemas AS "newSchemas"
  FROM (
    SELECT name, max(version) FILTER (WHERE side = 'old') AS version, 
      max(CASE side WHEN 'old' THEN 1 ELSE 0 END) AS "wasThere",
      max(CASE side WHEN 'new' THEN 1 ELSE 0 END) AS "isThere"
    FROM (
      SELECT name, version, 'old' AS side FROM publication_type
      UNION ALL SELECT name, NULL, 'new' FROM event_type WHERE ${IS_PUBLIC}) AS side
    GROUP BY name) AS known
  LEFT JOIN event_type_version AS old USING (name, version)
  LEFT JOIN event_type AS new USING (name)
  WHERE NOT ("wasThere" = 1 AND "isThere" = 1 AND old.id IS NOT NULL AND old.description = new.description
    AND old.deprecated = new.deprecated AND old.group_name IS NOT DISTINCT FROM new.group_name
    AND old.sunset_at IS NOT DISTINCT FROM new.sunset_at AND old.replaced_by IS NOT DISTINCT FROM new.replaced_by
    AND old.schemas IS NOT DISTINCT FROM new.schemas)`;
/** Bytes of text per page of changes. */
const CHANGES_BYTES = 1024 * 1024;

export function createPublicationStore(db: Database): PublicationStore {
  return {
    async last() {
      const row = await db.get<{ value: string }>('SELECT value FROM setting WHERE name = ?', [
        LAST_PUBLICATION,
      ]);
      return row && JSON.parse(row.value);
    },
    async note(publication) {
      await db.write(async (tx) => {
        await tx.run(PUT_SETTING, [LAST_PUBLICATION, JSON.stringify(publication)]);
        await tx.run('DELETE FROM publication_type');
        await tx.run(`INSERT INTO publication_type (name, version)
          SELECT name, (SELECT coalesce(max(version), 0) FROM event_type_version WHERE name = event_type.name)
          FROM event_type WHERE ${IS_PUBLIC}`);
      });
    },
    async listChanges(after) {
      const page = await readPage<ChangeRow>(
        db.lists,
        {
          select: SELECT_CHANGES,
          params: [],
          keyColumn: 'name',
          keyOf: ({ name }) => name,
          keyPattern: /^[a-zA-Z0-9\-_.]+$/,
          defaultOrder: 'ascending',
          largeColumns: ['oldDescription', 'oldSchemas', 'newDescription', 'newSchemas'],
          bytesMax: CHANGES_BYTES,
        },
        { iterator: after },
      );
      return { ...page, data: page.data.map(toChange) };
    },
  };
}

function toChange(row: ChangeRow): ShownChange {
  const before = {
    description: row.oldDescription ?? '',
    deprecated: row.oldDeprecated === 1,
    sunsetAt: row.oldSunset,
    replacedBy: row.oldReplacement,
    groupName: row.oldGroup,
    schemas: row.oldSchemas,
  };
  const now = {
    description: row.newDescription ?? '',
    deprecated: row.newDeprecated === 1,
    sunsetAt: row.newSunset,
    replacedBy: row.newReplacement,
    groupName: row.newGroup,
    schemas: row.newSchemas,
  };
  return { name: row.name, before: row.wasThere === 1 ? before : null, now: row.isThere === 1 ? now : null };
}
