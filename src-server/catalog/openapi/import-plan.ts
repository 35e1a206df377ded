import type { ImportConflict } from '../../contract/import-conflict';
import type { ImportedEventType, ImportField, ImportRow } from '../../contract/import-plan';
import type { EventTypeFromOpenapi } from '../../contract/openapi-import';
import { EMPTY_CONTENT, isSame, type Merged, merge, overwrittenFields, toPatch } from './import-merge';
import { isSameSource, sourceParts } from './import-source';
import type { NamedEntry } from './webhook-names';

/** The catalog as a plan needs it. Each name is requested at most once. */
export interface PlannedCatalog {
  /** Every existing name, in order, archived or not. */
  readonly names: Iterable<string>;
  /** Undefined: there is none. */
  get(name: string): ImportedEventType | undefined;
  /**
   * What the last import said about it, and from which document (`import-source`), null for none. Undefined: no import
   * wrote it.
   */
  baseline(name: string): { readonly source: string | null; readonly content: ImportedEventType } | undefined;
}

export interface PlanOptions {
  /** The document, as in `import-source`: event types of an earlier import of it may be `removed`. */
  readonly source: string;
  /**
   * Every event type that the document does not name is `removed`. A name used by an entry that cannot be imported is
   * spared, and a document without a single usable webhook removes nothing.
   */
  readonly replaceAll?: boolean;
  readonly keepDescription?: boolean;
  readonly keepFlags?: boolean;
  /** The document overrides everything changed by hand. */
  readonly overwrite?: boolean;
}

/** A row, and what is needed to write it. */
export interface PlannedRow {
  readonly row: ImportRow;
  /** Its current state; null when it does not exist. */
  readonly current: ImportedEventType | null;
  /** Null: there is nothing to write. */
  readonly merged: Merged | null;
  /** From which document its last import was (`import-source`). Null: no import wrote it. */
  readonly lastSource: string | null;
  /** What the document says about it; null if the document does not name it, or it cannot be imported. */
  readonly fromDocument: EventTypeFromOpenapi | null;
  /** The fields that somebody had edited by hand, and that lose that when this is written. */
  readonly overwrittenBy: (written: ImportedEventType) => readonly ImportField[];
}

/** Nothing of it was edited by hand, or nothing is lost. */
const NOTHING_LOST = { lastSource: null, overwrittenBy: (): readonly ImportField[] => [] };

/** One write of an import. */
export interface PlannedWrite {
  readonly action: 'create' | 'update' | 'archive';
  readonly name: string;
  /** Its place in the document; null where it is not in it. */
  readonly pointer: string | null;
  /** From which document its last import was. Null: no import wrote it. */
  readonly lastSource: string | null;
  /** Null: it does not exist. */
  readonly before: ImportedEventType | null;
  readonly after: ImportedEventType;
  /** Fields in which it replaces an edit made by hand. */
  readonly overwrites: readonly ImportField[];
  readonly fromDocument: EventTypeFromOpenapi | null;
}

/** Compares the entries of a document, each with its name, to the catalog. */
export function planImport(
  entries: readonly NamedEntry[],
  catalog: PlannedCatalog,
  options: PlanOptions,
): readonly PlannedRow[] {
  const rows = entries.map((entry) => planEntry(entry, catalog, options));
  const isUsable = entries.some(({ problem }) => problem === null);
  return isUsable ? [...rows, ...removedRows(entries, catalog, options)] : rows;
}

