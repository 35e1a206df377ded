import type { EventTypeChange } from '../../../../src-server/json-schema/event-type-changes';
import { formatPath, schemaDiff } from '../../../../src-server/json-schema/schema-diff';

/** The differences between two texts of a schema, in words. */
interface TextDifferences {
  readonly changes: readonly EventTypeChange[];
  readonly more: number;
  /** "+2 −1 ~3"; "" when receivers would see no difference. */
  readonly summary: string;
}

/**
 * Compares two texts as receivers of the messages would.
 * @param before null: there was no schema
 * @returns null while one of them is not JSON
 */
export function differencesOf(before: string | null, after: string | null): TextDifferences | null {
  try {
    const [was, is] = [before, after].map((text) => (text === null ? null : JSON.parse(text)));
    const { changes, more, summary } = schemaDiff(was, is);
    return {
      changes: changes.map(({ effect, path, text }) => ({ effect, where: formatPath(path), text })),
      more,
      summary,
    };
  } catch {
    return null;
  }
}
