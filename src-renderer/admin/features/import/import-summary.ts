import type { ImportReceiptOut } from '../../../../src-server/contract/import-receipt';
import { capitalize } from '../../../ui/capitalize';
import type { DecidedRow } from './row-choice';

/** What an import will do, in numbers. */
interface ImportSummary {
  readonly creates: number;
  readonly changes: number;
  readonly archives: number;
  /** Decided conflicts in which the catalog wins every difference. */
  readonly keeps: number;
  /** Rows that are skipped: conflicts without a decision, problems, and what was not selected. */
  readonly conflicts: number;
  readonly problems: number;
  readonly deselected: number;
  /** How many event types are written. */
  readonly writes: number;
}

/** Counts the outcomes of the rows. */
export function summarize(rows: readonly DecidedRow[]): ImportSummary {
  const counts = { creates: 0, changes: 0, archives: 0, keeps: 0, conflicts: 0, problems: 0, deselected: 0 };
  for (const { row, isSelected, choice } of rows) {
    if (row.state === 'problem') counts.problems += 1;
    else if (row.state === 'unchanged') continue;
    else if (!isSelected) counts[row.state === 'conflict' ? 'conflicts' : 'deselected'] += 1;
    else if (row.state === 'new') counts.creates += 1;
    else if (row.state === 'removed') counts.archives += 1;
    else if (
      row.state === 'conflict' &&
      row.conflicts.every(({ field }) => choice.sides?.[field] === 'catalog')
    )
      counts.keeps += 1;
    else counts.changes += 1;
  }
  return { ...counts, writes: counts.creates + counts.changes + counts.archives };
}

/** "Creates 12, changes 3, archives 1. Skipped: 2 conflicts, 1 problem." */
export function summarySentence(summary: ImportSummary): string {
  const { creates, changes, archives, keeps, conflicts, problems, deselected } = summary;
  const acts = [
    creates > 0 && `creates ${number(creates)}`,
    changes > 0 && `changes ${number(changes)}`,
    archives > 0 && `archives ${number(archives)}`,
    keeps > 0 && `keeps ${number(keeps)} as in the catalog`,
  ].filter((part) => part !== false);
  const out = [
    conflicts > 0 && counted(conflicts, 'conflict'),
    problems > 0 && counted(problems, 'problem'),
    deselected > 0 && `${number(deselected)} not selected`,
  ].filter((part) => part !== false);
  if (acts.length + conflicts + deselected === 0 && problems > 0)
    return `${counted(problems, 'row')} ${problems === 1 ? 'needs' : 'need'} fixing.`;
  const does = acts.length === 0 ? 'Nothing to import' : capitalize(acts.join(', '));
  return [does, ...(out.length > 0 ? [`Skipped: ${out.join(', ')}`] : [])]
    .map((part) => `${part}.`)
    .join(' ');
}

/** "12 created, 3 changed, 1 archived": what an import did. */
export function receiptMessage(receipt: Pick<ImportReceiptOut, 'counts'>): string {
  const done = actsOf(receipt).map(([count, act]) => `${number(count)} ${act}`);
  return done.length === 0 ? 'nothing changed' : done.join(', ');
}

/** The same as a title: "12 event types created, 3 changed, 1 archived". */
export function receiptTitle(receipt: Pick<ImportReceiptOut, 'counts'>): string {
  const [first, ...others] = actsOf(receipt);
  if (!first) return 'Nothing changed';
  const rest = others.map(([count, act]) => `${number(count)} ${act}`);
  return [`${counted(first[0], 'event type')} ${first[1]}`, ...rest].join(', ');
}

function actsOf({ counts }: Pick<ImportReceiptOut, 'counts'>): readonly (readonly [number, string])[] {
  const acts = [
    [counts.created, 'created'],
    [counts.updated, 'changed'],
    [counts.archived, 'archived'],
  ] as const;
  return acts.filter(([count]) => count > 0);
}

/** What an import skipped, as a sentence; empty if it skipped nothing. */
export function skippedMessage({ counts }: Pick<ImportReceiptOut, 'counts'>): string {
  const { conflicts, problems, skipped } = counts;
  const parts = [
    conflicts > 0 && counted(conflicts, 'conflict'),
    problems > 0 && counted(problems, 'problem'),
    skipped > 0 && `${number(skipped)} not selected`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? '' : `Skipped: ${parts.join(', ')}.`;
}

/** "3 conflicts", "1 conflict". */
export function counted(count: number, what: string): string {
  return `${number(count)} ${what}${count === 1 ? '' : 's'}`;
}

/** "1,234". */
export function number(value: number): string {
  return value.toLocaleString('en');
}

/** The name of an import: its file, otherwise the title of its document. */
export function importName({
  sourceName: file,
  title,
}: Pick<ImportReceiptOut, 'sourceName' | 'title'>): string {
  return file ?? (title === '' ? 'Unnamed document' : title);
}
