import { toIsoTime } from '../../base/clock';
import type { ImportOutcome } from '../../catalog/openapi/import-job';
import { importSource, isSameSource, sourceParts } from '../../catalog/openapi/import-source';
import type {
  AppliedReceiptOut,
  ImportedRowOut,
  ImportReceiptDetailOut,
  ImportReceiptOut,
} from '../../contract/import-receipt';
import type { ReceiptRecord } from '../../storage/catalog/import-store';
import type { AppliedImport } from '../import-runner';

/** The receipt of an import that was just applied. */
export function presentApplied({ result, receiptId, at }: AppliedImport): AppliedReceiptOut {
  const { sourceName, title, documentHash, document, outcome } = result;
  return {
    id: receiptId,
    createdAt: toIsoTime(at),
    sourceName,
    title,
    documentHash,
    hasDocument: receiptId !== null && document !== null,
    canUndo: receiptId !== null,
    undoneAt: null,
    ...doneBy(outcome),
    rows: rowsOf(result, outcome),
  };
}

/** A receipt as stored. */
export function presentReceipt(record: ReceiptRecord): ImportReceiptOut {
  return {
    id: record.id,
    createdAt: toIsoTime(record.createdAt),
    sourceName: record.sourceName,
    title: record.title,
    documentHash: record.documentHash,
    hasDocument: record.hasDocument,
    canUndo: record.canUndo,
    undoneAt: record.undoneAt === null ? null : toIsoTime(record.undoneAt),
    ...doneBy(outcomeOf(record)),
  };
}

/** The same with the document and everything that was requested. */
export function presentReceiptDetail(record: ReceiptRecord, document: string | null): ImportReceiptDetailOut {
  const outcome = outcomeOf(record);
  const { keepDescription, keepFlags, replaceAll, names } = outcome;
  return {
    ...presentReceipt(record),
    rows: rowsOf(record, outcome),
    document,
    keepDescription,
    keepFlags,
    replaceAll,
    names: names.map(({ row, name }) => ({ row, name })),
  };
}

function doneBy({ counts, created, updated, archived, overwritten }: ImportOutcome) {
  return {
    ...{ counts, created: [...created], updated: [...updated], archived: [...archived] },
    overwritten: [...overwritten],
  };
}

/** From which document each written event type comes; an archived one, from the one that last had it. */
function rowsOf(
  { title, sourceName }: Pick<ImportReceiptOut, 'title' | 'sourceName'>,
  { rows }: Pick<ImportOutcome, 'rows'>,
): ImportedRowOut[] {
  const source = importSource(title, sourceName);
  return rows.map(({ name, pointer, lastSource }) => {
    const isOther = lastSource !== null && !isSameSource(lastSource, source);
    const last = lastSource === null ? null : sourceParts(lastSource);
    return {
      name,
      pointer,
      source: pointer === null ? last : sourceParts(source),
      otherSource: pointer !== null && isOther ? last : null,
    };
  });
}

function outcomeOf({ outcome }: ReceiptRecord): ImportOutcome {
  // Receipts of earlier versions do not say what was overwritten, and where it comes from.
  const recorded = JSON.parse(outcome) as Omit<ImportOutcome, 'overwritten' | 'rows'> &
    Partial<ImportOutcome>;
  return { ...recorded, overwritten: recorded.overwritten ?? [], rows: recorded.rows ?? [] };
}
