import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import { ApiFailure } from '../../api/api-failure';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/failure-notice';
import { NameLockup } from '../../ui/name-lockup';
import { PaceNotice } from '../../ui/pace-notice';
import { Sheet } from '../../ui/sheet';
import { Skeleton } from '../../ui/skeleton';
import { Time } from '../../ui/time';
import { ButtonLink } from '../button-link';
import { AttemptList } from '../messages/attempt-list';
import { NotFound } from '../not-found';
import { usePortalSession } from '../session/portal-session';
import { EndpointSecret } from './endpoint-secret';
import styles from './portal-endpoints.module.css';
import { endpointsPath, useEndpoint, usePace } from './use-endpoints';

/** One endpoint: what it receives, its secret, and what was sent to it last. */
export function EndpointPage() {
  const { endpointId = '' } = useParams();
  const endpoint = useEndpoint(endpointId);
  if (endpoint.error instanceof ApiFailure && endpoint.error.status === 404) {
    return <NotFound what="endpoint" backTo="/endpoints" backWords="All endpoints" />;
  }
  return (
    <div className={styles.detail}>
      <Link to="/endpoints" className={styles.back ?? ''}>
        <ArrowLeft aria-hidden /> Endpoints
      </Link>
      {endpoint.isPending && <Skeleton what="the endpoint" rows={5} />}
      {endpoint.error && (
        <FailureNotice
          title="The endpoint could not be read"
          cause={endpoint.error}
          onRetry={() => void endpoint.refetch()}
        />
      )}
      {endpoint.data && <Detail endpoint={endpoint.data} />}
    </div>
  );
}

function Detail({ endpoint }: { endpoint: EndpointOut }) {
  const { application, may } = usePortalSession();
  const pace = usePace(endpoint.id);
  return (
    <>
      <header className={styles.detailHead}>
        <h1 className={styles.url}>{endpoint.url}</h1>
        {may('ManageEndpoint') && <Acts endpoint={endpoint} />}
      </header>
      {isHeld(endpoint) && (
        <p className={styles.off}>
          Paused: nothing is sent, and what happens meanwhile waits until you go on.
        </p>
      )}
      {!endpoint.disabled && <PaceNotice pace={pace.data} />}
      <dl className={styles.facts}>
        {endpoint.description && <Fact word="Description">{endpoint.description}</Fact>}
        <Fact word="Events">
          {endpoint.filterTypes?.length ? (
            <ul className={styles.names}>
              {endpoint.filterTypes.map((name) => (
                <li key={name}>
                  <Link to={`/catalog/${encodeURIComponent(name)}`} className={styles.nameLink ?? ''}>
                    <NameLockup name={name} />
                  </Link>
                </li>
              ))}
            </ul>
          ) : (
            'All events'
          )}
        </Fact>
        {endpoint.rateLimit !== null && (
          <Fact word="Speed">At most {endpoint.rateLimit} messages per second</Fact>
        )}
        <Fact word="Added">
          <Time at={endpoint.createdAt} />
        </Fact>
        {may('ViewEndpointSecret') && (
          <Fact word="Signing secret">
            <EndpointSecret endpointId={endpoint.id} />
          </Fact>
        )}
      </dl>
      <section>
        <h2>Last attempts</h2>
        <AttemptList
          path={`/app/${encodeURIComponent(application.id)}/attempt/endpoint/${endpoint.id}`}
          show="message"
          empty="Nothing was sent to this endpoint yet."
        />
      </section>
    </>
  );
}

function isHeld({ disabled, paused }: EndpointOut): boolean {
  return disabled || paused;
}

function Fact({ word, children }: { word: string; children: React.ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{word}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Acts({ endpoint }: { endpoint: EndpointOut }) {
  const { api, application } = usePortalSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const path = `${endpointsPath(application.id)}/${endpoint.id}`;
  const act = async (call: () => Promise<unknown>) => {
    setFailure(null);
    try {
      await call();
    } catch (cause) {
      setFailure(cause);
    }
  };
  const pause = () =>
    act(async () => {
      // What the sender disabled is held as well; a customer who goes on means both.
      await api.patch(path, isHeld(endpoint) ? { paused: false, disabled: false } : { paused: true });
      await queries.invalidateQueries({ queryKey: ['endpoints'] });
    });
  const remove = () =>
    act(async () => {
      await api.delete(path);
      await navigate('/endpoints', { replace: true });
      queries.removeQueries({ queryKey: ['endpoints', endpoint.id] });
      await queries.invalidateQueries({ queryKey: ['endpoints'] });
    });
  return (
    <>
      <div className={styles.acts}>
        <ButtonLink to={`/endpoints/${endpoint.id}/edit`} kind="plain">
          Edit
        </ButtonLink>
        <Button onPress={() => void pause()}>{isHeld(endpoint) ? 'Resume' : 'Pause'}</Button>
        <Button kind="danger" onPress={() => setAsking(true)}>
          Delete
        </Button>
      </div>
      {failure !== null && <FailureNotice title="That did not work" cause={failure} />}
      {asking && (
        <Sheet
          title="Delete this endpoint?"
          placement="center"
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button onPress={() => setAsking(false)}>Keep it</Button>
              <Button kind="danger" onPress={() => void remove()}>
                Delete endpoint
              </Button>
            </>
          }
        >
          <p>
            Nothing more is sent to <strong>{endpoint.url}</strong>, also what still waits for it. Its signing
            secret is gone for good. To stop for a while, pause it instead.
          </p>
        </Sheet>
      )}
    </>
  );
}
