import type { EventTypeFromOpenapi, ImportProblem } from '../contract/openapi-import';
import type { EventTypeContent } from '../storage/event-type-store';
import { sameJson } from './same-json';

/** What an import does to one event type. */
export interface PlannedChange {
  readonly action: 'create' | 'update' | 'unchanged' | 'archive';
  readonly name: string;
  /** As it is now; null when it does not exist. */
  readonly before: EventTypeContent | null;
  /** As it will be; the same as `before` when unchanged. */
  readonly after: EventTypeContent;
  /** What the document says of it; null for one that is archived because the document does not name it. */
  readonly fromDocument: EventTypeFromOpenapi | null;
}

export interface ImportPlan {
  /** One entry per event type of the document, in its order, then those to archive. */
  readonly changes: readonly PlannedChange[];
  /** The changes that write something: all but the unchanged. */
  readonly writes: readonly PlannedChange[];
}

export interface PlanOptions {
  /**
   * Also archive every event type that the document does not name. A name that the document has in an entry that
   * was skipped is spared, and a document without a single usable webhook archives nothing.
   */
  readonly replaceAll?: boolean;
  readonly problems?: readonly ImportProblem[];
}

/**
 * Compares a document with the catalog. An import writes only what the document says: description, deprecated and
 * the schema; flags and group only where the document has them. It brings archived types back, keeps a schema that
 * the document does not replace, and leaves other schema versions alone. Repeating an import plans nothing.
 */
export function planImport(
  candidates: readonly { readonly eventType: EventTypeFromOpenapi }[],
  existing: readonly EventTypeContent[],
  options: PlanOptions = {},
): ImportPlan {
  const known = new Map(existing.map((eventType) => [eventType.name, eventType]));
  const changes = candidates.map(({ eventType }) => planOne(eventType, known.get(eventType.name) ?? null));
  if (options.replaceAll === true && candidates.length > 0) {
    const named = new Set(candidates.map(({ eventType }) => eventType.name));
    for (const { name } of options.problems ?? []) if (name !== null) named.add(name);
    for (const before of existing) {
      if (before.archived || named.has(before.name)) continue;
      const after = { ...before, archived: true };
      changes.push({ action: 'archive', name: before.name, before, after, fromDocument: null });
    }
  }
  return { changes, writes: changes.filter((change) => change.action !== 'unchanged') };
}

function planOne(from: EventTypeFromOpenapi, before: EventTypeContent | null): PlannedChange {
  const flags = from.featureFlags ?? before?.featureFlags ?? null;
  const after: EventTypeContent = {
    name: from.name,
    description: from.description,
    archived: false,
    deprecated: from.deprecated,
    groupName: from.groupName ?? before?.groupName ?? null,
    featureFlags: flags === null || flags.length === 0 ? null : flags,
    schemas: from.schemas === undefined ? (before?.schemas ?? null) : { ...before?.schemas, ...from.schemas },
  };
  if (before === null) return { action: 'create', name: from.name, before, after, fromDocument: from };
  if (sameContent(before, after)) {
    return { action: 'unchanged', name: from.name, before, after: before, fromDocument: from };
  }
  return { action: 'update', name: from.name, before, after, fromDocument: from };
}

function sameContent(a: EventTypeContent, b: EventTypeContent): boolean {
  return (
    a.description === b.description &&
    a.archived === b.archived &&
    a.deprecated === b.deprecated &&
    a.groupName === b.groupName &&
    sameFlags(a.featureFlags ?? [], b.featureFlags ?? []) &&
    sameJson(a.schemas, b.schemas)
  );
}

function sameFlags(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((flag) => b.includes(flag));
}
