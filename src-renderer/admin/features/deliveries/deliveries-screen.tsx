import { ArrowUpToLine, Pause, Play } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { LiveAttempt } from '../../../../src-server/contract/live-event';
import { localTime } from '../../../../src-server/contract/local-time';
import { useSendAgain } from '../../../shared/attempt/use-send-again';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import { EmptyState } from '../../../ui/empty-state';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { LinkButton } from '../../../ui/link-button';
import { Notice } from '../../../ui/notice';
import { Skeleton } from '../../../ui/skeleton';
import { FILTER_NAMES, readAttemptFilter } from '../../data/attempt-log/attempt-filter';
import type { AttemptLog } from '../../data/attempt-log/attempt-log';
import { type AttemptLogInUse, useAttemptLog } from '../../data/attempt-log/use-attempt-log';
import { useAttempt } from '../../data/use-all-attempts';
import { useApplications } from '../../data/use-applications';
import { DeliveriesNav } from '../../parts/deliveries-nav';
import { useCommand } from '../../platform/commands/command-store';
import { useAriaKeys } from '../../platform/commands/use-aria-keys';
import { useLive, useTo } from '../../platform/instance';
import { useAddressValue, useSetAddressValues } from '../../platform/use-address-value';
import { useWhenMay } from '../../platform/use-when-may';
import { AttemptInspector } from './attempt-inspector';
import { AttemptLogFilters } from './attempt-log-filters';
import { AttemptLogFooter } from './attempt-log-footer';
import { AttemptLogGrid } from './attempt-log-grid';
import { BulkBar } from './bulk-bar';
import styles from './deliveries-screen.module.css';

/** What is being delivered right now, and what was. */
export function DeliveriesScreen() {
  const [parameters] = useSearchParams();
  const filter = useMemo(() => readAttemptFilter(parameters), [parameters]);
  const [chosenId, setChosenId] = useAddressValue('attempt');
  const names = useApplicationNames();
  const use = useAttemptLog(filter);
  const pause = usePause(use);
  const selection = useSelected();
  const { log, view, past } = use;
  const [inLog, keep] = useChosen(log, chosenId);
  const outside = useAttempt(inLog ? '' : chosenId);
  const chosen = inLog ?? outside.data ?? undefined;
  const again = useSendAgain<LiveAttempt>();
  const [isResending, setResending] = useState(false);
  const resend = useWhenMay()(
    'POST /app/{app}/msg/{message}/endpoint/{endpoint}/resend',
    (attempt: LiveAttempt) => (selection.ids.size > 0 ? setResending(true) : again.mutate(attempt)),
  );
  const freezeKeys = useAriaKeys('freeze');
  useCommand('freeze', pause.toggle, pause.paused ? 'Resume the list' : 'Pause the list', true);
  const onEscape = () => {
    if (selection.ids.size > 0) selection.clear();
    else if (chosen) setChosenId('');
    else return false;
    return true;
  };
  return (
    <div className={classNames(styles.screen, chosen && styles.open)}>
      <title>Deliveries · Posthorn</title>
      <section
        className={classNames(layout.pane, styles.log)}
        aria-label="Attempts"
        ref={pause.section}
        data-pane=""
      >
        <header className={layout.screenHead}>
          <h1 className={layout.screenTitle}>Deliveries</h1>
          <DeliveriesNav />
          <Button
            size="small"
            icon={pause.paused ? <Play aria-hidden /> : <Pause aria-hidden />}
            onPress={pause.toggle}
            {...freezeKeys}
          >
            {pause.paused ? (view.fresh > 0 ? `Resume, ${view.fresh} new` : 'Resume') : 'Pause'}
          </Button>
          {!pause.paused && view.held && view.fresh > 0 && (
            <Button size="small" icon={<ArrowUpToLine aria-hidden />} onPress={pause.toTop}>
              {view.fresh} new
            </Button>
          )}
          <AttemptLogFilters filter={filter} onSubmit={() => setChosenId(view.rows[0]?.id ?? '')} />
        </header>
        <LinkState />
        {!inLog && chosenId !== '' && (
          <Missing id={chosenId} query={outside} onClose={() => setChosenId('')} />
        )}
        {again.error && <FailureNotice title="The message was not sent again" cause={again.error} />}
        {again.isSuccess && (
          <p className={`${layout.line2} ${layout.underlined} ${styles.note}`} role="status">
            <span>
              {again.data.as === 'queued'
                ? `${again.variables.eventType} is already queued for ${again.variables.url}. It will be sent once.`
                : `Queued: ${again.variables.eventType} will be sent to ${again.variables.url} again.`}{' '}
              {again.data.note}
            </span>
            <Button kind="quiet" size="small" onPress={again.reset}>
              Close
            </Button>
          </p>
        )}
        {past.phase === 'failed' && (
          <FailureNotice
            title="Earlier attempts could not be loaded"
            cause={past.error}
            onRetry={use.readOlder}
          />
        )}
        {view.rows.length > 0 ? (
          <AttemptLogGrid
            attempts={view.rows}
            names={names}
            chosenId={chosenId}
            onChoose={setChosenId}
            selected={selection.ids}
            onSelect={selection.set}
            onResend={resend}
            onEscape={onEscape}
            onNearEnd={past.phase === 'more' ? use.readOlder : nothing}
            onScrolled={pause.onScrolled}
          />
        ) : (
          <Nothing use={use} filtered={FILTER_NAMES.some((name) => filter[name] !== '')} />
        )}
        <BulkBar
          use={use}
          filter={filter}
          selected={selection.ids}
          onClear={selection.clear}
          isResending={isResending}
          onResending={setResending}
        />
        <AttemptLogFooter use={use} />
      </section>
      {chosen && (
        <AttemptInspector
          key={chosen.id}
          attempt={chosen}
          isListed={log.find(chosen.id) !== undefined}
          onClose={() => setChosenId('')}
          onChoose={(id, attempt) => {
            keep(attempt);
            setChosenId(id);
          }}
        />
      )}
    </div>
  );
}

