import { type JsonPieces, parseJsonPieces } from '../../base/json-pieces';
import type { CatalogSnapshot } from '../../storage/catalog/catalog-snapshot';
import { type EventTypeText, textOfEventType } from '../../storage/catalog/event-type-text';
import type { BaselineText } from '../../storage/catalog/import-baseline';
import { contentOfText } from '../../working-copy/content-text';
import type { CopySnapshotRow } from '../../working-copy/copy-snapshot-row';
import type { PlannedCatalog } from './import-plan';
import type { ImportTexts } from './import-texts';

/** What an import is compared with: the catalog of this instance, or a working copy of another one. */
export type ImportCatalog =
  | CatalogSnapshot
  /** Rows like CopySnapshotRow. */
  | { readonly copy: JsonPieces };

/** The rows of it, by name. */
export interface CatalogRows {
  readonly eventTypes: ReadonlyMap<string, EventTypeText>;
  readonly baselines: ReadonlyMap<string, Omit<BaselineText, 'name'>>;
}

/** An edited event type is in no document: none of them removes it. No title contains this character. */
const NO_SOURCE = '\0';

/**
 * In a working copy, what was edited since the fetch counts as edited by hand since the last import: what both sides
 * last agreed on is its baseline.
 */
export function readCatalogRows(catalog: ImportCatalog, texts: ImportTexts): CatalogRows {
  if (!('copy' in catalog)) {
    const { eventTypes, baselines } = catalog;
    return {
      eventTypes: new Map(parseJsonPieces<EventTypeText>(eventTypes).map((row) => [row.name, row])),
      baselines: new Map(parseJsonPieces<BaselineText>(baselines).map((row) => [row.name, row])),
    };
  }
  const rows = parseJsonPieces<CopySnapshotRow>(catalog.copy);
  const textOf = (content: string) => textOfEventType(contentOfText(content));
  return {
    eventTypes: new Map(rows.map(({ name, mine }) => [name, textOf(mine)])),
    baselines: new Map(
      rows.flatMap(({ name, base }) => {
        if (base === null) return [];
        return [[name, { source: NO_SOURCE, content: texts.baseline(texts.imported(textOf(base))) }]];
      }),
    ),
  };
}

/** Parses only the rows requested. */
export function plannedCatalog({ eventTypes, baselines }: CatalogRows, texts: ImportTexts): PlannedCatalog {
  return {
    names: eventTypes.keys(),
    get(name) {
      const row = eventTypes.get(name);
      return row && texts.imported(row);
    },
    baseline(name) {
      const row = baselines.get(name);
      const source = row?.source === NO_SOURCE ? null : row?.source;
      return row && { source: source ?? null, content: texts.readBaseline(row.content) };
    },
  };
}
