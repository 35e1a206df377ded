import { ArrowLeft } from 'lucide-react';
import { Link, useParams, useSearchParams } from 'react-router';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import { ApiFailure } from '../../api/api-failure';
import { BlockedNotice } from '../../shared/endpoint/blocked-notice';
import { TEXT_FIELDS } from '../../shared/endpoint/endpoint-draft';
import { useEndpoint, usePace } from '../../shared/endpoint/use-endpoints';
import { inserted, slot } from '../../ui/inserted';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/notice';
import { PaceNotice } from '../../ui/pace-notice';
import { Status } from '../../ui/status';
import { Time } from '../../ui/time';
import { Unread } from '../../ui/unread';
import { ButtonLink } from '../button-link';
import { useLabels } from '../look/look-context';
import { EndpointAttempts } from '../messages/endpoint-attempts';
import { NotFound } from '../not-found';
import { usePortalSession } from '../session/portal-session';
import { DayActivity } from './day-activity';
import { EndpointActs } from './endpoint-acts';
import { EndpointAgain } from './endpoint-again';
import { EndpointDeliveries } from './endpoint-deliveries';
import { EndpointFacts } from './endpoint-facts';
import { EndpointHeaders } from './endpoint-headers';
import { endpointHealth } from './endpoint-health';
import { EndpointSecret } from './endpoint-secret';
import { EndpointTest } from './endpoint-test';
import styles from './portal-endpoints.module.css';
import { setupStepsFor } from './setup/setup-steps';
import { useEndpointFigures } from './use-figures';

/** One endpoint: its health and what it receives, a test, its secret and headers. `?tab=` selects the part. */
export function EndpointPage() {
  const { endpointId = '' } = useParams();
  const { application } = usePortalSession();
  const labels = useLabels();
  const endpoint = useEndpoint(application.id, endpointId);
  const pace = usePace(application.id, endpointId);
  if (endpoint.error instanceof ApiFailure && endpoint.error.status === 404) {
    return <NotFound what="endpoint" backTo="/endpoints" backLabel={labels.endpoints.all} />;
  }
  // What the pace adds above the tabs must not move them.
  const awaited = pace.isPending ? pace : endpoint;
  return (
    <div className={styles.detail}>
      <Link to="/endpoints" className={styles.back ?? ''}>
        <ArrowLeft aria-hidden /> {labels.endpoints.title}
      </Link>
      <Unread what={labels.endpoints.oneWhat} title={labels.endpoints.oneNotRead} rows={5} query={awaited} />
      {endpoint.data && !awaited.isPending && <Detail key={endpoint.data.id} endpoint={endpoint.data} />}
    </div>
  );
}

type Tab = 'overview' | 'test' | 'settings';

function Detail({ endpoint }: { endpoint: EndpointOut }) {
  const { application, may } = usePortalSession();
  const labels = useLabels().endpoints;
  const pace = usePace(application.id, endpoint.id);
  const figures = useEndpointFigures(endpoint.id);
  const current = figures.data?.endpoint ?? endpoint;
  const [query] = useSearchParams();
  const { state, status } = endpointHealth(current, figures.data?.day);
  const tabs: readonly Tab[] = may('CreateAttempts')
    ? ['overview', 'test', 'settings']
    : ['overview', 'settings'];
  const tab = tabs.find((known) => known === query.get('tab')) ?? 'overview';
  return (
    <>
      <header className={`${layout.wrap} ${layout.top} ${styles.detailHead}`}>
        <div>
          <p className={styles.state}>
            <Status status={status} word={labels.health[state]} />
          </p>
          <h1 className={styles.url}>{endpoint.url}</h1>
          {TEXT_FIELDS.map(
            (field) =>
              endpoint[field] && (
                <p key={field} className={layout.lead}>
                  {endpoint[field]}
                </p>
              ),
          )}
        </div>
        {may('ManageEndpoint') && <EndpointActs endpoint={endpoint} />}
      </header>
      <Held endpoint={current} />
      {!endpoint.disabled && <PaceNotice pace={pace.data} />}
      <BlockedNotice
        appId={application.id}
        endpoint={current}
        pace={pace.data}
        linkTo={(id) => <Link to={`/messages/${id}`}>{id}</Link>}
        mayRetry={may('CreateAttempts')}
        maySkip={may('ManageEndpoint')}
      />
      <nav className={styles.tabs} aria-label={labels.tabs.label}>
        {tabs.map((choice) => (
          <Link
            key={choice}
            to={choice === 'overview' ? '?' : `?tab=${choice}`}
            className={`${layout.mutedLink} ${layout.label} ${styles.tab}`}
            {...(choice === tab ? { 'aria-current': 'page' as const } : {})}
          >
            {labels.tabs[choice]}
          </Link>
        ))}
      </nav>
      {tab === 'overview' && (
        <>
          {figures.data?.all.success === 0 && setupStepsFor(may).length > 0 && (
            <Unfinished endpoint={endpoint} />
          )}
          <Unread what={labels.deliveries.title} title={labels.deliveries.notRead} rows={2} query={figures} />
          {figures.data && (
            <div className={styles.sides}>
              <EndpointDeliveries endpoint={current} stats={figures.data.all} pace={pace.data} />
              <DayActivity minutes={figures.data.minutes} />
            </div>
          )}
          <EndpointFacts endpoint={endpoint} pace={pace.data} />
          {may('CreateAttempts') && <EndpointAgain endpoint={endpoint} />}
          <EndpointAttempts endpointId={endpoint.id} />
        </>
      )}
      {tab === 'test' && <EndpointTest endpoint={endpoint} />}
      {tab === 'settings' && (
        <>
          {may('ViewEndpointSecret') && <EndpointSecret endpointId={endpoint.id} />}
          <EndpointHeaders endpointId={endpoint.id} />
        </>
      )}
    </>
  );
}

/** Leads back to the steps of the setup, until an event has arrived. */
function Unfinished({ endpoint }: { endpoint: EndpointOut }) {
  const labels = useLabels().setup;
  return (
    <Notice
      tone="info"
      title={labels.unfinished}
      actions={
        <ButtonLink to={`/endpoints/${endpoint.id}/setup`} kind="plain">
          {labels.resume}
        </ButtonLink>
      }
    >
      {labels.unfinishedText}
    </Notice>
  );
}

/** Why nothing is sent, or nothing arrives, and what to do. */
function Held({ endpoint }: { endpoint: EndpointOut }) {
  const labels = useLabels().endpoints;
  const { disabled, paused, disabledReason, failingSince } = endpoint;
  if (!disabled && !paused && !failingSince) return null;
  return (
    <p className={disabled || paused ? layout.waiting : layout.failing}>
      {disabled ? labels.held.disabled : paused && labels.held.paused}
      {disabled && disabledReason === 'failing' && ` ${labels.held.byFailing}`}
      {disabled && disabledReason === 'receiver' && ` ${labels.held.byReceiver}`}
      {!disabled && failingSince && (
        <> {inserted(labels.failingSince({ since: slot(0) }), <Time at={failingSince} as="since" />)}</>
      )}
    </p>
  );
}
