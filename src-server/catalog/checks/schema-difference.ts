import { formatPath, schemaDiff } from '../../json-schema/schema-diff';

/** Further differences are counted, not listed. */
const MOST = 12;

/** What changes in a schema, in words, field by field. Never empty for different schemas. */
export function schemaDifference(before: unknown, after: unknown): string[] {
  const { changes, more } = schemaDiff(before, after);
  const texts = changes.slice(0, MOST).map(({ path, text }) => `${formatPath(path)}: ${text}`);
  const left = changes.length + more - texts.length;
  return left > 0 ? [...texts, `and ${left} more schema changes`] : texts;
}
