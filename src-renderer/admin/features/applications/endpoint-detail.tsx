import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { ApplicationOut } from '../../../../src-server/contract/application';
import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import { whenDone } from '../../../api/when-done';
import { SENDING_LABELS, sendingOf } from '../../../shared/endpoint/sending';
import {
  useEditEndpoint,
  useEndpoint,
  useEndpointStats,
  usePace,
} from '../../../shared/endpoint/use-endpoints';
import { AGAIN_LABELS } from '../../../shared/replay/again-labels';
import { RecentReplays } from '../../../shared/replay/recent-replays';
import { ReplayReceipt } from '../../../shared/replay/replay-receipt';
import { Button } from '../../../ui/button';
import { DeleteByName } from '../../../ui/delete-by-name';
import { FailureNotice } from '../../../ui/failure-notice';
import { hostOf } from '../../../ui/host-of';
import layout from '../../../ui/layout.module.css';
import { PaceNotice } from '../../../ui/pace-notice';
import { Skeleton } from '../../../ui/skeleton';
import { Time } from '../../../ui/time';
import { TrafficStatus } from '../../../ui/traffic-status';
import { type AgainRequest, againOfEndpoint } from '../../data/again-request';
import { useApplication, useDeleteEndpoint } from '../../data/use-applications';
import { useInstanceOrigin } from '../../data/use-instance-origin';
import { receiverBin } from '../../data/use-receiver';
import { useTraffic } from '../../data/use-traffic';
import { AgainSheet } from '../../parts/again-sheet';
import { BlockedEndpoint } from '../../parts/blocked-endpoint';
import { ChangeLimit } from '../../parts/change-limit';
import { EndpointHead } from '../../parts/endpoint-head';
import { ENDPOINT_TABS, EndpointTabs } from '../../parts/endpoint-tabs';
import { ReceiverLog } from '../../parts/receiver-log';
import { SpanAttempts } from '../../parts/traffic/span-attempts';
import { stateNow } from '../../parts/traffic/state-now';
import { useCommand } from '../../platform/commands/command-store';
import { copyAct } from '../../platform/commands/copy-act';
import { useThingInView } from '../../platform/commands/thing-in-view';
import { useTo } from '../../platform/instance';
import { useMay } from '../../platform/use-may';
import { useWhenMay } from '../../platform/use-when-may';
import styles from './detail.module.css';
import { EndpointChanges } from './endpoint-changes';
import { EndpointFacts } from './endpoint-facts';
import { EndpointForm } from './endpoint-form';
import { EndpointHeaders } from './endpoint-headers';
import { EndpointNow, LastError } from './endpoint-now';
import { EndpointSecret } from './endpoint-secret';
import { EndpointStats } from './endpoint-stats';
import { holdLabel, waitingLabel } from './hold-label';
import { SendExample } from './send-example';

/** How many of the last attempts stand on the first tab. */
const ATTEMPTS_SHOWN = 10;

/** One endpoint: what happens there, its settings, and what its receiver needs. `?tab=` selects the part. */
export function EndpointDetail() {
  const { appId = '', endpointId = '' } = useParams();
  const application = useApplication(appId);
  const endpoint = useEndpoint(appId, endpointId);
  const pace = usePace(appId, endpointId);
  const origin = useInstanceOrigin();
  const may = useMay();
  const [query] = useSearchParams();
  const tab = ENDPOINT_TABS.find((known) => known === query.get('tab')) ?? 'overview';
  // What it adds above the tabs must not move them.
  if (endpoint.isPending || application.isPending || pace.isPending) return <Skeleton what="the endpoint" />;
  if (!endpoint.data || !application.data) {
    return (
      <div className={styles.page}>
        <FailureNotice
          title="The endpoint could not be loaded"
          cause={endpoint.error ?? application.error}
          onRetry={() => void endpoint.refetch()}
        />
      </div>
    );
  }
  const bin = may('GET /receiver/{bin}') ? receiverBin(endpoint.data.url, origin) : null;
  const ids = { appId, endpointId };
  const parts = { application: application.data, endpoint: endpoint.data };
  return (
    <article className={styles.page} key={endpointId}>
      <Head {...parts} />
      <EndpointTabs {...ids} tab={tab} />
      {tab === 'overview' && (
        <>
          <EndpointNow {...parts} />
          {endpoint.data.failingSince && <LastError {...ids} />}
          <EndpointStats {...ids} />
          <SpanAttempts {...ids} span={null} frozenAtMs={null} max={ATTEMPTS_SHOWN} />
          <EndpointRecovery appId={appId} endpoint={endpoint.data} />
          {bin && <ReceiverLog bin={bin} />}
        </>
      )}
      {tab === 'settings' && (
        <>
          <EndpointFacts {...parts} />
          <EndpointHeaders {...ids} />
          <EndpointChanges appId={application.data.id} endpointId={endpoint.data.id} />
        </>
      )}
      {tab === 'integrate' && (
        <>
          <SendExample appId={appId} endpoint={endpoint.data} />
          <EndpointSecret {...ids} />
        </>
      )}
    </article>
  );
}

interface HeadProps {
  readonly application: ApplicationOut;
  readonly endpoint: EndpointOut;
}

