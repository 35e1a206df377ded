import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { ApplicationOut } from '../../../../src-server/contract/application';
import type { ApplicationOverviewOut } from '../../../../src-server/contract/fleet';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { useOverviews } from '../../data/use-overviews';
import { useTo } from '../../platform/instance';
import { useAddressValue } from '../../platform/use-address-value';
import {
  type ApplicationOrder,
  inOrder,
  nextOrder,
  ORDER_COLUMNS,
  type OrderColumn,
  readOrder,
  withText,
  writeOrder,
} from './application-order';
import styles from './applications-screen.module.css';
import { DayBars } from './day-bars';

/** Rows drawn at once; the list next to it has them all. */
const ROWS_A_STEP = 100;
const number = new Intl.NumberFormat('en-GB');

interface TableRow {
  readonly application: ApplicationOut;
  /** Undefined: not read yet. */
  readonly overview: ApplicationOverviewOut | undefined;
  readonly to: ReturnType<typeof useTo>;
}

const COLUMNS: Readonly<Record<OrderColumn, { head: string; cell: (row: TableRow) => ReactNode }>> = {
  name: {
    head: 'Application',
    cell: ({ application: { id, name }, to }) => <Link to={to('apps', id)}>{name}</Link>,
  },
  endpoints: { head: 'Endpoints', cell: ({ overview }) => overview && number.format(overview.endpoints) },
  limit: {
    head: 'Limit',
    cell: ({ application: { rateLimit } }) => (rateLimit === null ? 'none' : `${number.format(rateLimit)}/s`),
  },
  sent: {
    head: 'Last 24 hours',
    cell: ({ overview }) => overview && <DayBars succeeded={overview.succeeded} failed={overview.failed} />,
  },
  failing: { head: 'Problems', cell: ({ overview }) => overview && <Trouble overview={overview} /> },
};

/**
 * The applications that match the search, at a glance: endpoints, limit, last 24 hours. Those with failing endpoints
 * come first, unless the address has another order.
 */
export function ApplicationsTable({ applications }: { readonly applications: readonly ApplicationOut[] }) {
  const to = useTo();
  const overviews = useOverviews();
  const [most, setMost] = useState(ROWS_A_STEP);
  const [search] = useAddressValue('q');
  const [sort, setSort] = useAddressValue('sort');
  const order = readOrder(sort);
  const sorted = useMemo(
    () => inOrder(withText(applications, search), overviews.data, readOrder(sort)),
    [applications, search, overviews.data, sort],
  );
  return (
    <>
      {overviews.error && !overviews.data && (
        <FailureNotice
          title="Their status could not be read"
          cause={overviews.error}
          onRetry={() => void overviews.refetch()}
        />
      )}
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              {ORDER_COLUMNS.map((column) => (
                <th key={column} scope="col" aria-sort={sortOf(order, column)}>
                  <button
                    type="button"
                    className={`${layout.inlineLine1} ${layout.hoverInk} ${styles.sort}`}
                    onClick={() => setSort(writeOrder(nextOrder(order, column)))}
                  >
                    {COLUMNS[column].head}
                    {order.column === column &&
                      (order.isDescending ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />)}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, most).map((application) => (
              <tr key={application.id}>
                {ORDER_COLUMNS.map((column) => (
                  <td key={column}>
                    {COLUMNS[column].cell({
                      application,
                      overview: overviews.data?.get(application.id),
                      to,
                    })}
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

function sortOf(order: ApplicationOrder, column: OrderColumn): 'ascending' | 'descending' | 'none' {
  if (order.column !== column) return 'none';
  return order.isDescending ? 'descending' : 'ascending';
}

function Trouble({ overview }: { readonly overview: ApplicationOverviewOut }) {
  const to = useTo();
  const { appId, failing, held, failingEndpointId } = overview;
  return (
    <>
      {failingEndpointId && (
        <Link className={layout.failing} to={to('apps', appId, 'endpoints', failingEndpointId)}>
          {number.format(failing)} failing
        </Link>
      )}
      {held > 0 && (
        <span className={layout.waiting}>
          {failingEndpointId && ', '}
          {number.format(held)} held
        </span>
      )}
    </>
  );
}
