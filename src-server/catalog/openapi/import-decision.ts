import { invalid } from '../../base/errors';
import { cutText } from '../../contract/cut-text';
import type { ImportConflict } from '../../contract/import-conflict';
import type { ImportChoice, ImportedEventType, ImportRow } from '../../contract/import-plan';
import type { ImportReceiptOut } from '../../contract/import-receipt';
import { mergeSchemas, problemOf } from '../checks/schema-merge';
import { type PlannedRow, type PlannedWrite, writeOf } from './import-plan';

/** What an import is going to write. */
interface Decision {
  readonly writes: readonly PlannedWrite[];
  /** Rows that were accepted or needed no change: what the document said about them is the new baseline. */
  readonly settled: readonly { readonly name: string; readonly baseline: ImportedEventType }[];
  readonly outcome: DecidedOutcome;
}

/** What is going to be written, as its receipt says it. */
export interface DecidedOutcome
  extends Pick<ImportReceiptOut, 'counts' | 'created' | 'updated' | 'archived' | 'overwritten'> {
  readonly rows: readonly WrittenRow[];
}

/** Where a written event type comes from: its place in the document, and the document of its last import. */
export type WrittenRow = Pick<PlannedWrite, 'name' | 'pointer' | 'lastSource'>;

/** The choice for a row; undefined: nobody chose. */
type ChoiceOf = (row: ImportRow) => Pick<ImportChoice, 'accept' | 'sides' | 'schemaSides'> | undefined;

/**
 * Decides row by row. Without a choice, new and changed rows are written, removed and conflicting ones are not.
 * @throws ApiError 422 for an impossible choice: for a row that cannot be imported, or one that leaves a conflict open
 */
export function decide(rows: readonly PlannedRow[], choiceOf: ChoiceOf): Decision {
  const writes: PlannedWrite[] = [];
  const settled: { name: string; baseline: ImportedEventType }[] = [];
  const counts = { created: 0, updated: 0, archived: 0, unchanged: 0, skipped: 0, conflicts: 0, problems: 0 };
  for (const planned of rows) {
    const { row, merged } = planned;
    const choice = choiceOf(row);
    const accepted = choice?.accept ?? (row.state === 'new' || row.state === 'changed');
    if (row.state === 'problem') {
      // Nobody meant to write a row without a name or an operation: it is reported, and the others are imported.
      counts.problems += 1;
    } else if (row.state === 'unchanged') counts.unchanged += 1;
    else if (!accepted) counts[row.state === 'conflict' ? 'conflicts' : 'skipped'] += 1;
    else {
      const write = writeOf(planned, resolveConflict(planned, choice));
      if (write === null) counts.unchanged += 1;
      else {
        counts[LABELS[write.action]] += 1;
        writes.push(write);
      }
    }
    if (merged !== null && (accepted || (row.state === 'unchanged' && choice?.accept !== false)))
      settled.push({ name: row.name, baseline: merged.baseline });
  }
  return { writes, settled, outcome: { counts, ...namesOf(writes) } };
}

const LABELS = { create: 'created', update: 'updated', archive: 'archived' } as const;

function namesOf(writes: readonly PlannedWrite[]) {
  const of = (action: PlannedWrite['action']) =>
    writes.filter((write) => write.action === action).map(({ name }) => name);
  const overwritten = writes.flatMap(({ name, overwrites }) =>
    overwrites.length > 0 ? [{ name, fields: [...overwrites] }] : [],
  );
  const rows = writes.map(({ name, pointer, lastSource }) => ({ name, pointer, lastSource }));
  return { created: of('create'), updated: of('update'), archived: of('archive'), overwritten, rows };
}

/** Says what the catalog gets from each conflict of a row. */
function resolveConflict(
  { row }: PlannedRow,
  choice: ReturnType<ChoiceOf>,
): (conflict: ImportConflict) => unknown {
  const { sides = {}, schemaSides = {} } = choice ?? {};
  return (conflict) => {
    const side = sides[conflict.field];
    const open = conflict.places.find(({ pointer }) => (schemaSides[pointer] ?? side) === undefined);
    const isByPlace = conflict.places.length > 0 && Object.keys(schemaSides).length > 0;
    if (isByPlace ? open !== undefined : side === undefined) {
      const where = isByPlace && open !== undefined ? ` at ${open.pointer}` : '';
      throw refusedChoice(
        row.id,
        `Both the document and the catalog have changed ${conflict.field}${where}. Choose a version.`,
      );
    }
    if (!isByPlace) return side === 'catalog' ? conflict.catalog : conflict.document;
    const { schema } = mergeSchemas(conflict, (pointer) => schemaSides[pointer] ?? side ?? 'document');
    const problem = problemOf(schema);
    if (problem === null) return schema;
    throw refusedChoice(
      row.id,
      `These choices cannot be combined: ${problem}. Choose one side for the whole schema.`,
    );
  };
}

/** 422 for an impossible choice. */
export function refusedChoice(row: string, why: string) {
  const shown = row.length > 200 ? `${cutText(row, 200)}…` : row;
  return invalid({ loc: ['body', 'choices'], msg: `${shown}: ${why}`, type: 'value_error' });
}
