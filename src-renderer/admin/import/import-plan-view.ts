import type { EventTypeOut } from '../../../src-server/contract/event-type';
import type {
  EventTypeFromOpenapi,
  ImportProblem,
  OpenapiImportOut,
} from '../../../src-server/contract/openapi-import';

/** What an import would do with one name. */
export type ImportState = 'new' | 'update' | 'archive' | 'problem';

/** One line of the preview. */
export interface ImportRow {
  readonly key: string;
  readonly state: ImportState;
  /** Null for an entry of the document that has no usable name. */
  readonly name: string | null;
  /** What would be written; null for what is archived or left out. */
  readonly write: EventTypeFromOpenapi | null;
  readonly problems: readonly ImportProblem[];
}

/**
 * Lines up what the dry run says with what is in the catalog: problems first, then new, updated and archived.
 * @param replaceAll true when everything that is not in the document will be archived
 */
export function toRows(
  plan: OpenapiImportOut['data'],
  existing: readonly EventTypeOut[],
  replaceAll: boolean,
): ImportRow[] {
  const current = new Map(existing.map((type) => [type.name, type]));
  const writes = plan.to_modify ?? [];
  const written = new Set(writes.map(({ name }) => name));
  const warnings = plan.problems.filter(({ severity }) => severity === 'warning');
  const skipped = plan.problems.filter(({ severity }) => severity === 'skipped');
  const rows: ImportRow[] = skipped.map((problem, index) => ({
    key: `skipped ${index} ${problem.pointer}`,
    state: 'problem',
    name: problem.name,
    write: null,
    problems: [problem],
  }));
  for (const write of writes) {
    const known = current.get(write.name);
    rows.push({
      key: write.name,
      state: known && !known.archived ? 'update' : 'new',
      name: write.name,
      write,
      problems: warnings.filter(({ name }) => name === write.name),
    });
  }
  if (!replaceAll) return rows;
  const left = existing.filter(({ name, archived }) => !archived && !written.has(name));
  return [...rows, ...left.map(({ name }) => row(name))];
}

function row(name: string): ImportRow {
  return { key: name, state: 'archive', name, write: null, problems: [] };
}

/** How many fields the top level of a schema names; null without a schema. */
export function fieldCount(write: EventTypeFromOpenapi): number | null {
  const schema = write.schemas?.['1'];
  if (typeof schema !== 'object' || schema === null) return null;
  const properties = 'properties' in schema ? schema.properties : null;
  return typeof properties === 'object' && properties !== null ? Object.keys(properties).length : 0;
}
