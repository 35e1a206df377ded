import type { ImportedEventType, ImportRow } from '../contract/import-plan';
import { otherSourceLabel } from '../contract/other-source-label';
import { entryDifference } from './catalog-difference';

/** What an import does with one row of its plan, line by line; no lines if there is nothing to do or to say. */
export function linesFor(row: ImportRow, isAccepted: boolean, dryRun: boolean): string[] {
  const {
    state,
    name,
    pointer,
    before,
    after,
    conflicts,
    kept,
    warnings,
    problem,
    suggestions,
    otherSource,
  } = row;
  const notes = warnings.map((warning) => `! imported, but: ${pointer}: ${warning}`);
  if (kept.length > 0) notes.unshift(`= ${name}: keeps ${kept.join(', ')} as edited by hand`);
  if (state === 'unchanged') return notes;
  if (state === 'problem') {
    const other = suggestions.length > 0 ? ` Possible names: ${suggestions.slice(0, 2).join(' or ')}.` : '';
    return [`! skipped: ${pointer}: ${problem}${other}`];
  }
  if (state === 'removed') {
    const what = isAccepted ? `${dryRun ? 'would be ' : ''}archived:` : 'kept, though';
    return [`- ${name}: ${what} not in the document`];
  }
  if (state === 'conflict' && !isAccepted) {
    const fields = conflicts.map(({ field }) => field).join(', ');
    if (otherSource) {
      const other = otherSourceLabel(otherSource);
      return [
        `? ${name}: the catalog has it from ${other}, and this document differs; not written`,
        ...notes,
      ];
    }
    return [`? ${name}: ${fields} changed in the document and by hand; not written`, ...notes];
  }
  if (before === null || after === null) return [`+ ${name}`, ...notes];
  const changes = entryDifference(compared(before), compared(after));
  return [`~ ${name}`, ...changes.map((change) => `    ${change}`), ...notes];
}

/** As a comparison takes it. */
export function compared({ schema, ...rest }: ImportedEventType) {
  return { ...rest, schemas: schema === null ? null : { 1: schema } };
}
