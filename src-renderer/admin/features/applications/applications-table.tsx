import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ApplicationOut } from '../../../../src-server/contract/application';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { useOverviews } from '../../data/use-overviews';
import { useTo } from '../../platform/instance';
import { useAddressValue } from '../../platform/use-address-value';
import { APPLICATION_COLUMNS } from './application-columns';
import { nextOrder, readOrder, shownRows } from './application-order';
import styles from './applications-screen.module.css';

/** Rows drawn at once. */
const ROWS_A_STEP = 100;
const number = new Intl.NumberFormat('en-GB');

/**
 * The applications that match the search, at a glance: endpoints, limit, last 24 hours. Those with failing endpoints
 * come first, unless the address has another order.
 */
export function ApplicationsTable({ applications }: { readonly applications: readonly ApplicationOut[] }) {
  const to = useTo();
  const navigate = useNavigate();
  const overviews = useOverviews();
  const [most, setMost] = useState(ROWS_A_STEP);
  const [search] = useAddressValue('q');
  const [sort, setSort] = useAddressValue('sort');
  const order = readOrder(sort);
  const direction = order.isDescending ? 'descending' : 'ascending';
  const sorted = useMemo(
    () => shownRows(applications, overviews.data, { search, sort }),
    [applications, search, overviews.data, sort],
  );
  return (
    <>
      {overviews.error && !overviews.data && (
        <FailureNotice
          title="Their status could not be loaded"
          cause={overviews.error}
          onRetry={() => void overviews.refetch()}
        />
      )}
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              {APPLICATION_COLUMNS.map((column) => (
                <th
                  key={column.id}
                  scope="col"
                  className={column.className}
                  aria-sort={order.column === column ? direction : 'none'}
                >
                  <button
                    type="button"
                    className={`${layout.inlineLine1} ${layout.hoverInk} ${styles.sort}`}
                    onClick={() => setSort(nextOrder(order, column))}
                  >
                    {column.head}
                    {order.column === column &&
                      (order.isDescending ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />)}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody data-results="" onKeyDown={moveToRow}>
            {sorted.slice(0, most).map((row) => (
              <tr
                key={row.application.id}
                className={layout.hovering}
                onClick={({ target }) => {
                  if (!(target as HTMLElement).closest('a')) void navigate(to('apps', row.application.id));
                }}
              >
                {APPLICATION_COLUMNS.map(({ id, className, cell }) => (
                  <td key={id} className={className}>
                    {cell(row, to)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {sorted.length > most && (
        <p className={layout.meta} role="status">
          Showing {number.format(most)} of {number.format(sorted.length)}.{' '}
          <Button kind="quiet" size="small" onPress={() => setMost(most + ROWS_A_STEP)}>
            Show {Math.min(ROWS_A_STEP, sorted.length - most)} more
          </Button>
        </p>
      )}
    </>
  );
}

/** The arrow keys go from the name in one row to that in the next. */
function moveToRow(event: KeyboardEvent): void {
  const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' }[event.key] as
    | 'nextElementSibling'
    | 'previousElementSibling'
    | undefined;
  if (!step) return;
  const row = (event.target as HTMLElement).closest('tr')?.[step];
  row?.querySelector<HTMLElement>('a[href]')?.focus();
  event.preventDefault();
}