function Head({ application, endpoint }: HeadProps) {
  const when = useWhenMay();
  const to = useTo();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'edit' | 'limit' | 'delete' | null>(null);
  const patch = useEditEndpoint({ appId: application.id, endpointId: endpoint.id });
  const pace = usePace(application.id, endpoint.id);
  const remove = useDeleteEndpoint(application.id, endpoint.id);
  const back = to('apps', application.id);
  useThingInView(hostOf(endpoint.url));
  useCommand(
    'edit',
    when('PATCH /app/{app}/endpoint/{endpoint} url', () => setOpen('edit')),
    'Edit the endpoint',
    true,
  );
  useCommand(
    'endpoint-limit',
    when('PATCH /app/{app}/endpoint/{endpoint} rateLimit', () => setOpen('limit')),
    undefined,
    true,
  );
  useCommand('copy-id', copyAct(endpoint.id, endpoint.id), 'Copy the id of the endpoint', true);
  useCommand(
    'delete',
    when('DELETE /app/{app}/endpoint/{endpoint}', () => setOpen('delete')),
    `Delete ${hostOf(endpoint.url)}`,
    true,
  );
  useCommand(
    'endpoint-live',
    () => void navigate(to('apps', application.id, 'endpoints', endpoint.id, 'live')),
    undefined,
    true,
  );
  return (
    <header className={layout.stack3}>
      <EndpointHead {...{ application, endpoint, patch }} onDelete={() => setOpen('delete')}>
        <Button
          icon={<Pencil aria-hidden />}
          needs="PATCH /app/{app}/endpoint/{endpoint} url"
          onPress={() => setOpen('edit')}
        >
          Edit
        </Button>
      </EndpointHead>
      {!endpoint.disabled && <PaceNotice pace={pace.data} />}
      <BlockedEndpoint appId={application.id} endpoint={endpoint} pace={pace.data} />
      <State application={application} endpoint={endpoint} />
      {open === 'edit' && (
        <EndpointForm application={application} endpoint={endpoint} onClose={() => setOpen(null)} />
      )}
      {open === 'limit' && (
        <ChangeLimit application={application} endpoint={endpoint} onClose={() => setOpen(null)} />
      )}
      {open === 'delete' && (
        <DeleteByName
          what="endpoint"
          name={hostOf(endpoint.url)}
          consequence="Stops its waiting deliveries. Its signing secret is lost."
          pending={remove.isPending}
          error={remove.error}
          onClose={() => setOpen(null)}
          onDelete={() => whenDone(remove.mutateAsync(), () => void navigate(back, { replace: true }))}
        />
      )}
    </header>
  );
}

/** What its deliveries do now, why, and what to do about it. */
function State({ application, endpoint }: HeadProps) {
  const { disabledReason, failingSince } = endpoint;
  const sending = sendingOf(endpoint);
  const state = stateNow(endpoint, useTraffic(endpoint.id));
  return (
    <div className={layout.stack1}>
      <p className={layout.row}>
        {holdLabel(endpoint) ? (
          <span className={layout.waiting}>{holdLabel(endpoint)}</span>
        ) : (
          <TrafficStatus state={state} />
        )}
        {state === 'failing' && failingSince && (
          <span className={layout.failing}>
            No successful attempt since <Time at={failingSince} as="since" />.
          </span>
        )}
        {disabledReason === 'failing' && (
          <span>
            All attempts failed
            {failingSince && (
              <>
                {' '}
                since <Time at={failingSince} as="since" />
              </>
            )}
            . Fix the receiver, then enable the endpoint.
          </span>
        )}
        {disabledReason === 'receiver' && (
          <span>The receiver asked for this with a 410 response or a header.</span>
        )}
        <Held application={application} endpoint={endpoint} />
      </p>
      {sending !== 'on' && <p className={layout.meta}>{SENDING_LABELS[sending].hint}</p>}
    </div>
  );
}

/** What waits because the endpoint is held, and how long it will take after the hold. */
function Held({ application, endpoint }: HeadProps) {
  const stats = useEndpointStats(application.id, endpoint.id);
  if (!holdLabel(endpoint) || !stats.data) return null;
  const waiting = stats.data.pending + stats.data.sending;
  return <span>{waitingLabel(waiting, endpoint.rateLimit ?? application.rateLimit)}</span>;
}

interface EndpointRecoveryProps {
  readonly appId: string;
  readonly endpoint: EndpointOut;
}

/** Sends past messages again, and lists the latest receipts. */
function EndpointRecovery({ appId, endpoint: { id, url } }: EndpointRecoveryProps) {
  const when = useWhenMay();
  const [request, setRequest] = useState<AgainRequest | null>(null);
  const ask = () => setRequest(againOfEndpoint({ appId, endpointId: id, url }, null, Date.now()));
  useCommand(
    'send-again',
    when('POST /app/{app}/endpoint/{endpoint}/recover', ask),
    'Send messages of the endpoint again',
    true,
  );
  return (
    <section className={layout.stack3} aria-labelledby="recovery-title">
      <div className={styles.sectionHead}>
        <h3 id="recovery-title">Resends</h3>
        <Button size="small" needs="POST /app/{app}/endpoint/{endpoint}/recover" onPress={ask}>
          Send again
        </Button>
      </div>
      <RecentReplays
        appId={appId}
        endpointId={id}
        labels={AGAIN_LABELS}
        receipt={(task) => <ReplayReceipt task={task} labels={AGAIN_LABELS} />}
        empty={<p className={layout.meta}>No resends yet.</p>}
        className={styles.tasks}
      />
      {request && <AgainSheet request={request} onClose={() => setRequest(null)} />}
    </section>
  );
}
