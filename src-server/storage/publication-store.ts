import type { Database } from './database';

/** The public page as it was at the last publish. */
export interface Publication {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly how: 'made-public' | 'exported' | 'noted';
  /** What readers saw then, in the form that whoever compares chose. */
  readonly eventTypes: readonly unknown[];
}

export interface PublicationStore {
  /** Undefined: there was none. */
  last(): Promise<Publication | undefined>;
  /** Takes the place of the one before. */
  note(publication: Publication): Promise<void>;
}

/** One document of the instance, kept beside the settings; settings are read by name and never see it. */
export const LAST_PUBLICATION = 'lastPublication';

export function createPublicationStore(db: Database): PublicationStore {
  return {
    async last() {
      const row = await db.get<{ value: string }>('SELECT value FROM setting WHERE name = ?', [
        LAST_PUBLICATION,
      ]);
      return row && JSON.parse(row.value);
    },
    async note(publication) {
      await db.write((tx) =>
        tx.run('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)', [
          LAST_PUBLICATION,
          JSON.stringify(publication),
        ]),
      );
    },
  };
}
