import { parseJson } from '../../../../../src-server/json-schema/parse-json';
import type { FlagEdits } from '../matrix/flag-edits';

/** What a draft changes of one event type. */
export interface DraftEntry {
  readonly name: string;
  /** An entry of the body of a draft, as JSON text. */
  readonly text: string;
}

/** An unsaved schema that the frames cannot show, and why. */
export interface LeftOut {
  readonly name: string;
  readonly reason: string;
}

interface DraftEntries {
  /** By name. */
  readonly entries: readonly DraftEntry[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * The changes of a draft: flags that are tried out, and schemas that are not saved. The text of a schema is passed on
 * as written.
 */
export function draftEntries(edits: FlagEdits, schemas: ReadonlyMap<string, string>): DraftEntries {
  const leftOut: LeftOut[] = [];
  const names = [...new Set([...Object.keys(edits), ...schemas.keys()])].sort();
  const entries = names.flatMap((name) => {
    const flags = Object.hasOwn(edits, name) ? edits[name] : undefined;
    const schema = schemas.get(name);
    const isJson = schema !== undefined && parseJson(schema).ok;
    if (schema !== undefined && !isJson) leftOut.push({ name, reason: 'it is not JSON' });
    if (!flags && !isJson) return [];
    const parts = [
      `"name":${JSON.stringify(name)}`,
      ...(flags ? [`"featureFlags":${JSON.stringify(flags)}`] : []),
      ...(isJson ? [`"schema":${schema}`] : []),
    ];
    return [{ name, text: `{${parts.join(',')}}` }];
  });
  return { entries, leftOut };
}
