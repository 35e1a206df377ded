import { Fragment, useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { ENDPOINT_STATES, type EndpointState } from '../../../../src-server/contract/endpoint-state';
import type { DeliveryStateOut, EndpointTraffic } from '../../../../src-server/contract/traffic';
import { Button } from '../../../ui/button';
import { capitalize } from '../../../ui/capitalize';
import { EmptyState } from '../../../ui/empty-state';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { LinkButton } from '../../../ui/link-button';
import { SearchField } from '../../../ui/search-field';
import { Select } from '../../../ui/select';
import { Skeleton } from '../../../ui/skeleton';
import { trafficWord } from '../../../ui/traffic-status';
import { useApplications } from '../../data/use-applications';
import { DeliveriesNav } from '../../parts/deliveries-nav';
import { useInstance, useLive, useTo } from '../../platform/instance';
import { useAddressValue, useSetAddressValues } from '../../platform/use-address-value';
import { currentState } from './current-state';
import { EndpointGrid } from './endpoint-grid';
import { LiveAnnouncement } from './live-announcement';
import styles from './live-screen.module.css';
import { readTurn } from './read-turn';
import { summaryParts, summarySentence } from './summary-sentence';
import { sortByTrouble } from './trouble-order';
import { type EndpointRow, useAllEndpoints } from './use-all-endpoints';

const NO_ROWS: readonly EndpointRow[] = [];

/** Whether traffic flows, and if not, where it is stuck. */
export function LiveScreen() {
  const [search, setSearch] = useAddressValue('q');
  const [wanted, setWanted] = useAddressValue('state');
  const setValues = useSetAddressValues();
  const endpoints = useAllEndpoints();
  const link = useLive(({ link }) => link);
  const sorted = useSorted(endpoints.rows ?? NO_ROWS);
  const rows = useMemo(
    () => sorted.rows.filter((row) => (wanted === '' || row.state === wanted) && matches(row, search)),
    [sorted.rows, wanted, search],
  );
  const failure = endpoints.state.error ?? endpoints.directory.error;
  return (
    <section className={layout.screen} aria-labelledby="live-title">
      <title>Live · Posthorn</title>
      <header className={layout.screenHead}>
        <h1 className={layout.screenTitle} id="live-title">
          Deliveries
        </h1>
        <DeliveriesNav />
        {endpoints.state.data && endpoints.rows && endpoints.rows.length > 0 && (
          <Summary polled={endpoints.state.data} listed={endpoints.rows} />
        )}
        <span className={`${layout.rowCentered} ${styles.filters}`}>
          <SearchField label="Search application, URL" value={search} onChange={setSearch} />
          <span className={styles.state}>
            <Select
              label="State"
              value={wanted || 'any'}
              onChange={(value) => setWanted(value === 'any' ? '' : value)}
              options={[
                { value: 'any', label: 'Any state' },
                ...ENDPOINT_STATES.map((state) => ({ value: state, label: capitalize(trafficWord(state)) })),
              ]}
            />
          </span>
        </span>
      </header>
      {link === 'lost' && endpoints.rows && (
        <p className={layout.connectionLost} role="status">
          Not live: the connection is lost. This is the last known state. Reconnecting.
        </p>
      )}
      {failure && !endpoints.rows && (
        <FailureNotice
          title="The endpoints could not be loaded"
          cause={failure}
          onRetry={() => {
            void endpoints.state.refetch();
            void endpoints.directory.refetch();
          }}
        />
      )}
      {!endpoints.rows && !failure && <Skeleton what="the endpoints" rows={8} />}
      {rows.length > 0 && <EndpointGrid rows={rows} onPointed={sorted.hold} />}
      {endpoints.rows && rows.length === 0 && (
        <Nothing isFiltered={endpoints.rows.length > 0} onClear={() => setValues({ q: '', state: '' })} />
      )}
      {endpoints.rows && endpoints.rows.length > 0 && (
        <p className={layout.screenFoot}>
          {rows.length === endpoints.rows.length
            ? `${rows.length} ${rows.length === 1 ? 'endpoint' : 'endpoints'}`
            : `${rows.length} of ${endpoints.rows.length} endpoints`}
          , problems first.
          {(endpoints.state.data?.omitted ?? 0) > 0 &&
            ` ${endpoints.state.data?.omitted} busy endpoints are not listed.`}
        </p>
      )}
    </section>
  );
}

interface SummaryProps {
  readonly polled: DeliveryStateOut;
  readonly listed: readonly EndpointRow[];
}

function Summary({ polled, listed }: SummaryProps) {
  const to = useTo();
  const { counts, endpoints } = useCurrentState(polled);
  const rows = new Map(listed.map((row) => [row.endpointId, row]));
  const parts = summaryParts({ counts, endpoints }, (id) => nameAmong(listed, rows.get(id)) ?? id);
  const troubled = (state: EndpointState) => endpoints.filter((endpoint) => endpoint.state === state);
  return (
    <p className={styles.summary} data-testid="fleet-summary">
      {parts.map(({ state, text, names, more }, index) => (
        <Fragment key={state}>
          {index > 0 && ', '}
          <span className={names.length > 0 ? `${layout.toneFailed} ${layout.strong}` : undefined}>
            {text}
          </span>
          {names.length > 0 && ': '}
          {troubled(state)
            .slice(0, names.length)
            .map(({ appId, endpointId }, place) => (
              <Fragment key={endpointId}>
                {place > 0 && ', '}
                <Link to={to('apps', appId, 'endpoints', endpointId, 'live')}>{names[place]}</Link>
              </Fragment>
            ))}
          {more > 0 && ` and ${more} more`}
        </Fragment>
      ))}
      <LiveAnnouncement
        state={`${counts.failing} ${counts.delayed} ${counts.queued} ${counts.paused} ${counts.disabled}`}
        text={summarySentence(parts)}
      />
    </p>
  );
}

/**
 * The rows by trouble, in an order that does not change while the pointer is over them. Returns the same list while
 * nothing in it changes.
 */
function useSorted(rows: readonly EndpointRow[]) {
  const [isHeld, hold] = useState(false);
  const shown = useRef<readonly EndpointRow[]>([]);
  const sorted = useMemo(() => {
    const next = sortByTrouble(rows, isHeld ? shown.current.map(({ id }) => id) : null);
    const { current: before } = shown;
    const isSame = next.length === before.length && next.every((row, index) => row === before[index]);
    return isSame ? before : next;
  }, [rows, isHeld]);
  shown.current = sorted;
  return { rows: sorted, hold };
}

function matches(row: EndpointRow, search: string): boolean {
  const text = `${row.appName} ${row.url} ${row.endpointId}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

interface NothingProps {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

function Nothing({ isFiltered, onClear }: NothingProps) {
  const to = useTo();
  const hasApplications = (useApplications().data?.length ?? 0) > 0;
  if (isFiltered) {
    return (
      <EmptyState
        title="No endpoint matches"
        actions={<Button onPress={onClear}>Clear the search and the filter</Button>}
      />
    );
  }
  return (
    <EmptyState
      title="No endpoints yet"
      actions={
        <>
          <LinkButton kind="primary" to={to('apps')}>
            {hasApplications ? 'Add an endpoint' : 'Add an application'}
          </LinkButton>
          <LinkButton needs="POST /app/{app}/msg" to={to('send')}>
            Send a message
          </LinkButton>
        </>
      }
    >
      <p>
        Each endpoint gets a row here, with its state, rate, queue and delay. Add an application and an
        endpoint, then send a message.
      </p>
    </EmptyState>
  );
}

const NONE: readonly EndpointTraffic[] = [];

/** All endpoints as their rows show them, once a second like them. */
function useCurrentState(polled: Pick<DeliveryStateOut, 'counts' | 'endpoints'>) {
  const { traffic } = useInstance();
  const last = useRef({ polled, turn: -1, followed: NONE, state: polled });
  const read = useCallback(() => {
    const turn = readTurn();
    if (last.current.polled !== polled || last.current.turn !== turn) {
      // After a poll within a turn, the rows still show what was followed when it began.
      const followed = last.current.turn === turn ? last.current.followed : traffic.followed();
      last.current = { polled, turn, followed, state: currentState(polled, followed) };
    }
    return last.current.state;
  }, [traffic, polled]);
  const subscribe = useCallback((listener: () => void) => traffic.subscribe(listener), [traffic]);
  return useSyncExternalStore(subscribe, read);
}

/** The host of an endpoint, with the path if another one has the same host. */
function nameAmong(rows: readonly EndpointRow[], row: EndpointRow | undefined): string | undefined {
  const isShared = rows.some((other) => other !== row && other.host === row?.host);
  return isShared ? `${row?.host}${row?.path}` : row?.host;
}
