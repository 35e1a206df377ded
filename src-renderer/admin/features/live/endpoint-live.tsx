import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { ApplicationOut } from '../../../../src-server/contract/application';
import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import type { PaceOut } from '../../../../src-server/contract/pace';
import { useEndpoint, usePace, usePatchEndpoint } from '../../../shared/endpoint/use-endpoints';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import { FuseBar } from '../../../ui/fuse-bar';
import layout from '../../../ui/layout.module.css';
import { LinkButton } from '../../../ui/link-button';
import { PaceNotice } from '../../../ui/pace-notice';
import { Skeleton } from '../../../ui/skeleton';
import { TrafficStatus } from '../../../ui/traffic-status';
import { planOfFailed } from '../../data/replay-plan';
import { useApplication } from '../../data/use-applications';
import { useTraffic } from '../../data/use-traffic';
import { EndpointTabs } from '../../parts/endpoint-tabs';
import { ReplaySheet } from '../../parts/replay/replay-sheet';
import { BurstGuide } from '../../parts/start/burst-guide';
import { readSpan, type TimeSpan, writeSpan } from '../../parts/traffic/time-span';
import { useTo } from '../../platform/instance';
import type { TrafficNow } from '../../platform/live/traffic-feed';
import { trySearch } from '../../platform/try-address';
import { useAddressValue } from '../../platform/use-address-value';
import { ChangeLimit } from './change-limit';
import { type DeliveryFacts, deliverySentence } from './delivery-sentence';
import styles from './endpoint-live.module.css';
import { LiveAnnouncement } from './live-announcement';
import { SpanAttempts } from './span-attempts';
import { TrafficPanel } from './traffic-panel';

/** The current state of one endpoint: whether it flows, what will happen, and what can be done. */
export function EndpointLive() {
  const { appId = '', endpointId = '' } = useParams();
  const application = useApplication(appId);
  const endpoint = useEndpoint(appId, endpointId);
  if (endpoint.isPending || application.isPending) return <Skeleton what="the endpoint" />;
  if (!endpoint.data || !application.data) {
    return (
      <div className={styles.page}>
        <FailureNotice
          title="The endpoint could not be read"
          cause={endpoint.error ?? application.error}
          onRetry={() => {
            void endpoint.refetch();
            void application.refetch();
          }}
        />
      </div>
    );
  }
  return <Page key={endpointId} application={application.data} endpoint={endpoint.data} />;
}

interface PageProps {
  readonly application: ApplicationOut;
  readonly endpoint: EndpointOut;
}

function Page({ application, endpoint }: PageProps) {
  const [spanText, setSpanText] = useAddressValue('span');
  const [frozenAtMs, setFrozenAtMs] = useState<number | null>(null);
  const pace = usePace(application.id, endpoint.id);
  const now = useTraffic(endpoint.id);
  const span = readSpan(spanText);
  const limit = endpoint.rateLimit ?? application.rateLimit;
  return (
    <article className={styles.page}>
      <title>Live · Posthorn</title>
      <EndpointTabs appId={application.id} endpointId={endpoint.id} />
      <BurstGuide
        appId={application.id}
        endpointId={endpoint.id}
        limit={limit}
        waiting={now?.queue ?? null}
      />
      <Head {...{ application, endpoint, now, span }} pace={pace.data} />
      {!endpoint.disabled && <PaceNotice pace={pace.data} />}
      <TrafficPanel
        appId={application.id}
        endpoint={endpoint}
        limit={limit}
        now={now}
        span={span}
        onSpan={(next) => setSpanText(writeSpan(next))}
        frozenAtMs={frozenAtMs}
        onFreeze={setFrozenAtMs}
      />
      <SpanAttempts appId={application.id} endpointId={endpoint.id} span={span} frozenAtMs={frozenAtMs} />
    </article>
  );
}

interface HeadProps extends PageProps {
  readonly now: TrafficNow | null;
  readonly pace: PaceOut | undefined;
  readonly span: TimeSpan | null;
}