function planEntry(named: NamedEntry, catalog: PlannedCatalog, options: PlanOptions): PlannedRow {
  const { entry, name, nameFrom, problem } = named;
  const { pointer, key, method, operationId, content } = entry;
  const base = {
    ...{ id: pointer, pointer, key, method, operationId, name, nameFrom, problem },
    suggestions: entry.suggestions.filter((suggestion) => suggestion !== name),
    warnings: entry.warnings,
    otherSource: null,
  };
  const nothing = { before: null, after: null, conflicts: [], kept: [], overwrites: [] };
  if (problem !== null || content === null) {
    const row = {
      ...base,
      ...nothing,
      problem: problem ?? 'It cannot be imported.',
      state: 'problem' as const,
    };
    return { ...NOTHING_LOST, row, current: null, merged: null, fromDocument: null };
  }
  const fromDocument = { name, ...content };
  const before = catalog.get(name) ?? null;
  if (before === null) {
    const patch = toPatch(content);
    const merged = merge(patch, { ...EMPTY_CONTENT, ...patch }, { baseline: null, isOther: false });
    const row = { ...base, ...nothing, state: 'new' as const, after: merged.after };
    return { ...NOTHING_LOST, row, current: null, merged, fromDocument };
  }
  const keep = new Set<ImportField>();
  if (options.keepDescription === true) keep.add('description');
  if (options.keepFlags === true) keep.add('featureFlags');
  const known = catalog.baseline(name);
  const last = known?.content ?? null;
  const source = known?.source ?? null;
  const isOther = source !== null && options.overwrite !== true && !isSameSource(source, options.source);
  const document = toPatch(content, keep);
  const merged = merge(document, before, {
    baseline: options.overwrite === true ? null : last,
    isOther,
  });
  const { after, conflicts, kept } = merged;
  if (isSame(before, after)) {
    return {
      ...NOTHING_LOST,
      row: { ...base, ...nothing, kept, state: 'unchanged' },
      current: before,
      merged,
      fromDocument,
      lastSource: source,
    };
  }
  const state = conflicts.length > 0 || isOther ? ('conflict' as const) : ('changed' as const);
  const overwrittenBy = (written: ImportedEventType) =>
    overwrittenFields({ before, after: written, document, last });
  return {
    row: {
      ...{ ...base, before, after, conflicts, kept, state },
      overwrites: state === 'changed' ? overwrittenBy(after) : [],
      otherSource: isOther ? sourceParts(source) : null,
    },
    current: before,
    merged,
    fromDocument,
    lastSource: source,
    overwrittenBy,
  };
}

function removedRows(
  entries: readonly NamedEntry[],
  catalog: PlannedCatalog,
  options: PlanOptions,
): readonly PlannedRow[] {
  const named = new Set(entries.flatMap(({ name, entry }) => [name, entry.name]));
  const gone: PlannedRow[] = [];
  for (const name of catalog.names) {
    if (named.has(name)) continue;
    const source = catalog.baseline(name)?.source ?? null;
    if (options.replaceAll !== true && (source === null || !isSameSource(source, options.source))) continue;
    const before = catalog.get(name);
    if (before === undefined || before.archived) continue;
    const after = { ...before, archived: true };
    const merged = { after, conflicts: [], kept: [], baseline: after };
    const row: ImportRow = {
      ...{ id: name, state: 'removed', pointer: null, key: null, method: null, operationId: null, name },
      ...{
        nameFrom: 'catalog',
        suggestions: [],
        problem: null,
        before,
        after,
        conflicts: [],
        kept: [],
        overwrites: [],
      },
      warnings: [],
      otherSource: null,
    };
    gone.push({ ...NOTHING_LOST, row, current: before, merged, fromDocument: null, lastSource: source });
  }
  return gone;
}

/**
 * What to write for a row. Null: nothing, the event type is unchanged.
 * @param resolveConflict what it gets from each conflict
 */
export function writeOf(
  planned: PlannedRow,
  resolveConflict: (conflict: ImportConflict) => unknown = ({ document }) => document,
): PlannedWrite | null {
  const { row, current, merged, fromDocument } = planned;
  if (merged === null || row.state === 'unchanged' || row.state === 'problem') return null;
  const after = { ...merged.after };
  for (const conflict of merged.conflicts)
    Object.assign(after, { [conflict.field]: resolveConflict(conflict) });
  if (current !== null && isSame(current, after)) return null;
  const action = current === null ? 'create' : row.state === 'removed' ? 'archive' : 'update';
  const overwrites = planned.overwrittenBy(after);
  const { name, pointer } = row;
  const { lastSource } = planned;
  return { action, name, pointer, lastSource, before: current, after, overwrites, fromDocument };
}
