import type { Database } from '../database';

/** How often that of an application has changed which decides who gets its messages. */
export interface ApplicationVersionStore {
  /** 0: there was never such an application. */
  read(appId: string): Promise<number>;
  /** Of all applications that there ever were, by id. */
  readAll(): Promise<ReadonlyMap<string, number>>;
  /** The application of an endpoint, also of a deleted one; undefined: there was never such an endpoint. */
  applicationOf(endpointId: string): Promise<string | undefined>;
}

interface VersionRow {
  readonly app_id: string;
  readonly version: number;
}

export function createApplicationVersionStore(db: Database): ApplicationVersionStore {
  return {
    async read(appId) {
      const row = await db.get<VersionRow>(
        'SELECT app_id, version FROM application_version WHERE app_id = ?',
        [appId],
      );
      return row?.version ?? 0;
    },
    async readAll() {
      const rows = await db.all<VersionRow>('SELECT app_id, version FROM application_version');
      return new Map(rows.map((row) => [row.app_id, row.version]));
    },
    async applicationOf(endpointId) {
      const row = await db.get<{ app_id: string }>('SELECT app_id FROM endpoint WHERE id = ?', [endpointId]);
      return row?.app_id;
    },
  };
}