function Head({ application, endpoint, now, pace, span }: HeadProps) {
  const to = useTo();
  const [open, setOpen] = useState<'limit' | 'resend' | null>(null);
  const patch = usePatchEndpoint(application.id, endpoint.id);
  const [windowText] = useAddressValue('window');
  const shownWindow = windowText === 'day' ? 'hour' : 'minutes';
  const limit = endpoint.rateLimit ?? application.rateLimit;
  const held = endpoint.disabled ? 'disabled' : endpoint.paused ? 'paused' : null;
  return (
    <header className={layout.stack4}>
      <div className={layout.pageHead}>
        <div className={layout.titles}>
          <p className={layout.meta}>
            <Link to={to('deliveries', 'live')}>All endpoints</Link> /{' '}
            <Link to={to('apps', application.id)}>{application.name}</Link>
          </p>
          <h2 className={layout.address}>{endpoint.url}</h2>
        </div>
        <div className={layout.row}>
          <Button onPress={() => setOpen('limit')}>Change limit</Button>
          <Button
            isDisabled={patch.isPending || endpoint.disabled}
            onPress={() => patch.mutate({ paused: !endpoint.paused })}
          >
            {endpoint.paused ? 'Resume' : 'Pause'}
          </Button>
          <Button isDisabled={endpoint.disabled} onPress={() => setOpen('resend')}>
            {span ? 'Recover failed in this span' : 'Recover failed'}
          </Button>
          <LinkButton
            to={
              to('deliveries', 'simulator') +
              trySearch({ appId: application.id, endpointId: endpoint.id, window: shownWindow }, limit)
            }
          >
            Try in simulator
          </LinkButton>
        </div>
      </div>
      {patch.error && <FailureNotice title="The endpoint was not changed" cause={patch.error} />}
      {now && <Truth {...{ now, held, limit, pace }} isInherited={endpoint.rateLimit === null} />}
      {!now && <p className={styles.sentence}>Loading its state.</p>}
      {open === 'limit' && (
        <ChangeLimit application={application} endpoint={endpoint} onClose={() => setOpen(null)} />
      )}
      {open === 'resend' && (
        <ResendFailed
          application={application}
          endpoint={endpoint}
          span={span}
          onClose={() => setOpen(null)}
        />
      )}
    </header>
  );
}

interface ResendFailedProps extends PageProps {
  readonly span: TimeSpan | null;
  readonly onClose: () => void;
}

function ResendFailed({ application, endpoint, span, onClose }: ResendFailedProps) {
  const [plan] = useState(() =>
    planOfFailed({ appId: application.id, endpointId: endpoint.id, url: endpoint.url }, span),
  );
  return (
    <ReplaySheet
      title="Recover failed messages"
      meaning="Delivers again every message that was given up here and never arrived, with all its attempts. Does not affect messages that are still retried."
      plan={plan}
      withSpans
      onClose={onClose}
    />
  );
}

interface TruthProps {
  readonly now: TrafficNow;
  readonly held: DeliveryFacts['held'];
  readonly limit: number | null;
  readonly isInherited: boolean;
  readonly pace: PaceOut | undefined;
}

function Truth({ now, held, limit, isInherited, pace }: TruthProps) {
  // The endpoint itself is read right after a change; the stream reports it a moment later.
  const state = held !== null ? 'held' : now.state === 'held' ? 'flowing' : now.state;
  const slowedToPerS = pace?.reason === 'overloaded' ? pace.currentRate : null;
  const sentence = deliverySentence({ ...now, state, held, rateLimit: limit, slowedToPerS });
  const word = held === 'disabled' ? 'Disabled' : undefined;
  return (
    <div className={styles.truth}>
      <span className={styles.status}>
        <TrafficStatus state={state} word={word} />
      </span>
      <p className={styles.sentence} data-testid="delivery-sentence">
        {now.isLive ? '' : 'As last reported: '}
        {sentence.now} <strong>{sentence.next}</strong>
      </p>
      <div className={styles.fuse}>
        <FuseBar
          ratePerS={now.sendsPerS}
          failedPerS={now.failedPerS}
          arrivalsPerS={now.arrivalsPerS}
          limit={limit}
          isInherited={isInherited}
        />
      </div>
      <LiveAnnouncement state={state} text={`${word ?? state}. ${sentence.now} ${sentence.next}`} />
    </div>
  );
}
