import { createHash } from 'node:crypto';
import type { PortalTexts } from '../../contract/portal-text';
import { noteChange } from '../audit-scope';
import type { Database } from '../database';
import { holdInstallation } from '../hold-installation';
import type { Transaction } from '../transaction';
import { type NewestRead, openNewestRead } from './newest-read';

/** The sender's texts of the portal in one language. */
export interface PortalTextRecord {
  /** BCP 47, canonical. */
  readonly language: string;
  readonly texts: PortalTexts;
  /** SHA-256 of the texts, in hexadecimal digits. */
  readonly hash: string;
}

/** What a change is checked against, in its write. What it throws stops it. */
type CheckPortalTexts = (before: PortalTexts | null, otherLanguages: number) => void;

/** The sender's texts of the portal, by language: few languages of a bounded size, so they are kept in memory. */
export interface PortalTextStore extends Pick<NewestRead<unknown>, 'reload'> {
  /** By language, sorted. */
  current(): ReadonlyMap<string, PortalTextRecord>;
  /** Stores the texts of a language in place of those before. */
  put(language: string, texts: PortalTexts, check: CheckPortalTexts): Promise<void>;
  /** False when there are none. */
  delete(language: string, check: CheckPortalTexts): Promise<boolean>;
}

interface Row {
  readonly language: string;
  readonly texts: string;
}

const SELECT = 'SELECT language, texts FROM portal_text ORDER BY language';
const PUT = `
  INSERT INTO portal_text (language, texts) VALUES (?, ?)
  ON CONFLICT (language) DO UPDATE SET texts = excluded.texts`;

/**
 * Reads the texts once, and again when it is told that another process has changed them. A change by this one applies
 * once it is on disk.
 */
export async function openPortalTextStore(db: Database): Promise<PortalTextStore> {
  const records = await openNewestRead<ReadonlyMap<string, PortalTextRecord>>(async () =>
    byLanguage((await db.all<Row>(SELECT)).map(toRecord)),
  );
  return {
    current: records.current,
    reload: records.reload,
    async put(language, texts, check) {
      const row = { language, texts: JSON.stringify(texts) };
      await db.write(async (tx) => {
        const before = await readBefore(tx, language, check);
        await tx.run(PUT, [row.language, row.texts]);
        noteChange(tx, { target: language, ...differing(before, texts) });
      });
      records.set(byLanguage([...records.current().values(), toRecord(row)]));
    },
    async delete(language, check) {
      const { changes } = await db.write(async (tx) => {
        await readBefore(tx, language, check);
        return tx.run('DELETE FROM portal_text WHERE language = ?', [language]);
      });
      const others = [...records.current().values()].filter((record) => record.language !== language);
      if (changes > 0) records.set(byLanguage(others));
      return changes > 0;
    },
  };
}

/** What is stored of a language, which nobody else changes before this write has ended. Null: nothing. */
async function readBefore(
  tx: Transaction,
  language: string,
  check: CheckPortalTexts,
): Promise<PortalTexts | null> {
  await holdInstallation(tx);
  const rows = await tx.all<Row>(SELECT);
  const row = rows.find((stored) => stored.language === language);
  const before = row ? toRecord(row).texts : null;
  check(before, rows.length - (row ? 1 : 0));
  return before;
}

/** For the audit: of a language, mostly little changes. */
function differing(before: PortalTexts | null, after: PortalTexts) {
  const of = (texts: PortalTexts, other: PortalTexts) => ({
    texts: Object.fromEntries(Object.entries(texts).filter(([path, text]) => other[path] !== text)),
  });
  return { before: before && of(before, after), after: of(after, before ?? {}) };
}

function toRecord({ language, texts }: Row): PortalTextRecord {
  const hash = createHash('sha256').update(texts).digest('hex');
  return { language, texts: JSON.parse(texts), hash };
}

function byLanguage(records: readonly PortalTextRecord[]): ReadonlyMap<string, PortalTextRecord> {
  const latest = new Map(records.map((record) => [record.language, record]));
  return new Map([...latest].sort(([a], [b]) => (a < b ? -1 : 1)));
}
