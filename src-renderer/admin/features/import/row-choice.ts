import type {
  ConflictField,
  ImportConflict,
  ImportSide,
} from '../../../../src-server/contract/import-conflict';
import {
  IMPORT_STATES,
  type ImportChoice,
  type ImportPlanOut,
  type ImportRow,
  type ImportState,
} from '../../../../src-server/contract/import-plan';
import { isValidName } from '../../../../src-server/contract/names';

/** The side that wins a conflict. */
export type Side = ImportSide;

/** The decisions about one row of a plan; an absent value was not decided. */
export interface RowChoice {
  /** A name other than the document's. */
  readonly name?: string | undefined;
  /** True: write it. False: leave it out. */
  readonly accept?: boolean | undefined;
  readonly sides?: Readonly<Partial<Record<ConflictField, Side>>> | undefined;
  /** Places of the schema decided one by one, by pointer. */
  readonly schemaSides?: Readonly<Record<string, Side>> | undefined;
}

export type RowChoices = ReadonlyMap<string, RowChoice>;

/** A row of the plan with its decisions. */
export interface DecidedRow {
  readonly row: ImportRow;
  /** As typed; the plan may not include it yet. */
  readonly name: string;
  /** What is wrong with the name, known before asking the server. Null: nothing. */
  readonly nameFault: string | null;
  readonly choice: RowChoice;
  /** True if the import would write it, or settle it. */
  readonly isSelected: boolean;
  readonly canSelect: boolean;
  /** True if its only problem is that two rows want one name. */
  readonly isContested: boolean;
  /** True if the plan has another row of this name. */
  readonly isShared: boolean;
  /** Conflicts nobody has decided yet. */
  readonly open: number;
}

/** Combines a plan with the decisions about it. */
export function decideRows(plan: ImportPlanOut, choices: RowChoices): readonly DecidedRow[] {
  const named = plan.rows.map((row) => choices.get(row.id)?.name ?? row.name);
  const wanted = new Map<string, number>();
  for (const name of named) wanted.set(name, (wanted.get(name) ?? 0) + 1);
  const planned = new Map<string, number>();
  for (const { name } of plan.rows) planned.set(name, (planned.get(name) ?? 0) + 1);
  return plan.rows.map((row, index) => {
    const choice = choices.get(row.id) ?? {};
    const name = named[index] ?? row.name;
    const isShared = (planned.get(row.name) ?? 0) > 1;
    const isContested = row.state === 'problem' && isValidName(row.name) && isShared;
    const open = row.conflicts.filter((conflict) => !isDecided(conflict, choice)).length;
    const canSelect = row.state !== 'problem' && row.state !== 'unchanged';
    return {
      row,
      name,
      nameFault: name === row.name ? null : faultOf(name, (wanted.get(name) ?? 0) > 1),
      choice,
      isContested,
      isShared,
      open,
      canSelect: canSelect,
      isSelected: canSelect && isSelected(row, choice, open),
    };
  });
}

/** True if the result of a conflict is known: one side for the whole, or one side for each place. */
export function isDecided({ field, places }: ImportConflict, { sides, schemaSides }: RowChoice): boolean {
  if (sides?.[field] !== undefined) return true;
  return places.length > 0 && places.every(({ pointer }) => schemaSides?.[pointer] !== undefined);
}

/** Decides a conflict as a whole; drops decisions about its places. */
export function wholeSide(conflict: ImportConflict, side: Side, choice: RowChoice): RowChoice {
  const sides = { ...choice.sides, [conflict.field]: side };
  return conflict.field === 'schema' ? { sides, schemaSides: undefined } : { sides };
}

/** Decides some places of a schema; drops a decision about the whole. */
export function placeSides(pointers: readonly string[], side: Side, choice: RowChoice): RowChoice {
  const { schema: _, ...sides } = choice.sides ?? {};
  const decided = Object.fromEntries(pointers.map((pointer) => [pointer, side]));
  return { sides, schemaSides: { ...choice.schemaSides, ...decided } };
}

function isSelected({ state, overwrites }: ImportRow, { accept }: RowChoice, open: number): boolean {
  if (state === 'conflict') return accept === true && open === 0;
  return accept ?? (state !== 'removed' && overwrites.length === 0);
}

/** Why a typed name cannot be used; null if it can, as far as this page knows. */
function faultOf(name: string, isTaken: boolean): string | null {
  if (name === '') return 'Enter a name.';
  if (!isValidName(name)) return 'Use only letters, digits, hyphens, underscores and periods.';
  return isTaken ? 'Another row already has this name.' : null;
}

/** How many rows are in each state. */
export function countStates(rows: readonly DecidedRow[]): Readonly<Record<ImportState, number>> {
  const counts = Object.fromEntries(IMPORT_STATES.map((state) => [state, 0])) as Record<ImportState, number>;
  for (const { row } of rows) counts[row.state] += 1;
  return counts;
}

/**
 * The choices as the server takes them.
 * @param plan null: no plan is known yet, and all are sent. Otherwise only those of its rows: the server refuses a
 * choice about a missing row.
 */
export function toImportChoices(plan: ImportPlanOut | null, choices: RowChoices): ImportChoice[] {
  if (plan === null) return [...choices].map(([row, choice]) => toImportChoice(row, choice));
  return decideRows(plan, choices).flatMap(({ row, choice, open }) => {
    // The server writes a changed row unless it is told otherwise.
    const isLeftOut = row.overwrites.length > 0 && choice.accept === undefined;
    if (isLeftOut) return [toImportChoice(row.id, { ...choice, accept: false })];
    if (!choices.has(row.id)) return [];
    // An unsettled conflict is left out, whatever was selected.
    const accept = row.state === 'conflict' && open > 0 ? undefined : choice.accept;
    return [toImportChoice(row.id, { ...choice, accept })];
  });
}

function toImportChoice(row: string, { name, accept, sides, schemaSides }: RowChoice): ImportChoice {
  return {
    row,
    ...(name === undefined ? {} : { name }),
    ...(accept === undefined ? {} : { accept }),
    ...(sides === undefined ? {} : { sides }),
    ...(schemaSides === undefined ? {} : { schemaSides }),
  };
}
