import type { ImportConflict, ImportSide } from '../../../../src-server/contract/import-conflict';
import type {
  ImportApplyIn,
  ImportChoice,
  ImportedEventType,
  ImportPlanOut,
  ImportRow,
} from '../../../../src-server/contract/import-plan';
import type { ImportReceiptOut } from '../../../../src-server/contract/import-receipt';
import { fromValue, toValue } from '../../../../src-server/json-schema/json-node';
import { stringifyOrdered } from '../../../../src-server/json-schema/ordered-json';
import { mergeThreeWays } from '../../../../src-server/json-schema/three-way-merge';
import { ApiFailure } from '../../../api/api-failure';

/** An import into a working copy. */
interface CopyImport {
  /** The change set as JSON text; null: nothing changes. */
  readonly changes: string | null;
  readonly receipt: ImportReceiptOut;
}

/**
 * Converts the plan of an import to a change set: what the plan would write to the instance. The working copy merges it
 * with its own edits.
 * @throws ApiFailure 409 if the plan has changed since it was reviewed
 */
export function planCopyImport(
  plan: ImportPlanOut,
  { choices = [], digest, sourceName = null }: ImportApplyIn,
  at: string,
): CopyImport {
  if (digest !== undefined && digest !== plan.digest)
    throw new ApiFailure(409, 'conflict', 'The catalog has changed since the plan was made.');
  const chosen = new Map(choices.map((choice) => [choice.row, choice]));
  const counts = { created: 0, updated: 0, archived: 0, unchanged: 0, skipped: 0, conflicts: 0, problems: 0 };
  const names: Record<'created' | 'updated' | 'archived', string[]> = {
    created: [],
    updated: [],
    archived: [],
  };
  const changes: string[] = [];
  for (const row of plan.rows) {
    const choice = chosen.get(row.id) ?? chosen.get(row.name);
    const end = endOf(row, choice?.accept);
    counts[end] += 1;
    if (end !== 'created' && end !== 'updated' && end !== 'archived') continue;
    names[end].push(row.name);
    const after = decidedContent(row, choice);
    changes.push(
      `{"name":${JSON.stringify(row.name)},"base":${contentText(row.name, row.before)},"mine":${contentText(row.name, after)}}`,
    );
  }
  const { title, hash } = plan.document;
  const kept = { id: null, hasDocument: false, canUndo: false, undoneAt: null };
  return {
    changes: changes.length === 0 ? null : `{"changes":[${changes.join(',')}]}`,
    receipt: { ...kept, createdAt: at, sourceName, title, documentHash: hash, counts, ...names },
  };
}

/** The outcome of a row. By default, new and changed rows are written; removed rows and conflicts are not. */
function endOf({ state }: ImportRow, accept: boolean | undefined): keyof ImportReceiptOut['counts'] {
  if (state === 'problem') return 'problems';
  if (state === 'unchanged') return 'unchanged';
  if (!(accept ?? (state === 'new' || state === 'changed')))
    return state === 'conflict' ? 'conflicts' : 'skipped';
  if (state === 'new') return 'created';
  return state === 'removed' ? 'archived' : 'updated';
}

/** The content after the import, with the chosen side of each conflict. */
function decidedContent(
  { name, after, conflicts }: ImportRow,
  choice: ImportChoice | undefined,
): ImportedEventType | null {
  if (after === null) return null;
  const { sides = {}, schemaSides = {} } = choice ?? {};
  const fields = conflicts.map((conflict): [string, unknown] => {
    const { field, catalog, document } = conflict;
    const side = sides[field];
    if (field === 'schema' && conflict.places.length > 0 && Object.keys(schemaSides).length > 0)
      return [field, mergedSchema(conflict, (pointer) => schemaSides[pointer] ?? side ?? 'document')];
    if (side === undefined)
      throw new ApiFailure(422, 'invalid_request', `${name}: choose a side for ${field}.`);
    return [field, side === 'catalog' ? catalog : document];
  });
  return { ...after, ...Object.fromEntries(fields) };
}

function mergedSchema(
  { baseline, catalog, document }: ImportConflict,
  sideOf: (pointer: string) => ImportSide,
): unknown {
  const { root } = mergeThreeWays(
    { base: fromValue(baseline), mine: fromValue(document), theirs: fromValue(catalog) },
    { choose: (pointer) => (sideOf(pointer) === 'document' ? 'mine' : 'theirs') },
  );
  return toValue(root);
}

function contentText(name: string, type: ImportedEventType | null): string {
  if (type === null) return 'null';
  const { schema, ...fields } = type;
  return stringifyOrdered({ name, ...fields, schemas: schema === null ? null : { '1': schema } });
}
