import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ApplicationOut } from '../../../../src-server/contract/application';
import type { ApplicationOverviewOut } from '../../../../src-server/contract/fleet';
import layout from '../../../ui/layout.module.css';
import type { useTo } from '../../platform/instance';
import styles from './applications-screen.module.css';
import { DayBars } from './day-bars';

/** A row of the table of applications. */
export interface ApplicationRow {
  readonly application: ApplicationOut;
  /** Undefined: not read yet. */
  readonly overview: ApplicationOverviewOut | undefined;
}

/** A column of the table of applications. */
export interface ApplicationColumn {
  /** Its name in the address. */
  readonly id: string;
  readonly head: string;
  /** Of its head and of its cells. */
  readonly className?: string | undefined;
  readonly cell: (row: ApplicationRow, to: ReturnType<typeof useTo>) => ReactNode;
  /** What the rows are sorted by. */
  readonly value: (row: ApplicationRow) => string | number;
  /** True: a first press of its head sorts from A; otherwise from the largest. */
  readonly startsAscending?: true;
}

/** More endpoints than an application has: one that fails is worse than any number that are held. */
const MORE_THAN_HELD = 1_000_000;
const number = new Intl.NumberFormat('en-GB');

/** The columns of the table of applications, from left to right. */
export const APPLICATION_COLUMNS: readonly ApplicationColumn[] = [
  {
    id: 'name',
    head: 'Application',
    cell: ({ application: { id, name } }, to) => <Link to={to('apps', id)}>{name}</Link>,
    value: ({ application }) => application.name,
    startsAscending: true,
  },
  {
    id: 'endpoints',
    head: 'Endpoints',
    className: styles.amount,
    cell: ({ overview }) => overview && number.format(overview.endpoints),
    value: ({ overview }) => overview?.endpoints ?? 0,
  },
  {
    id: 'limit',
    head: 'Limit',
    className: styles.amount,
    cell: ({ application: { rateLimit } }) => (rateLimit === null ? 'none' : `${number.format(rateLimit)}/s`),
    value: ({ application }) => application.rateLimit ?? Number.POSITIVE_INFINITY,
  },
  {
    id: 'sent',
    head: 'Last 24 hours',
    cell: ({ overview }) => overview && <DayBars succeeded={overview.succeeded} failed={overview.failed} />,
    value: ({ overview }) =>
      overview ? [...overview.succeeded, ...overview.failed].reduce((all, count) => all + count, 0) : 0,
  },
  {
    id: 'failing',
    head: 'Problems',
    cell: ({ overview }, to) =>
      overview && (
        <>
          {overview.failingEndpointId && (
            <Link
              className={layout.failing}
              to={to('apps', overview.appId, 'endpoints', overview.failingEndpointId)}
            >
              {number.format(overview.failing)} failing
            </Link>
          )}
          {overview.held > 0 && (
            <span className={layout.waiting}>
              {overview.failingEndpointId && ', '}
              {number.format(overview.held)} held
            </span>
          )}
        </>
      ),
    value: ({ overview }) => (overview ? overview.failing * MORE_THAN_HELD + overview.held : 0),
  },
];
