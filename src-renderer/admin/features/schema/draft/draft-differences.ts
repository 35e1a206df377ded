import {
  type EventTypeDiff,
  eventTypeDiff,
  NO_FACTS,
} from '../../../../../src-server/json-schema/event-type-changes';
import { parseOrdered } from '../../../../../src-server/json-schema/ordered-json';

/**
 * Compares two texts of a schema as receivers of the messages would, in the words of the history.
 * @param before null: there was no schema
 * @returns null while one of them is not JSON
 */
export function differencesOf(before: string | null, after: string | null): EventTypeDiff | null {
  try {
    const [was, is] = [before, after].map((text) => ({
      ...NO_FACTS,
      schemas: text === null ? null : { 1: parseOrdered(text) },
    }));
    return was && is ? eventTypeDiff(was, is) : null;
  } catch {
    return null;
  }
}
