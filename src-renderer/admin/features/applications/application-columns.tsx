import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ApplicationOut } from '../../../../src-server/contract/application';
import { ENDPOINT_STATES } from '../../../../src-server/contract/endpoint-state';
import type { ApplicationOverviewOut } from '../../../../src-server/contract/fleet';
import layout from '../../../ui/layout.module.css';
import { TrafficStatus } from '../../../ui/traffic-status';
import { formatDuration } from '../../parts/traffic/format-amount';
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
    cell: ({ application: { id, name, uid } }, to) => (
      <>
        <Link to={to('apps', id)}>{name}</Link>
        {uid && <code className={`${layout.block} ${layout.muted} ${layout.size11}`}>{uid}</code>}
      </>
    ),
    value: ({ application }) => application.name,
    startsAscending: true,
  },
  {
    id: 'failing',
    head: 'State',
    cell: ({ overview }, to) => overview && <State overview={overview} to={to} />,
    value: ({ overview }) => (overview ? urgencyOf(overview) : 0),
  },
  {
    id: 'endpoints',
    head: 'Endpoints',
    className: styles.amount,
    cell: ({ overview }) => overview && number.format(overview.endpoints),
    value: ({ overview }) => overview?.endpoints ?? 0,
  },
  {
    id: 'waiting',
    head: 'Waiting',
    cell: ({ overview }) =>
      overview &&
      (overview.waiting > 0 ? waitingLabel(overview) : <span className={layout.muted}>none</span>),
    value: ({ overview }) => overview?.waiting ?? 0,
  },
  {
    id: 'sent',
    head: 'Last 24 hours',
    className: styles.day,
    cell: ({ overview }) => overview && <DayBars succeeded={overview.succeeded} failed={overview.failed} />,
    value: ({ overview }) =>
      overview ? [...overview.succeeded, ...overview.failed].reduce((all, count) => all + count, 0) : 0,
  },
  {
    id: 'limit',
    head: 'Limit',
    className: styles.amount,
    cell: ({ application: { rateLimit }, overview }) => (
      <>
        {rateLimit === null ? 'none' : `${number.format(rateLimit)}/s`}
        {overview && ownLimits(overview) && (
          <span className={`${layout.block} ${layout.meta}`}>{ownLimits(overview)}</span>
        )}
      </>
    ),
    value: ({ application }) => application.rateLimit ?? Number.POSITIVE_INFINITY,
  },
];

/** What its endpoints are, the most urgent first: a failing one is a step away. */
function State({
  overview,
  to,
}: {
  readonly overview: ApplicationOverviewOut;
  readonly to: ReturnType<typeof useTo>;
}) {
  const { appId, state, failing, held, failingEndpointId } = overview;
  if (state === null) return <span className={layout.muted}>no endpoints</span>;
  const mark = <TrafficStatus state={state} />;
  const isHeld = state === 'paused' || state === 'disabled';
  return (
    <span className={`${layout.rowCentered} ${layout.nowrap}`}>
      {failingEndpointId ? (
        <Link className={layout.plain} to={to('apps', appId, 'endpoints', failingEndpointId)}>
          {mark}
        </Link>
      ) : (
        mark
      )}
      <span className={layout.metaNumbers}>
        {[
          failing > 1 && `${number.format(failing)} endpoints`,
          held > (isHeld ? 1 : 0) && `${number.format(held)} on hold`,
        ]
          .filter(Boolean)
          .join(', ')}
      </span>
    </span>
  );
}

function urgencyOf({ state, failing, held }: ApplicationOverviewOut): number {
  const place = state === null ? ENDPOINT_STATES.length : ENDPOINT_STATES.indexOf(state);
  return (ENDPOINT_STATES.length - place) * MORE_THAN_HELD * MORE_THAN_HELD + failing * MORE_THAN_HELD + held;
}

/** "4,800, up to 24 s". */
function waitingLabel({ waiting, waitMs }: ApplicationOverviewOut): string {
  const wait = waitMs === null || waitMs < 1000 ? '' : `, up to ${formatDuration(waitMs / 1000)}`;
  return `${number.format(waiting)}${wait}`;
}

/** The limits that endpoints have of their own; null: none has one. */
function ownLimits({ lowestLimit, highestLimit }: ApplicationOverviewOut): string | null {
  if (lowestLimit === null || highestLimit === null) return null;
  const lowest = number.format(lowestLimit);
  return `endpoints ${lowestLimit === highestLimit ? lowest : `${lowest}–${number.format(highestLimit)}`}/s`;
}
