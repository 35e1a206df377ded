import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, useNavigate, useParams } from 'react-router';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import { ApiFailure } from '../../api/api-failure';
import { FailureNotice } from '../../ui/failure-notice';
import { Skeleton } from '../../ui/skeleton';
import { NotFound } from '../not-found';
import { usePortalSession } from '../session/portal-session';
import { type EndpointDraft, EndpointForm } from './endpoint-form';
import styles from './portal-endpoints.module.css';
import { endpointsPath, useEndpoint } from './use-endpoints';

const EMPTY: EndpointDraft = { url: '', description: '', filterTypes: null };

/** A new endpoint. */
export function NewEndpointPage() {
  const { api, application } = usePortalSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const save = async (draft: EndpointDraft) => {
    const made = await api.post<EndpointOut>(endpointsPath(application.id), draft);
    await queries.invalidateQueries({ queryKey: ['endpoints'] });
    await navigate(`/endpoints/${made.id}`, { replace: true });
  };
  return (
    <div className={styles.formPage}>
      <Link to="/endpoints" className={styles.back ?? ''}>
        <ArrowLeft aria-hidden /> Endpoints
      </Link>
      <h1>Add endpoint</h1>
      <EndpointForm start={EMPTY} verb="Add endpoint" onSave={save} cancelTo="/endpoints" />
    </div>
  );
}

/** An existing endpoint, to change. */
export function EditEndpointPage() {
  const { endpointId = '' } = useParams();
  const { api, application } = usePortalSession();
  const endpoint = useEndpoint(endpointId);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const home = `/endpoints/${encodeURIComponent(endpointId)}`;
  const save = async (draft: EndpointDraft) => {
    await api.patch(`${endpointsPath(application.id)}/${encodeURIComponent(endpointId)}`, draft);
    await queries.invalidateQueries({ queryKey: ['endpoints'] });
    await navigate(home, { replace: true });
  };
  if (endpoint.error instanceof ApiFailure && endpoint.error.status === 404) {
    return <NotFound what="endpoint" backTo="/endpoints" backWords="All endpoints" />;
  }
  return (
    <div className={styles.formPage}>
      <Link to={home} className={styles.back ?? ''}>
        <ArrowLeft aria-hidden /> Endpoint
      </Link>
      <h1>Edit endpoint</h1>
      {endpoint.isPending && <Skeleton what="the endpoint" rows={4} />}
      {endpoint.error && (
        <FailureNotice
          title="The endpoint could not be read"
          cause={endpoint.error}
          onRetry={() => void endpoint.refetch()}
        />
      )}
      {endpoint.data && (
        <EndpointForm
          key={endpoint.data.id}
          start={{
            url: endpoint.data.url,
            description: endpoint.data.description,
            filterTypes: endpoint.data.filterTypes?.length ? endpoint.data.filterTypes : null,
          }}
          verb="Save changes"
          onSave={save}
          cancelTo={home}
        />
      )}
    </div>
  );
}
