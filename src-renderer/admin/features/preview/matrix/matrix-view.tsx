import { useMemo } from 'react';
import type { ListedEventType } from '../../../../../src-server/contract/event-type-summary';
import type { FlagSet } from '../../../../../src-server/contract/flag-set';
import { visibleNames } from '../../../../shared/preview-frames/visible-types';
import { Button } from '../../../../ui/button';
import { Checkbox } from '../../../../ui/checkbox';
import { EmptyState } from '../../../../ui/empty-state';
import layout from '../../../../ui/layout.module.css';
import { SearchField } from '../../../../ui/search-field';
import { useAddressValue } from '../../../platform/use-address-value';
import { cellText, type MatrixCell, type PreviewAddress } from '../preview-address';
import { CellInspector } from './cell-inspector';
import { type FlagEdits, withEdits } from './flag-edits';
import { matrixGroups } from './matrix-rows';
import { MatrixTable } from './matrix-table';
import styles from './matrix-view.module.css';
import { PendingEdits } from './pending-edits';

interface MatrixViewProps {
  readonly types: readonly ListedEventType[];
  readonly sets: readonly FlagSet[];
  readonly flags: readonly string[];
  readonly address: PreviewAddress;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
  readonly edits: FlagEdits;
  /** Null: other flags cannot be tried on what is shown. */
  readonly onEdits: ((edits: FlagEdits) => void) | null;
}

/** Event types by sets of flags: who sees what, why, and what other flags would change. */
export function MatrixView({ types, sets, flags, address, onChange, edits, onEdits }: MatrixViewProps) {
  const { cell } = address;
  const setCell = (next: MatrixCell | null) => onChange({ cell: cellText(next) });
  const [search, setSearch] = useAddressValue('q');
  const after = useMemo(() => withEdits(types, edits), [types, edits]);
  const groups = useMemo(
    () => matrixGroups(after, sets, { all: address.all, search, keep: Object.keys(edits) }),
    [after, sets, address.all, search, edits],
  );
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const current = types.filter(({ archived }) => !archived).length;
  const totals = sets.map((set) => visibleNames(after, set).size);
  const setAll = (all: boolean) => onChange({ rows: all ? 'all' : '' });
  const type = after.find(({ name }) => name === cell?.name);
  const set = sets.find(({ id }) => id === cell?.setId) ?? sets[0];
  return (
    <div className={`${layout.flex} ${layout.rest} ${styles.view}`}>
      <div className={`${layout.space} ${layout.pane}`} data-pane="">
        <div className={`${layout.rowAligned} ${layout.underlined} ${styles.filters}`}>
          <div className={styles.search}>
            <SearchField label="Search event types" value={search} onChange={setSearch} />
          </div>
          <Checkbox isSelected={!address.all} onChange={(only) => setAll(!only)}>
            Only differences
          </Checkbox>
          <p className={`${layout.end} ${layout.metaNumbers}`} role="status">
            {count} of {current} event types
          </p>
          {!address.all && search === '' && current > count && count > 0 && (
            <Button size="small" kind="quiet" onPress={() => setAll(true)}>
              Show {(current - count).toLocaleString('en')} {current - count === 1 ? 'other' : 'others'}
            </Button>
          )}
        </div>
        {onEdits && <PendingEdits types={types} sets={sets} edits={edits} onEdits={onEdits} />}
        {count > 0 ? (
          <MatrixTable
            groups={groups}
            sets={sets}
            totals={totals}
            size={current}
            edits={edits}
            chosen={cell}
            onChoose={(name, setId) => setCell({ name, setId })}
          />
        ) : search ? (
          <EmptyState
            title={`Nothing matches “${search}”`}
            actions={<Button onPress={() => setSearch('')}>Clear search</Button>}
          >
            <p>
              {address.all
                ? 'The search covers names only.'
                : 'The search covers only event types that differ.'}
            </p>
          </EmptyState>
        ) : (
          <EmptyState
            title={
              sets.length < 2 ? 'A single set has no differences' : 'These sets see the same event types'
            }
            actions={
              !address.all &&
              current > 0 && <Button onPress={() => setAll(true)}>Show all event types</Button>
            }
          >
            <p>
              {sets.length < 2
                ? 'Show a second set to compare, or show all event types.'
                : 'Each event type is visible to all of them or to none.'}
            </p>
          </EmptyState>
        )}
      </div>
      {type && set && (
        <CellInspector
          type={type}
          stored={types.find(({ name }) => name === type.name) ?? type}
          set={set}
          flags={flags}
          edits={edits}
          onEdits={onEdits}
          onClose={() => setCell(null)}
        />
      )}
    </div>
  );
}