/** Names of applications by id. */
function useApplicationNames(): ReadonlyMap<string, string> {
  const { data } = useApplications();
  return useMemo(() => new Map((data ?? []).map(({ id, name }) => [id, name])), [data]);
}

function nothing(): void {}

/** The attempt in the inspector. It stays there after the list has dropped it, or if it was never in the list. */
function useChosen(log: AttemptLog, chosenId: string) {
  const kept = useRef<LiveAttempt | undefined>(undefined);
  if (chosenId === '') return [undefined, keep] as const;
  const attempt = kept.current?.id === chosenId ? kept.current : log.find(chosenId);
  if (attempt) kept.current = attempt;
  return [attempt, keep] as const;
  function keep(other: LiveAttempt) {
    kept.current = other;
  }
}

/** The list does not move while it is paused, or while the user reads further down. */
function usePause({ log }: AttemptLogInUse) {
  const [paused, setPaused] = useState(false);
  const [away, setAway] = useState(false);
  const section = useRef<HTMLElement>(null);
  useEffect(() => log.hold(paused || away), [log, paused, away]);
  const toTop = () => section.current?.querySelector('[role=grid]')?.scrollTo({ top: 0 });
  return { paused, section, toTop, toggle: () => setPaused(!paused), onScrolled: setAway };
}

/** The selected rows, by attempt id. */
function useSelected() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const set = useCallback((changed: readonly string[], on: boolean) => {
    setIds((old) => {
      const next = new Set(old);
      for (const id of changed) {
        if (on) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  }, []);
  const clear = useCallback(() => setIds(new Set()), []);
  return { ids, set, clear };
}

interface MissingProps {
  readonly id: string;
  readonly query: ReturnType<typeof useAttempt>;
  readonly onClose: () => void;
}

/** The address names an attempt that is not there, or could not be looked up. Nothing while it is, and once it is found. */
function Missing({ id, query, onClose }: MissingProps) {
  if (query.error) {
    return (
      <FailureNotice
        title="The attempt could not be loaded"
        cause={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (query.data !== null) return null;
  return (
    <Notice
      tone="warning"
      title={`There is no attempt ${id}`}
      actions={
        <Button size="small" onPress={onClose}>
          Show all attempts
        </Button>
      }
    >
      The id is mistyped, belongs to another instance, or the attempt is past its retention.
    </Notice>
  );
}

function LinkState() {
  const link = useLive((state) => state.link);
  const reason = useLive((state) => state.reason);
  if (link !== 'lost') return null;
  return (
    <p className={layout.connectionLost} role="status">
      Not live: {reason} Reconnecting. The newest attempts load when the connection is back.
    </p>
  );
}

interface NothingProps {
  readonly use: AttemptLogInUse;
  readonly filtered: boolean;
}

function Nothing({ use, filtered }: NothingProps) {
  const to = useTo();
  const set = useSetAddressValues();
  if (use.past.phase === 'reading') return <Skeleton what="earlier attempts" rows={8} />;
  // The notice above says why: whether there was anything is unknown.
  if (use.past.phase === 'failed') return null;
  if (use.past.phase === 'more') {
    const { searchedToMs } = use.past;
    return (
      <EmptyState title="No match so far" actions={<Button onPress={use.readOlder}>Search older</Button>}>
        {searchedToMs !== null && <p>Searched back to {localTime(searchedToMs, Date.now())}.</p>}
      </EmptyState>
    );
  }
  if (filtered) {
    const clear = () => set(Object.fromEntries(FILTER_NAMES.map((name) => [name, ''])));
    return (
      <EmptyState title="No attempt matches" actions={<Button onPress={clear}>Clear the filters</Button>} />
    );
  }
  return (
    <EmptyState
      title="No deliveries yet"
      actions={
        <LinkButton needs="POST /app/{app}/msg" kind="primary" to={to('send')}>
          Send a message
        </LinkButton>
      }
    >
      <p>
        Each request to an endpoint appears here once it has ended, with its event type, endpoint, outcome and
        duration.
      </p>
    </EmptyState>
  );
}
