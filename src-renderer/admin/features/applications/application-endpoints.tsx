import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { ApplicationOut } from '../../../../src-server/contract/application';
import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import { TOKEN_KIND } from '../../../api/api-failure';
import { responseLabel } from '../../../shared/attempt/response-label';
import { effectiveLimit } from '../../../shared/endpoint/rate-limit';
import type { useEndpoints } from '../../../shared/endpoint/use-endpoints';
import { POLLING_WORDS } from '../../../shared/polling/polling-words';
import type { usePollingEndpoints } from '../../../shared/polling/use-polling-endpoints';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import { Status } from '../../../ui/status';
import { Time } from '../../../ui/time';
import { TrafficStatus } from '../../../ui/traffic-status';
import { Unread } from '../../../ui/unread';
import { useLastAttempt } from '../../data/use-endpoint-stats';
import { useTraffic } from '../../data/use-traffic';
import { stateNow } from '../../parts/traffic/state-now';
import { useCommand } from '../../platform/commands/command-store';
import { useTo } from '../../platform/instance';
import { useWhenMay } from '../../platform/use-when-may';
import { troubleFirst } from './application-state';
import detail from './detail.module.css';
import { EndpointForm } from './endpoint-form';
import { eventsLabel } from './events-label';
import { PollingRow } from './polling-row';

/** Each row asks for its last attempt, and is watched. */
const ROWS_A_STEP = 20;
const number = new Intl.NumberFormat('en-GB');

interface ApplicationEndpointsProps {
  readonly application: ApplicationOut;
  readonly endpoints: ReturnType<typeof useEndpoints>;
  readonly pollers: ReturnType<typeof usePollingEndpoints>;
}

/**
 * The endpoints of an application, those in trouble first: state, last outcome, and what waits. After them those that are
 * polled.
 */
export function ApplicationEndpoints({ application, endpoints, pollers }: ApplicationEndpointsProps) {
  const to = useTo();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const when = useWhenMay();
  // Where a message had no endpoint, its page leads here.
  const [adding, setAdding] = useState(parameters.get('new') === 'endpoint');
  const [most, setMost] = useState(ROWS_A_STEP);
  useCommand(
    'application-endpoint',
    when('POST /app/{app}/endpoint', () => setAdding(true)),
    `Add an endpoint to ${application.name}`,
    true,
  );
  const rows = troubleFirst(endpoints.data ?? []);
  return (
    <section className={layout.stack3} aria-labelledby="endpoints-title">
      <div className={detail.sectionHead}>
        <h3 id="endpoints-title">Endpoints</h3>
        <Button
          size="small"
          icon={<Plus aria-hidden />}
          needs="POST /app/{app}/endpoint"
          onPress={() => setAdding(true)}
        >
          Add endpoint
        </Button>
      </div>
      <Unread what="the endpoints" rows={2} query={endpoints} />
      <ul className={detail.rows}>
        {rows.slice(0, most).map((endpoint) => (
          <li key={endpoint.id}>
            <Row application={application} endpoint={endpoint} />
          </li>
        ))}
      </ul>
      {rows.length > most && (
        <p className={layout.meta} role="status">
          Showing {number.format(most)} of {number.format(rows.length)}.{' '}
          <Button kind="quiet" size="small" onPress={() => setMost(most + ROWS_A_STEP)}>
            Show {Math.min(ROWS_A_STEP, rows.length - most)} more
          </Button>
        </p>
      )}
      {/* What is not for this token is said once. */}
      {endpoints.error?.code !== TOKEN_KIND && <Unread what={POLLING_WORDS.what} rows={1} query={pollers} />}
      {pollers.data && pollers.data.length > 0 && (
        <ul className={detail.rows} aria-label="Polling endpoints">
          {pollers.data.map((poller) => (
            <li key={poller.id}>
              <PollingRow appId={application.id} poller={poller} />
            </li>
          ))}
        </ul>
      )}
      {adding && (
        <EndpointForm
          application={application}
          onClose={() => setAdding(false)}
          onAdded={(id, kind) =>
            void navigate(to('apps', application.id, kind === 'polling' ? 'polling' : 'endpoints', id))
          }
        />
      )}
    </section>
  );
}

function Row({
  application,
  endpoint,
}: {
  readonly application: ApplicationOut;
  readonly endpoint: EndpointOut;
}) {
  const to = useTo();
  const now = useTraffic(endpoint.id);
  return (
    <Link
      to={to('apps', application.id, 'endpoints', endpoint.id)}
      className={classNames(
        layout.gridCentered,
        layout.hovering,
        detail.endpoint,
        detail.applicationEndpoint,
      )}
    >
      <span>
        <State endpoint={endpoint} />
      </span>
      <span className={`${layout.column} ${layout.shrinking} ${detail.what}`}>
        <span className={`${layout.cut} ${detail.url}`}>{endpoint.url}</span>
        <span className={`${layout.meta} ${layout.cut} ${detail.sub}`}>
          {eventsLabel(endpoint)}, {effectiveLimit(endpoint.rateLimit, application)}
          {endpoint.description && `, ${endpoint.description}`}
        </span>
      </span>
      <span className={`${layout.line2} ${layout.meta} ${detail.last}`}>
        <LastOutcome appId={application.id} endpointId={endpoint.id} />
      </span>
      <span className={`${layout.metaNumbers} ${layout.nowrap} ${layout.right}`}>
        {now && waitingLabel(now.queue)}
      </span>
    </Link>
  );
}

function State({ endpoint }: { readonly endpoint: EndpointOut }) {
  return <TrafficStatus state={stateNow(endpoint, useTraffic(endpoint.id))} />;
}

function waitingLabel(queue: number): string {
  return queue === 0 ? 'none waiting' : `${number.format(queue)} waiting`;
}

function LastOutcome({ appId, endpointId }: { readonly appId: string; readonly endpointId: string }) {
  const last = useLastAttempt(appId, endpointId);
  if (last === undefined) return null;
  if (last === null) return 'nothing sent yet';
  return (
    <>
      <Status status={last.statusText} word={responseLabel(last)} /> <Time at={last.timestamp} />
    </>
  );
}
