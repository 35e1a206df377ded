import { toIsoTime } from '../../base/clock';
import type { ImportOutcome } from '../../catalog/openapi/import-job';
import type { ImportReceiptDetailOut, ImportReceiptOut } from '../../contract/import-receipt';
import type { ReceiptRecord } from '../../storage/catalog/import-store';
import type { AppliedImport } from '../import-runner';

/** The receipt of an import that was just applied. */
export function presentApplied({ result, receiptId, at }: AppliedImport): ImportReceiptOut {
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
  const { keepDescription, keepFlags, replaceAll, names } = outcomeOf(record);
  return {
    ...presentReceipt(record),
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

function outcomeOf({ outcome }: ReceiptRecord): ImportOutcome {
  // Receipts of earlier versions do not say what was overwritten.
  const recorded = JSON.parse(outcome) as Omit<ImportOutcome, 'overwritten'> & Partial<ImportOutcome>;
  return { ...recorded, overwritten: recorded.overwritten ?? [] };
}
