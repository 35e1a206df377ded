import { decide } from '../../../src-server/catalog/openapi/import-decision';
import { type PlanOptions, planImport } from '../../../src-server/catalog/openapi/import-plan';
import type { NamedEntry } from '../../../src-server/catalog/openapi/webhook-names';
import type { ImportedEventType } from '../../../src-server/contract/import-plan';
import type { EventTypeFromOpenapi } from '../../../src-server/contract/openapi-import';

/** An event type of the catalog, as an import sees it. */
export type NamedImport = ImportedEventType & { readonly name: string };

/** Plans an import from lists instead of a document and a catalog, and selects all rows. */
export function planLists(
  candidates: readonly { readonly eventType: EventTypeFromOpenapi; readonly problem?: string }[],
  existing: readonly NamedImport[],
  options: Partial<PlanOptions> & { readonly baselines?: Readonly<Record<string, ImportedEventType>> } = {},
) {
  const { baselines = {}, ...rest } = options;
  const byName = new Map(existing.map(({ name, ...content }) => [name, content]));
  const catalog = {
    names: byName.keys(),
    get: (name: string) => byName.get(name),
    baseline: (name: string) =>
      Object.hasOwn(baselines, name)
        ? { source: 'doc', content: baselines[name] as ImportedEventType }
        : undefined,
  };
  const rows = planImport(candidates.map(entryOf), catalog, { source: 'doc', overwrite: true, ...rest });
  const hasConflicts = rows.some(({ row }) => row.conflicts.length > 0);
  return { rows, writes: hasConflicts ? [] : decide(rows, () => ({ accept: true })).writes };
}

function entryOf(candidate: {
  readonly eventType: EventTypeFromOpenapi;
  readonly problem?: string;
}): NamedEntry {
  const { name, ...content } = candidate.eventType;
  const entry = {
    ...{ pointer: `/webhooks/${name}/post`, key: name, method: 'post', operationId: null, name },
    ...{ nameFrom: 'key' as const, suggestions: [], refusal: null, content, warnings: [] },
  };
  return { entry, name, nameFrom: 'key', problem: candidate.problem ?? null };
}
