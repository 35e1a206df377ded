import { useCallback, useMemo, useRef, useState } from 'react';
import { useAddressValue } from '../../platform/use-address-value';
import type { CatalogRow } from './catalog-rows';

/** Event types selected for a bulk action. */
export interface Selection {
  /** True while rows are selected rather than opened. */
  readonly isOn: boolean;
  readonly names: ReadonlySet<string>;
  /** Selects or deselects a row; for a group, everything in it. Starts selecting. */
  readonly toggle: (row: CatalogRow) => void;
  /** Selects everything from the last selected row to this one. */
  readonly extend: (row: CatalogRow, rows: readonly CatalogRow[]) => void;
  readonly add: (names: readonly string[]) => void;
  readonly start: () => void;
  readonly clear: () => void;
  /** Ends selecting; clears the selection. */
  readonly end: () => void;
}

/** The selection of the catalog; the address says that there is one, but not its names. */
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
      // An open group in the range contributes only its rows in the range, not the whole group.
      const own = range.flatMap((row) => (row.kind === 'group' && row.isOpen ? [] : namesOf(row)));
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
