import { Pause, Play } from 'lucide-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import type { LiveAttempt } from '../../../src-server/contract/live-event';
import { Button } from '../../ui/button';
import { classNames } from '../../ui/class-names';
import { EmptyState } from '../../ui/empty-state';
import { FailureNotice } from '../../ui/failure-notice';
import { LinkButton } from '../../ui/link-button';
import { SearchField } from '../../ui/search-field';
import { Segmented } from '../../ui/segmented';
import { Select } from '../../ui/select';
import { Skeleton } from '../../ui/skeleton';
import { useApplications } from '../applications/use-applications';
import { useLive, useTo } from '../frame/instance';
import { useAddressValue, useSetAddressValues } from '../frame/use-address-value';
import { AttemptInspector } from './attempt-inspector';
import { AttemptTape } from './attempt-tape';
import { DeliveriesNav } from './deliveries-nav';
import styles from './deliveries-screen.module.css';
import { mergeAttempts, useEarlierAttempts } from './use-deliveries';

const OUTCOMES = [
  { value: 'any', label: 'All' },
  { value: 'success', label: 'Delivered' },
  { value: 'fail', label: 'Failed' },
] as const;

/** What is being delivered, as it happens. */
export function DeliveriesScreen() {
  const [appId, setAppId] = useAddressValue('app');
  const [endpointId, setEndpointId] = useAddressValue('endpoint');
  const [outcome, setOutcome] = useAddressValue('status');
  const [search, setSearch] = useAddressValue('q');
  const [chosenId, setChosenId] = useAddressValue('attempt');
  const setValues = useSetAddressValues();
  const applications = useApplications();
  const earlier = useEarlierAttempts(appId);
  const { attempts, paused, fresh, toggle } = useTape(earlier.data?.attempts);
  const shown = useMemo(
    () =>
      attempts.filter(
        (attempt) =>
          (appId === '' || attempt.appId === appId) &&
          (endpointId === '' || attempt.endpointId === endpointId) &&
          (outcome === '' || attempt.statusText === outcome) &&
          matches(attempt, search),
      ),
    [attempts, appId, endpointId, outcome, search],
  );
  const chosen = attempts.find(({ id }) => id === chosenId);
  const filtered = search !== '' || outcome !== '' || appId !== '' || endpointId !== '';
  const clear = () => setValues({ q: '', status: '', endpoint: '', app: '' });
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.key !== ' ' || !target.closest('[role=grid]')) return;
    event.preventDefault();
    event.stopPropagation();
    toggle();
  };
  return (
    <div className={classNames(styles.screen, chosen && styles.open)}>
      <title>Deliveries · Posthorn</title>
      <section className={styles.tape} aria-label="Attempts" onKeyDownCapture={onKeyDown}>
        <header className={styles.head}>
          <h1 className={styles.title}>Deliveries</h1>
          <DeliveriesNav />
          <Button
            size="small"
            icon={paused ? <Play aria-hidden /> : <Pause aria-hidden />}
            onPress={toggle}
            aria-keyshortcuts="Space"
          >
            {paused ? (fresh > 0 ? `Go on, ${fresh} new` : 'Go on') : 'Pause'}
          </Button>
          <span className={styles.filters}>
            <SearchField label="Search type, address, code" value={search} onChange={setSearch} />
            <Segmented
              label="Outcome"
              value={OUTCOMES.find(({ value }) => value === outcome)?.value ?? 'any'}
              onChange={(value) => setOutcome(value === 'any' ? '' : value)}
              options={OUTCOMES}
            />
            <span className={styles.application}>
              <Select
                label="Application"
                value={appId || 'all'}
                onChange={(value) => setAppId(value === 'all' ? '' : value)}
                options={[
                  { value: 'all', label: 'All applications' },
                  ...(applications.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
                ]}
              />
            </span>
            {endpointId !== '' && (
              <Button size="small" onPress={() => setEndpointId('')}>
                One endpoint only: show all
              </Button>
            )}
          </span>
        </header>
        <LinkState />
        {earlier.error && (
          <FailureNotice
            title="Earlier attempts could not be read"
            cause={earlier.error}
            onRetry={() => void earlier.refetch()}
          />
        )}
        {shown.length > 0 ? (
          <AttemptTape
            attempts={shown}
            applications={applications.data ?? []}
            chosenId={chosenId}
            onChoose={setChosenId}
          />
        ) : (
          <Nothing pending={earlier.isPending} filtered={filtered} onClear={clear} />
        )}
        <p className={styles.foot}>
          {shown.length === attempts.length
            ? `${shown.length} ${shown.length === 1 ? 'attempt' : 'attempts'}`
            : `${shown.length} of ${attempts.length} attempts`}
          , newest first. The newest 50 of each endpoint, and what came since.
          {(earlier.data?.leftOut ?? 0) > 0 &&
            ` ${earlier.data?.leftOut} endpoints are not shown: choose an application.`}
        </p>
      </section>
      {chosen && <AttemptInspector key={chosen.id} attempt={chosen} onClose={() => setChosenId('')} />}
    </div>
  );
}

/** The attempts to show. Pausing freezes the picture; what comes meanwhile is counted, not lost. */
function useTape(earlier: readonly LiveAttempt[] | undefined) {
  const live = useLive((state) => state.attempts);
  const received = useLive((state) => state.received);
  const [frozen, setFrozen] = useState<{ readonly at: number; readonly live: readonly LiveAttempt[] } | null>(
    null,
  );
  const source = frozen?.live ?? live;
  const attempts = useMemo(() => mergeAttempts(source, earlier ?? []), [source, earlier]);
  const toggle = () => setFrozen(frozen ? null : { at: received, live });
  return { attempts, paused: frozen !== null, fresh: frozen ? received - frozen.at : 0, toggle };
}

function matches(attempt: LiveAttempt, search: string): boolean {
  const text = `${attempt.eventType} ${attempt.url} ${attempt.responseStatusCode} ${attempt.msgId} ${attempt.id}`;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => text.toLowerCase().includes(word));
}

function LinkState() {
  const link = useLive((state) => state.link);
  const reason = useLive((state) => state.reason);
  const skipped = useLive((state) => state.skipped);
  if (link === 'lost') {
    return (
      <p className={styles.lost} role="status">
        Not live: {reason} Trying again; the newest attempts are read when it answers.
      </p>
    );
  }
  return skipped > 0 ? <p className={styles.note}>{skipped} attempts came too fast to list here.</p> : null;
}

interface NothingProps {
  readonly pending: boolean;
  readonly filtered: boolean;
  readonly onClear: () => void;
}

function Nothing({ pending, filtered, onClear }: NothingProps) {
  const to = useTo();
  if (pending) return <Skeleton what="earlier attempts" rows={8} />;
  if (filtered) {
    return (
      <EmptyState title="No attempt matches" actions={<Button onPress={onClear}>Clear the filters</Button>} />
    );
  }
  return (
    <EmptyState
      title="Nothing was delivered yet"
      actions={
        <LinkButton kind="primary" to={to('send')}>
          Send a message
        </LinkButton>
      }
    >
      <p>
        Each request to an endpoint shows up here the moment it is answered: what, where, how it went, how
        long it took.
      </p>
    </EmptyState>
  );
}
