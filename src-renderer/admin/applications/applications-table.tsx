import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { ApplicationOut } from '../../../src-server/contract/application';
import type { ApplicationOverviewOut } from '../../../src-server/contract/fleet';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/failure-notice';
import { useTo } from '../frame/instance';
import styles from './applications-table.module.css';
import { DayBars } from './day-bars';
import { useOverviews } from './use-overviews';

/** Rows that are drawn at once; the list beside has them all. */
const ROWS_A_STEP = 100;
const number = new Intl.NumberFormat('en-GB');

/** Every application at a glance, those with failing endpoints first: its endpoints, its limit, its last 24 hours. */
export function ApplicationsTable({ applications }: { readonly applications: readonly ApplicationOut[] }) {
  const to = useTo();
  const overviews = useOverviews();
  const [most, setMost] = useState(ROWS_A_STEP);
  const sorted = useMemo(() => inOrder(applications, overviews.data), [applications, overviews.data]);
  return (
    <>
      {overviews.error && !overviews.data && (
        <FailureNotice
          title="How they are doing could not be read"
          cause={overviews.error}
          onRetry={() => void overviews.refetch()}
        />
      )}
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Application</th>
              <th scope="col">Endpoints</th>
              <th scope="col">Limit</th>
              <th scope="col">Last 24 hours</th>
              <th scope="col">In trouble</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, most).map((application) => {
              const overview = overviews.data?.get(application.id);
              return (
                <tr key={application.id}>
                  <td>
                    <Link to={to('apps', application.id)}>{application.name}</Link>
                  </td>
                  <td>{overview && number.format(overview.endpoints)}</td>
                  <td>
                    {application.rateLimit === null ? 'none' : `${number.format(application.rateLimit)}/s`}
                  </td>
                  <td>{overview && <DayBars succeeded={overview.succeeded} failed={overview.failed} />}</td>
                  <td>{overview && <Trouble overview={overview} />}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {sorted.length > most && (
        <p className={styles.aside} role="status">
          Showing {number.format(most)} of {number.format(sorted.length)}, those with failing endpoints first.{' '}
          <Button kind="quiet" size="small" onPress={() => setMost(most + ROWS_A_STEP)}>
            Show {Math.min(ROWS_A_STEP, sorted.length - most)} more
          </Button>
        </p>
      )}
    </>
  );
}

function Trouble({ overview }: { readonly overview: ApplicationOverviewOut }) {
  const to = useTo();
  const { appId, failing, held, failingEndpointId } = overview;
  return (
    <>
      {failingEndpointId && (
        <Link className={styles.failing} to={to('apps', appId, 'endpoints', failingEndpointId)}>
          {number.format(failing)} failing
        </Link>
      )}
      {held > 0 && (
        <span className={styles.held}>
          {failingEndpointId && ', '}
          {number.format(held)} held
        </span>
      )}
    </>
  );
}

/** Those with the most failing endpoints first, the others as they come. */
function inOrder(
  applications: readonly ApplicationOut[],
  overviews: ReadonlyMap<string, ApplicationOverviewOut> | undefined,
): readonly ApplicationOut[] {
  const failing = ({ id }: ApplicationOut) => overviews?.get(id)?.failing ?? 0;
  return [...applications].sort((a, b) => failing(b) - failing(a));
}
