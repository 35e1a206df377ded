import { useState } from 'react';
import { useParams } from 'react-router';
import type { ApplicationOut } from '../../../../src-server/contract/application';
import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import type { PaceOut } from '../../../../src-server/contract/pace';
import { useEditEndpoint, useEndpoint, usePace } from '../../../shared/endpoint/use-endpoints';
import { Button } from '../../../ui/button';
import { capitalize } from '../../../ui/capitalize';
import { FailureNotice } from '../../../ui/failure-notice';
import { FuseBar } from '../../../ui/fuse-bar';
import { hostOf } from '../../../ui/host-of';
import layout from '../../../ui/layout.module.css';
import { LinkButton } from '../../../ui/link-button';
import { PaceNotice } from '../../../ui/pace-notice';
import { Skeleton } from '../../../ui/skeleton';
import { TrafficStatus, trafficWord } from '../../../ui/traffic-status';
import { type AgainRequest, againOfEndpoint } from '../../data/again-request';
import { useApplication } from '../../data/use-applications';
import { useTraffic } from '../../data/use-traffic';
import { AgainSheet } from '../../parts/again-sheet';
import { BlockedEndpoint } from '../../parts/blocked-endpoint';
import { ChangeLimit } from '../../parts/change-limit';
import { EndpointHead } from '../../parts/endpoint-head';
import { EndpointTabs } from '../../parts/endpoint-tabs';
import { BurstGuide } from '../../parts/start/burst-guide';
import { type DeliveryFacts, deliverySentence } from '../../parts/traffic/delivery-sentence';
import { SpanAttempts } from '../../parts/traffic/span-attempts';
import { stateNow } from '../../parts/traffic/state-now';
import { readSpan, type TimeSpan, writeSpan } from '../../parts/traffic/time-span';
import { useCommand } from '../../platform/commands/command-store';
import { copyAct } from '../../platform/commands/copy-act';
import { useThingInView } from '../../platform/commands/thing-in-view';
import { useTo } from '../../platform/instance';
import type { TrafficNow } from '../../platform/live/traffic-feed';
import { trySearch } from '../../platform/try-address';
import { useAddressValue } from '../../platform/use-address-value';
import { useWhenMay } from '../../platform/use-when-may';
import { LiveAnnouncement } from './live-announcement';
import styles from './live-screen.module.css';
import { TrafficPanel } from './traffic-panel';

/** The current state of one endpoint: whether it flows, what will happen, and what can be done. */
export function EndpointLive() {
  const { appId = '', endpointId = '' } = useParams();
  const application = useApplication(appId);
  const endpoint = useEndpoint(appId, endpointId);
  const pace = usePace(appId, endpointId);
  // What it adds above the tabs must not move them.
  if (endpoint.isPending || application.isPending || pace.isPending) return <Skeleton what="the endpoint" />;
  if (!endpoint.data || !application.data) {
    return (
      <div className={`${layout.stack5} ${styles.page}`}>
        <FailureNotice
          title="The endpoint could not be loaded"
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
    <article className={`${layout.stack5} ${styles.page}`}>
      <title>Live · Posthorn</title>
      <BurstGuide
        appId={application.id}
        endpointId={endpoint.id}
        limit={limit}
        waiting={now?.queue ?? null}
      />
      <Head {...{ application, endpoint, now, span }} pace={pace.data} />
      <EndpointTabs appId={application.id} endpointId={endpoint.id} />
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
  const when = useWhenMay();
  const to = useTo();
  const [isLimitOpen, setLimitOpen] = useState(false);
  const [again, setAgain] = useState<AgainRequest | null>(null);
  const sendAgain = () =>
    setAgain(
      againOfEndpoint(
        { appId: application.id, endpointId: endpoint.id, url: endpoint.url },
        span,
        Date.now(),
      ),
    );
  useCommand(
    'send-again',
    when('POST /app/{app}/endpoint/{endpoint}/recover', sendAgain),
    'Send messages of the endpoint again',
    true,
  );
  const patch = useEditEndpoint({ appId: application.id, endpointId: endpoint.id });
  const [windowText] = useAddressValue('window');
  const shownWindow = windowText === '' ? 'minutes' : 'hour';
  const limit = endpoint.rateLimit ?? application.rateLimit;
  useThingInView(hostOf(endpoint.url));
  useCommand(
    'endpoint-limit',
    when('PATCH /app/{app}/endpoint/{endpoint} rateLimit', () => setLimitOpen(true)),
    undefined,
    true,
  );
  useCommand('copy-id', copyAct(endpoint.id, endpoint.id), 'Copy the id of the endpoint', true);
  const held = endpoint.disabled ? 'disabled' : endpoint.paused ? 'paused' : null;
  return (
    <header className={layout.stack4}>
      <EndpointHead {...{ application, endpoint, patch }}>
        <Button needs="PATCH /app/{app}/endpoint/{endpoint} rateLimit" onPress={() => setLimitOpen(true)}>
          Change limit
        </Button>
        <Button needs="POST /app/{app}/endpoint/{endpoint}/recover" onPress={sendAgain}>
          {span ? 'Send again for this time range' : 'Send again'}
        </Button>
        <LinkButton
          to={
            to('deliveries', 'simulator') +
            trySearch({ appId: application.id, endpointId: endpoint.id, window: shownWindow }, limit)
          }
        >
          Try in simulator
        </LinkButton>
      </EndpointHead>
      {!endpoint.disabled && <PaceNotice pace={pace} />}
      <BlockedEndpoint appId={application.id} endpoint={endpoint} pace={pace} />
      {now && <Truth {...{ endpoint, now, held, limit, pace }} isInherited={endpoint.rateLimit === null} />}
      {!now && <p className={styles.sentence}>Loading its state.</p>}
      {isLimitOpen && (
        <ChangeLimit application={application} endpoint={endpoint} onClose={() => setLimitOpen(false)} />
      )}
      {again && <AgainSheet request={again} onClose={() => setAgain(null)} />}
    </header>
  );
}

interface TruthProps {
  readonly endpoint: EndpointOut;
  readonly now: TrafficNow;
  readonly held: DeliveryFacts['held'];
  readonly limit: number | null;
  readonly isInherited: boolean;
  readonly pace: PaceOut | undefined;
}

function Truth({ endpoint, now, held, limit, isInherited, pace }: TruthProps) {
  const state = stateNow(endpoint, now);
  const slowedToPerS = pace?.reason === 'overloaded' ? pace.currentRate : null;
  const order = { ordered: endpoint.ordered, blockedBy: held ? null : (pace?.blockedBy ?? null) };
  const sentence = deliverySentence({ ...now, ...order, state, held, rateLimit: limit, slowedToPerS });
  return (
    <div className={styles.truth}>
      <span className={styles.status}>
        <TrafficStatus state={state} />
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
      <LiveAnnouncement
        state={state}
        text={`${capitalize(trafficWord(state))}. ${sentence.now} ${sentence.next}`}
      />
    </div>
  );
}
