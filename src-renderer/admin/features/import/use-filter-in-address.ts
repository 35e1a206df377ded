import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { IMPORT_STATES } from '../../../../src-server/contract/import-plan';
import { type AddressValues, useSetAddressValues, withValues } from '../../platform/use-address-value';
import type { ImportRun } from './import-run';
import type { ImportWork } from './import-work';
import type { ShownState } from './row-filter';
import { useImportWork } from './use-import-run';

/** The view: which rows, matching which words, and which row is open. */
type ShownRows = Pick<ImportWork, 'show' | 'search' | 'rowId'>;

const SHOWN: readonly string[] = [...IMPORT_STATES, 'moved', 'all'] satisfies readonly ShownState[];

/** The view in an address; unknown values are ignored. */
export function readShownRows(parameters: URLSearchParams): ShownRows {
  const show = parameters.get('show') ?? 'all';
  return {
    show: SHOWN.includes(show) ? (show as ShownState) : 'all',
    search: parameters.get('q') ?? '',
    rowId: parameters.get('row') ?? '',
  };
}

/** The view as values of an address. */
export function shownRowsValues({ show, search, rowId }: ShownRows): AddressValues {
  return { show: show === 'all' ? '' : show, q: search, row: rowId };
}

/**
 * Keeps the view in the address, so that a reload, Back and a link show the same rows. A link without a view shows the
 * import as it was left.
 */
export function useFilterInAddress(run: ImportRun): void {
  const [parameters] = useSearchParams();
  const setAddress = useSetAddressValues();
  const show = useImportWork(run, (work) => work.show);
  const search = useImportWork(run, (work) => work.search);
  const rowId = useImportWork(run, (work) => work.rowId);
  /** The view that was last written into the address, or read from it. */
  const last = useRef(NOTHING);
  /** What was written and has not been rendered yet: the address follows a moment after the keys. */
  const onTheWay = useRef(new Set<string>());
  const isFirst = useRef(true);
  const address = textOf(readShownRows(parameters));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new address is read, not a new object for the same one
  useEffect(() => {
    if (address === last.current) return onTheWay.current.clear();
    if (onTheWay.current.has(address)) return;
    last.current = address;
    run.set(readShownRows(parameters));
  }, [address, run]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: written when the view changes, not the address
  useEffect(() => {
    const wasFirst = isFirst.current;
    isFirst.current = false;
    const next = { show, search, rowId };
    const text = textOf(next);
    // At first the address wins, and the run learns of it only now.
    if (text === last.current || (wasFirst && address !== NOTHING)) return;
    last.current = text;
    onTheWay.current.add(text);
    setAddress(shownRowsValues(next));
  }, [show, search, rowId, setAddress]);
}

function textOf(rows: ShownRows): string {
  return withValues(new URLSearchParams(), shownRowsValues(rows)).toString();
}

const NOTHING = '';
