import { ArrowLeft } from 'lucide-react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import { isValidName } from '../../../src-server/contract/names';
import type { PollingEndpointOut } from '../../../src-server/contract/polling-endpoint';
import { ApiFailure } from '../../api/api-failure';
import {
  type OpenedEndpoint,
  type OpenedPolling,
  openedEndpoint,
  toDraft,
} from '../../shared/endpoint/endpoint-draft';
import { useEndpoint } from '../../shared/endpoint/use-endpoints';
import { useStoreEndpoint } from '../../shared/endpoint/use-store-endpoint';
import { groupEventTypes } from '../../shared/event-types/group-event-types';
import { usePollingEndpoint } from '../../shared/polling/use-polling-endpoints';
import { useDraft } from '../../ui/drafts/use-draft';
import { FailureNotice } from '../../ui/failure-notice';
import { Skeleton } from '../../ui/skeleton';
import { Unread } from '../../ui/unread';
import { useEventTypes } from '../catalog/use-event-types';
import { useLabels } from '../look/look-context';
import { NotFound } from '../not-found';
import { usePortalSession } from '../session/portal-session';
import { emptyDraft } from './endpoint-draft';
import { EndpointForm } from './endpoint-form';
import { endpointWords } from './endpoint-words';
import styles from './portal-endpoints.module.css';
import { setupStepsFor } from './setup/setup-steps';

/** A new endpoint; `?type=` preselects an event type. */
export function NewEndpointPage() {
  const { application, may } = usePortalSession();
  const labels = useLabels();
  const navigate = useNavigate();
  const types = useEventTypes();
  const groups = groupEventTypes(types.data ?? []);
  const { store } = useStoreEndpoint({ appId: application.id, opened: null, groups });
  const steps = setupStepsFor(may);
  const [query] = useSearchParams();
  const type = query.get('type') ?? '';
  const form = useDraft<OpenedEndpoint | OpenedPolling | null>(
    `portal/${application.id}/new-endpoint/${type}`,
    null,
  );
  if (!may('ManageEndpoint')) {
    return <NotFound what="page" backTo="/endpoints" backLabel={labels.endpoints.all} />;
  }
  return (
    <FormPage title={labels.endpoints.form.addTitle} back="/endpoints" backLabel={labels.endpoints.title}>
      <Loaded types={types}>
        <EndpointForm
          start={emptyDraft(isValidName(type) ? type : null)}
          form={form}
          verb={labels.endpoints.form.addTitle}
          onSave={async (draft) => {
            const { id } = await store(draft);
            form.saved(null);
            const place = `/endpoints/${id}${steps.length > 0 ? '/setup' : ''}`;
            await navigate(draft.kind === 'url' ? place : pollingPath(id), { replace: true });
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
  const home = `/endpoints/${encodeURIComponent(endpointId)}`;
  if (!may('ManageEndpoint') || (endpoint.error instanceof ApiFailure && endpoint.error.status === 404)) {
    return <NotFound what="endpoint" backTo="/endpoints" backLabel={labels.endpoints.all} />;
  }
  return (
    <FormPage title={labels.endpoints.form.editTitle} back={home} backLabel={labels.endpoints.form.back}>
      <Unread what={labels.endpoints.oneWhat} title={labels.endpoints.oneNotRead} rows={4} query={endpoint} />
      {endpoint.data && (
        <Loaded types={types}>
          <EditForm key={endpoint.data.id} endpoint={endpoint.data} home={home} />
        </Loaded>
      )}
    </FormPage>
  );
}

/** Edits an existing polling endpoint. */
export function EditPollingPage() {
  const { pollerId = '' } = useParams();
  const { application, may } = usePortalSession();
  const { endpoints } = useLabels();
  const labels = endpoints.polling;
  const poller = usePollingEndpoint(application.id, pollerId);
  const types = useEventTypes();
  const home = pollingPath(pollerId);
  if (!may('ManageEndpoint') || (poller.error instanceof ApiFailure && poller.error.status === 404)) {
    return <NotFound what="endpoint" backTo="/endpoints" backLabel={endpoints.all} />;
  }
  return (
    <FormPage title={labels.form.editTitle} back={home} backLabel={labels.kind}>
      <Unread what={labels.oneWhat} title={labels.oneNotRead} rows={4} query={poller} />
      {poller.data && (
        <Loaded types={types}>
          <EditForm key={poller.data.id} endpoint={poller.data} home={home} />
        </Loaded>
      )}
    </FormPage>
  );
}

/** The page of a polling endpoint. */
const pollingPath = (id: string) => `/endpoints/polling/${encodeURIComponent(id)}`;

interface EditFormProps {
  readonly endpoint: EndpointOut | PollingEndpointOut;
  readonly home: string;
}

function EditForm({ endpoint, home }: EditFormProps) {
  const { application } = usePortalSession();
  const labels = useLabels();
  const navigate = useNavigate();
  const groups = groupEventTypes(useEventTypes().data ?? []);
  const current = openedEndpoint(endpoint);
  const form = useDraft<OpenedEndpoint | OpenedPolling | null>(
    `portal/${application.id}/endpoint/${endpoint.id}`,
    current,
  );
  const before = form.opened ?? current;
  const words = endpointWords(labels);
  const { store, saving } = useStoreEndpoint({ appId: application.id, opened: before, groups, words });
  return (
    <EndpointForm
      start={toDraft(before)}
      form={form}
      verb={labels.endpoints.form.save}
      saving={saving}
      onSave={async (draft) => {
        const { stored } = await store(draft);
        if (form.saved(stored)) await navigate(home, { replace: true });
      }}
      cancelTo={home}
    />
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
