import { useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import type { AttentionOut } from '../../../../src-server/contract/attention';
import { OVERVIEW_ROWS, type OverviewOut } from '../../../../src-server/contract/overview';
import { CHANGE_TEXTS } from '../../../../src-server/contract/portal-texts/english/catalog';
import { isLoudChange } from '../../../shared/event-types/change-labels';
import { classNames } from '../../../ui/class-names';
import { FailureNotice } from '../../../ui/failure-notice';
import { hostAmong } from '../../../ui/host-of';
import layout from '../../../ui/layout.module.css';
import { NameLockup } from '../../../ui/name-lockup';
import { separatePart } from '../../../ui/separate-part';
import { Skeleton } from '../../../ui/skeleton';
import { Time } from '../../../ui/time';
import { TrafficStatus } from '../../../ui/traffic-status';
import { silentPollers } from '../../data/attention/silent-pollers';
import { useHealth } from '../../data/use-health';
import { ATTENTION_ROW, AttentionRow, useAttentionSentence } from '../../parts/attention/attention-row';
import { SilentRow } from '../../parts/attention/silent-row';
import { useAttentionActs } from '../../parts/attention/use-attention-acts';
import { deliverySentence } from '../../parts/traffic/delivery-sentence';
import { useInstance, useLive, useTo } from '../../platform/instance';
import { AfterSample } from './after-sample';
import { DayChart } from './day-chart';
import styles from './overview.module.css';
import { overviewSentence } from './overview-sentence';
import { useOverview } from './use-overview';

const StartCard = separatePart(() =>
  import('../../parts/start/start-card').then(({ StartCard }) => StartCard),
);

/** Where one lands: how the instance is; the invitation while it has no application. */
export function OverviewScreen() {
  const to = useTo();
  const { key } = useLocation();
  const { isCopy } = useInstance();
  const overview = useOverview();
  // Once shown, the invitation stays until it navigates on by itself: the sample application is there before the click
  // that created it is answered.
  const [isInviting, setInviting] = useState(false);
  if (!isInviting && overview.data?.applications === 0) setInviting(true);
  // A working copy sends nothing. Another service has no overview, and some tokens may not read it.
  if (isCopy || (!overview.data && [403, 404].includes(overview.error?.status ?? 0))) {
    // A new one for each visit: one that has redirected does nothing any more.
    return <Navigate key={key} to={to('catalog')} replace />;
  }
  if (isInviting) {
    return (
      <>
        <title>Overview · Posthorn</title>
        <StartCard />
      </>
    );
  }
  return (
    <section className={layout.screen} aria-labelledby="overview-title">
      <title>Overview · Posthorn</title>
      <header className={layout.screenHead}>
        <h1 className={layout.screenTitle} id="overview-title">
          Overview
        </h1>
      </header>
      {overview.error && !overview.data && (
        <FailureNotice
          title="The overview could not be loaded"
          cause={overview.error}
          onRetry={() => void overview.refetch()}
        />
      )}
      {overview.isPending && <Skeleton what="the overview" rows={6} />}
      {overview.data && <Overview overview={overview.data} />}
    </section>
  );
}

const TONES = { failed: layout.toneFailed, waiting: layout.toneWaiting, neutral: undefined } as const;

function Overview({ overview }: { readonly overview: OverviewOut }) {
  const isLost = useLive(({ link }) => link === 'lost');
  const health = useHealth();
  const sentence = overviewSentence({ overview, isLost, health }, Date.now());
  return (
    <div className={`${layout.scroller} ${layout.contained}`}>
      <div className={`${layout.stack5} ${layout.padded4} ${styles.overview}`}>
        <p className={classNames(styles.sentence, layout.readable, TONES[sentence.tone])} role="status">
          {sentence.text}
        </p>
        {overview.applications === 1 && <AfterSample />}
        <DayChart overview={overview} />
        <Attention overview={overview} />
        <div className={styles.pair}>
          <Queues queues={overview.queues} />
          <Changes changes={overview.changes} />
        </div>
      </div>
    </div>
  );
}

function Attention({ overview: { attention } }: { readonly overview: OverviewOut }) {
  const to = useTo();
  const { onAgain, onLimit, sheets } = useAttentionActs();
  const { data } = attention;
  const silent = silentPollers(attention.silent);
  const total = attention.total + silent.length;
  const silentShown = silent.slice(0, Math.max(0, OVERVIEW_ROWS.attention - data.length));
  const shown = data.length + silentShown.length;
  return (
    <section aria-labelledby="overview-attention">
      <header className={layout.spread}>
        <h2 id="overview-attention" className={layout.sectionTitle}>
          Needs attention
        </h2>
        {total > shown && (
          <Link to={to('deliveries', 'attention')}>Show all {total.toLocaleString('en')}</Link>
        )}
      </header>
      {shown === 0 && <p className={layout.muted}>All endpoints are healthy.</p>}
      <ul className={classNames(layout.plain, layout.goneIfEmpty)}>
        {data.map((row) => (
          <AttentionItem key={row.endpointId} row={row} onAgain={onAgain} onLimit={onLimit} />
        ))}
        {silentShown.map((poller) => (
          <li key={poller.pollerId} className={classNames(ATTENTION_ROW, layout.flush)}>
            <SilentRow poller={poller} to={to('apps', poller.appId, 'polling', poller.pollerId)} />
          </li>
        ))}
      </ul>
      {sheets}
    </section>
  );
}

interface AttentionItemProps {
  readonly row: AttentionOut;
  readonly onAgain: (row: AttentionOut) => void;
  readonly onLimit: (row: AttentionOut) => void;
}

function AttentionItem(props: AttentionItemProps) {
  const to = useTo();
  const { row } = props;
  const sentence = useAttentionSentence(row);
  const live = to('apps', row.appId, 'endpoints', row.endpointId, 'live');
  return (
    <li className={classNames(ATTENTION_ROW, layout.flush)}>
      <AttentionRow {...props} to={live} sentence={sentence} isCurrent={false} />
    </li>
  );
}

function Queues({ queues }: Pick<OverviewOut, 'queues'>) {
  return (
    <section className={layout.stack2} aria-labelledby="overview-queues">
      <h2 id="overview-queues" className={layout.sectionTitle}>
        Longest queues
      </h2>
      {queues.length === 0 && <p className={layout.muted}>No deliveries waiting.</p>}
      <ul className={classNames(layout.stack3, layout.goneIfEmpty)}>
        {queues.map((queue) => (
          <Queue key={queue.traffic.endpointId} {...queue} name={hostAmong(queue.url, queues)} />
        ))}
      </ul>
    </section>
  );
}

function Queue({
  appName,
  name,
  ordered,
  traffic,
}: OverviewOut['queues'][number] & { readonly name: string }) {
  const to = useTo();
  const { appId, endpointId, state } = traffic;
  const held = state === 'paused' || state === 'disabled' ? state : null;
  const { now, next } = deliverySentence({
    ...{ ...traffic, held, ordered, blockedBy: null, failedPerS: 0, slowedToPerS: null },
  });
  return (
    <li className={layout.stackClosest}>
      <span className={layout.chips}>
        <TrafficStatus state={state} />
        <Link to={to('apps', appId, 'endpoints', endpointId, 'live')}>{name}</Link>
        <span className={layout.muted}>{appName}</span>
      </span>
      <span className={layout.metaWrapping}>
        {now} {next}
      </span>
    </li>
  );
}

function Changes({ changes }: Pick<OverviewOut, 'changes'>) {
  const to = useTo();
  return (
    <section className={layout.stack2} aria-labelledby="overview-changes">
      <h2 id="overview-changes" className={layout.sectionTitle}>
        Catalog changes
      </h2>
      {changes.length === 0 && <p className={layout.muted}>None yet.</p>}
      <ul className={classNames(layout.stack3, layout.goneIfEmpty)}>
        {changes.map(({ at, name, kind, changes: [first] }) => (
          <li key={`${at} ${name}`} className={layout.stackClosest}>
            <span className={`${layout.baseline} ${layout.wraps}`}>
              <span {...(isLoudChange(kind) && { className: layout.waiting })}>{CHANGE_TEXTS[kind]}</span>
              <Link to={`${to('catalog', name)}?tab=history`}>
                <NameLockup name={name} />
              </Link>
              <span className={layout.meta}>
                <Time at={at} />
              </span>
            </span>
            {first && <span className={layout.metaWrapping}>{first}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
