/*
 * One event type of a document against the catalog: three values for each field, and who wins.
 *
 * Promises: what a person changed since the last import stays, unless the document has changed the same field too; then
 * nothing is decided here. In a schema, that applies to each place. A field that the document does not mention is never
 * touched. Without a baseline, the document wins.
 */
import type { ConflictField, ImportConflict } from '../../contract/import-conflict';
import { CONFLICT_FIELDS } from '../../contract/import-conflict';
import type { ImportedEventType, ImportField } from '../../contract/import-plan';
import { IMPORT_FIELDS } from '../../contract/import-plan';
import type { EventTypeFromOpenapi } from '../../contract/openapi-import';
import { keepNumbers } from '../../json-schema/ordered-json';
import { isObject, own } from '../../json-schema/plain-json';
import { sameJson } from '../../json-schema/same-json';
import { mergeSchemas, problemOf } from '../checks/schema-merge';
import { DRAFT7_URI } from '../draft7/draft7';

/** What a document says about an event type; fields that it does not mention are absent. */
type ImportPatch = Partial<ImportedEventType>;

/** How an event type would look, and what needs a decision. */
export interface Merged {
  /** With the document's side wherever there is a conflict. */
  readonly after: ImportedEventType;
  readonly conflicts: readonly ImportConflict[];
  readonly kept: readonly ImportField[];
  /** What the next import will compare with, once this one is written. */
  readonly baseline: ImportedEventType;
}

/** What the document says, field by field. `keep`: fields in which it is ignored. */
export function toPatch(
  eventType: Omit<EventTypeFromOpenapi, 'name'>,
  keep: ReadonlySet<ImportField> = new Set(),
): ImportPatch {
  const { description, deprecated, sunsetAt, replacedBy, groupName, featureFlags, schemas } = eventType;
  const patch: ImportPatch = {
    description,
    archived: false,
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(sunsetAt === undefined ? {} : { sunsetAt }),
    ...(replacedBy === undefined ? {} : { replacedBy }),
    ...(groupName === undefined ? {} : { groupName }),
    ...(featureFlags === undefined ? {} : { featureFlags: featureFlags.length > 0 ? featureFlags : null }),
    ...(schemas === undefined ? {} : { schema: schemas['1'] }),
  };
  return Object.fromEntries(Object.entries(patch).filter(([field]) => !keep.has(field as ImportField)));
}

/** What a document is compared with, besides the catalog. */
interface LastImport {
  /** What it said; null: there was none, or it is ignored. */
  readonly baseline: ImportedEventType | null;
  /** It was of another document: wherever this one differs from the catalog, two documents contradict each other. */
  readonly isOther: boolean;
}

export function merge(
  patch: ImportPatch,
  current: ImportedEventType,
  { baseline, isOther }: LastImport,
): Merged {
  const after = new Map<ImportField, unknown>();
  const conflicts: ImportConflict[] = [];
  const kept: ImportField[] = [];
  const next = new Map<ImportField, unknown>();
  for (const field of IMPORT_FIELDS) {
    const document = Object.hasOwn(patch, field) ? patch[field] : undefined;
    const catalog = current[field];
    const base = baseline?.[field];
    next.set(field, document === undefined ? (baseline === null ? catalog : base) : document);
    after.set(field, catalog);
    if (document === undefined || isSameField(field, document, catalog)) continue;
    if (baseline !== null && isSameField(field, document, base)) kept.push(field);
    else after.set(field, document);
    const hasMoved = baseline !== null && (isOther || !isSameField(field, catalog, base));
    if (!hasMoved || kept.includes(field) || !isConflictField(field)) continue;
    const values = { baseline: base, catalog, document };
    const together = field === 'schema' && !isOther ? mergeSchemas(values) : null;
    const places = together?.places ?? [];
    // If no place was changed by both, there is nothing to ask.
    if (together?.places?.length === 0 && problemOf(together.schema) === null)
      after.set(field, together.schema);
    else
      conflicts.push({
        field,
        ...values,
        places: places.some(({ pointer }) => pointer === '') ? [] : places,
      });
  }
  return { after: fromFields(after), conflicts, kept, baseline: fromFields(next) };
}

/** An event type before and after a write, and what it is written from. */
interface Overwriting {
  readonly before: ImportedEventType;
  readonly after: ImportedEventType;
  /** What the document says. */
  readonly document: ImportPatch;
  /** What the last import said. Null: none wrote it, so somebody did. */
  readonly last: ImportedEventType | null;
}

/** The fields that somebody had edited by hand, and that get the value of the document. */
export function overwrittenFields({ before, after, document, last }: Overwriting): readonly ImportField[] {
  return IMPORT_FIELDS.filter(
    (field) =>
      !isSameField(field, before[field], after[field]) &&
      isSameField(field, after[field], document[field]) &&
      !isSameField(field, before[field], (last ?? EMPTY_CONTENT)[field]),
  );
}

/** An event type about which nothing was said. */
export const EMPTY_CONTENT: ImportedEventType = {
  description: '',
  schema: null,
  featureFlags: null,
  groupName: null,
  deprecated: false,
  sunsetAt: null,
  replacedBy: null,
  archived: false,
};

/** The order of flags is ignored. */
function isSameField(field: ImportField, a: unknown, b: unknown): boolean {
  if (field === 'schema') return isSameSchema(a, b);
  if (field !== 'featureFlags' || !Array.isArray(a) || !Array.isArray(b)) return sameJson(a, b);
  return a.length === b.length && a.every((flag) => b.includes(flag));
}

/** Draft 7 is what every schema is written in, whether it says so or not. */
export function isSameSchema(a: unknown, b: unknown): boolean {
  const [left, right] = [withoutDialect(a), withoutDialect(b)];
  return (left === a) === (right === b) ? sameJson(a, b) : sameJson(left, right);
}

function withoutDialect(schema: unknown): unknown {
  if (!isObject(schema) || own(schema, '$schema') !== DRAFT7_URI) return schema;
  const { $schema: _, ...rest } = schema;
  return keepNumbers(rest, schema);
}

/** True when an import would change nothing between the two. */
export function isSame(a: ImportedEventType, b: ImportedEventType): boolean {
  return IMPORT_FIELDS.every((field) => isSameField(field, a[field], b[field]));
}

function isConflictField(field: ImportField): field is ConflictField {
  return (CONFLICT_FIELDS as readonly string[]).includes(field);
}

function fromFields(fields: ReadonlyMap<ImportField, unknown>): ImportedEventType {
  return Object.fromEntries(fields) as unknown as ImportedEventType;
}
