import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { PollingEndpointOut } from '../../../src-server/contract/polling-endpoint';
import { ApiFailure } from '../../api/api-failure';
import { PollingActs } from '../../shared/polling/polling-acts';
import { PollingBody, type PollingFact } from '../../shared/polling/polling-body';
import { pollerName, pollingState } from '../../shared/polling/polling-state';
import { PollingStatus, stateText } from '../../shared/polling/polling-status';

import { usePollingConsumers, usePollingEndpoint } from '../../shared/polling/use-polling-endpoints';
import layout from '../../ui/layout.module.css';
import { Unread } from '../../ui/unread';
import { ButtonLink } from '../button-link';
import { useLabels } from '../look/look-context';
import { NotFound } from '../not-found';
import { usePortalSession } from '../session/portal-session';
import { Events, Fact } from './endpoint-facts';
import { endpointWords } from './endpoint-words';
import styles from './portal-endpoints.module.css';

/** One polling endpoint: who reads it and how far, how to poll it, its token and its settings. */
export function PollingPage() {
  const { pollerId = '' } = useParams();
  const { application, may } = usePortalSession();
  const { endpoints, snippets } = useLabels();
  const { polling } = endpoints;
  const poller = usePollingEndpoint(application.id, pollerId);
  if (poller.error instanceof ApiFailure && poller.error.status === 404) {
    return <NotFound what="endpoint" backTo="/endpoints" backLabel={endpoints.all} />;
  }
  return (
    <div className={styles.detail}>
      <Link to="/endpoints" className={styles.back ?? ''}>
        <ArrowLeft aria-hidden /> {endpoints.title}
      </Link>
      <Unread what={polling.oneWhat} title={polling.oneNotRead} rows={5} query={poller} />
      {poller.data && (
        <>
          <Head key={poller.data.id} poller={poller.data} />
          <PollingBody
            appId={application.id}
            poller={poller.data}
            origin={location.origin}
            words={polling}
            snippetLabels={snippets}
            events={<Events endpoint={{ ...poller.data, filterGroups: null }} />}
            mayManage={may('ManageEndpoint')}
            mayReadToken={may('ViewEndpointSecret')}
            mayRotateToken={may('ManageEndpointSecret')}
            Section={Section}
            Facts={Facts}
          />
        </>
      )}
    </div>
  );
}

function Head({ poller }: { readonly poller: PollingEndpointOut }) {
  const { application, may } = usePortalSession();
  const labels = useLabels();
  const { polling } = labels.endpoints;
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const consumers = usePollingConsumers(application.id, poller.id);
  const name = pollerName(poller);
  return (
    <header className={`${layout.wrap} ${layout.top} ${styles.detailHead}`}>
      <div>
        <p className={styles.state}>
          <PollingStatus poller={poller} consumers={consumers.data} words={polling} />{' '}
          <span className={layout.meta}>
            {consumers.data && stateText(pollingState(poller, consumers.data, Date.now()), polling)}
          </span>
        </p>
        <h1 className={styles.url}>{name}</h1>
        <p className={layout.lead}>{poller.description === name ? polling.kind : poller.description}</p>
      </div>
      {may('ManageEndpoint') && (
        <PollingActs
          appId={application.id}
          poller={poller}
          words={polling.acts}
          fields={endpointWords(labels)}
          edit={
            <ButtonLink to={`/endpoints/polling/${poller.id}/edit`} kind="plain">
              {polling.acts.edit}
            </ButtonLink>
          }
          isDeleting={isDeleting}
          setDeleting={setDeleting}
          onDeleted={() => void navigate('/endpoints', { replace: true })}
        />
      )}
    </header>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Facts({ facts }: { readonly facts: readonly PollingFact[] }) {
  return (
    <dl className={layout.gridStack2}>
      {facts.map(({ word, value }) => (
        <Fact key={word} word={word}>
          {value}
        </Fact>
      ))}
    </dl>
  );
}
