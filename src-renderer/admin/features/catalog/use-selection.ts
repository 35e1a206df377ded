import { useCallback, useMemo, useRef, useState } from 'react';
import { useAddressValue } from '../../platform/use-address-value';
import type { CatalogRow } from './catalog-rows';

/** Event types that are selected to do something with all of them. */
export interface Selection {
  /** True while rows are selected, not opened. */
  readonly isOn: boolean;
  readonly names: ReadonlySet<string>;
  /** Selects a row, or deselects it; of a group, those of all in it. Begins selecting. */
  readonly toggle: (row: CatalogRow) => void;
  /** Selects all from the row that was selected last to this one. */
  readonly extend: (row: CatalogRow, rows: readonly CatalogRow[]) => void;
  readonly add: (names: readonly string[]) => void;
  readonly start: () => void;
  readonly clear: () => void;
  /** Ends selecting; nothing is selected any more. */
  readonly end: () => void;
}

/** The selection of the catalog; that there is one is in the address, its names are not. */
export function useSelection(): Selection {
  const [select, setSelect] = useAddressValue('select');
  const [names, setNames] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string | null>(null);
  const start = useCallback(() => setSelect('1'), [setSelect]);
  const toggle = useCallback(
    (row: CatalogRow) => {
      const own = namesOf(row);
      anchor.current = row.key;
      start();
      setNames((now) => {
        const next = new Set(now);
        const isAll = own.every((name) => now.has(name));
        for (const name of own) isAll ? next.delete(name) : next.add(name);
        return next;
      });
    },
    [start],
  );
  const extend = useCallback(
    (row: CatalogRow, rows: readonly CatalogRow[]) => {
      const to = rows.findIndex(({ key }) => key === row.key);
      const from = rows.findIndex(({ key }) => key === anchor.current);
      const range = from < 0 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
      // A group that is only passed over gives its rows, not what is folded away in it.
      const own = range.flatMap((one) => (one.kind === 'group' && one.isOpen ? [] : namesOf(one)));
      start();
      setNames((now) => new Set([...now, ...own]));
    },
    [start],
  );
  const add = useCallback((more: readonly string[]) => setNames((now) => new Set([...now, ...more])), []);
  const clear = useCallback(() => setNames(new Set()), []);
  const end = useCallback(() => {
    setNames(new Set());
    setSelect('');
  }, [setSelect]);
  const isOn = select === '1';
  return useMemo(
    () => ({ isOn, names, toggle, extend, add, start, clear, end }),
    [isOn, names, toggle, extend, add, start, clear, end],
  );
}

function namesOf(row: CatalogRow): readonly string[] {
  return row.kind === 'group' ? row.names : [row.key];
}
