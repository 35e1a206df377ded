import { ArrowLeft } from 'lucide-react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { isValidName } from '../../../src-server/contract/names';
import { ApiFailure } from '../../api/api-failure';
import { useCreateEndpoint, useEndpoint, usePatchEndpoint } from '../../shared/endpoint/use-endpoints';
import { FailureNotice } from '../../ui/failure-notice';
import { Skeleton } from '../../ui/skeleton';
import { Unread } from '../../ui/unread';
import { useEventTypes } from '../catalog/use-event-types';
import { useLabels } from '../look/look-context';
import { NotFound } from '../not-found';
import { usePortalSession } from '../session/portal-session';
import { emptyDraft, toDraft } from './endpoint-draft';
import { EndpointForm } from './endpoint-form';
import styles from './portal-endpoints.module.css';
import { setupStepsFor } from './setup/setup-steps';

/** A new endpoint; `?type=` preselects an event type. */
export function NewEndpointPage() {
  const { application, may } = usePortalSession();
  const labels = useLabels();
  const navigate = useNavigate();
  const create = useCreateEndpoint(application.id);
  const types = useEventTypes();
  const steps = setupStepsFor(may);
  const [query] = useSearchParams();
  const type = query.get('type') ?? '';
  if (!may('ManageEndpoint')) {
    return (
      <NotFound what={labels.session.things.page} backTo="/endpoints" backLabel={labels.endpoints.all} />
    );
  }
  return (
    <FormPage title={labels.endpoints.form.addTitle} back="/endpoints" backLabel={labels.endpoints.title}>
      <Loaded types={types}>
        <EndpointForm
          start={emptyDraft(isValidName(type) ? type : null)}
          verb={labels.endpoints.form.addTitle}
          onSave={async (body) => {
            const { id } = await create.mutateAsync(body);
            await navigate(`/endpoints/${id}${steps.length > 0 ? '/setup' : ''}`, { replace: true });
          }}
          cancelTo="/endpoints"
        />
      </Loaded>
    </FormPage>
  );
}

/** Edits an existing endpoint. */
export function EditEndpointPage() {
  const { endpointId = '' } = useParams();
  const { application, may } = usePortalSession();
  const labels = useLabels();
  const endpoint = useEndpoint(application.id, endpointId);
  const types = useEventTypes();
  const navigate = useNavigate();
  const patch = usePatchEndpoint(application.id, endpointId);
  const home = `/endpoints/${encodeURIComponent(endpointId)}`;
  if (!may('ManageEndpoint') || (endpoint.error instanceof ApiFailure && endpoint.error.status === 404)) {
    return (
      <NotFound what={labels.session.things.endpoint} backTo="/endpoints" backLabel={labels.endpoints.all} />
    );
  }
  return (
    <FormPage title={labels.endpoints.form.editTitle} back={home} backLabel={labels.endpoints.form.back}>
      <Unread what={labels.endpoints.oneWhat} title={labels.endpoints.oneNotRead} rows={4} query={endpoint} />
      {endpoint.data && (
        <Loaded types={types}>
          <EndpointForm
            key={endpoint.data.id}
            start={toDraft(endpoint.data)}
            verb={labels.endpoints.form.save}
            onSave={async (body) => {
              await patch.mutateAsync(body);
              await navigate(home, { replace: true });
            }}
            cancelTo={home}
          />
        </Loaded>
      )}
    </FormPage>
  );
}

/** The form counts and shows event types: without the catalog it would show wrong information. */
function Loaded({
  types,
  children,
}: {
  readonly types: ReturnType<typeof useEventTypes>;
  readonly children: React.ReactNode;
}) {
  const labels = useLabels().endpoints.form;
  if (types.data) return children;
  return types.error ? (
    <FailureNotice title={labels.eventsNotRead} cause={types.error} onRetry={() => void types.refetch()} />
  ) : (
    <Skeleton what={labels.eventsWhat} rows={5} />
  );
}

function FormPage({
  title,
  back,
  backLabel,
  children,
}: {
  readonly title: string;
  readonly back: string;
  readonly backLabel: string;
  readonly children: React.ReactNode;
}) {
  return (
    <div className={styles.formPage}>
      <Link to={back} className={styles.back ?? ''}>
        <ArrowLeft aria-hidden /> {backLabel}
      </Link>
      <h1>{title}</h1>
      {children}
    </div>
  );
}
