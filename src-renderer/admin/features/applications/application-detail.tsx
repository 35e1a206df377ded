import { Mail, Pencil, Plus, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { ApplicationOut } from '../../../../src-server/contract/application';
import { whenDone } from '../../../api/when-done';
import { effectiveLimit } from '../../../shared/endpoint/rate-limit';
import { useEndpoints } from '../../../shared/endpoint/use-endpoints';
import { SendSnippet } from '../../../shared/snippets/send-snippet';
import { Button } from '../../../ui/button';
import { CopyButton } from '../../../ui/copy-button';
import { DeleteByName } from '../../../ui/delete-by-name';
import layout from '../../../ui/layout.module.css';
import { LinkButton } from '../../../ui/link-button';
import { Unread } from '../../../ui/unread';
import { useApplication, useDeleteApplication } from '../../data/use-applications';
import { useServedEventTypes } from '../../data/use-catalog';
import { useInstanceOrigin } from '../../data/use-instance-origin';
import { useCommand } from '../../platform/commands/command-store';
import { copyAct } from '../../platform/commands/copy-act';
import { useThingInView } from '../../platform/commands/thing-in-view';
import { useTo } from '../../platform/instance';
import styles from './detail.module.css';
import { EditApplication } from './edit-application';
import { EndpointForm } from './endpoint-form';
import { eventsLabel } from './events-label';
import { holdLabel } from './hold-label';
import { PortalAccess } from './portal-access';
import { useOpenPortal } from './use-open-portal';

/** One application: its limit, its endpoints, and the way into its portal. */
export function ApplicationDetail() {
  const { appId = '' } = useParams();
  const application = useApplication(appId);
  if (!application.data) {
    return (
      <div className={styles.page}>
        <Unread what="the application" query={application} />
      </div>
    );
  }
  return (
    <article className={styles.page} key={appId}>
      <Head application={application.data} />
      <Endpoints application={application.data} />
      <FromYourCode application={application.data} />
      <PortalAccess application={application.data} />
    </article>
  );
}

function Head({ application }: { readonly application: ApplicationOut }) {
  const to = useTo();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const remove = useDeleteApplication(application.id);
  const sendTo = `${to('send')}?app=${application.id}`;
  useThingInView(application.name);
  useCommand('copy-id', copyAct(application.id, application.id), `Copy the id of ${application.name}`, true);
  useOpenPortal(application);
  useCommand('edit', () => setOpen('edit'), `Edit ${application.name}`, true);
  useCommand('application-send', () => void navigate(sendTo), `Send a message to ${application.name}`, true);
  useCommand('delete', () => setOpen('delete'), `Delete ${application.name}`, true);
  return (
    <header className={layout.stack3}>
      <div className={layout.pageHead}>
        <div className={layout.titles}>
          <h2 className={styles.title}>{application.name}</h2>
        </div>
        <div className={layout.row}>
          <LinkButton to={sendTo} icon={<Send aria-hidden />}>
            Send a message
          </LinkButton>
          <LinkButton
            to={`${to('deliveries', 'messages')}?app=${application.id}`}
            icon={<Mail aria-hidden />}
          >
            Messages
          </LinkButton>
          <Button icon={<Pencil aria-hidden />} onPress={() => setOpen('edit')}>
            Edit
          </Button>
          <Button
            kind="danger"
            icon={<Trash2 aria-hidden />}
            aria-label="Delete application"
            onPress={() => setOpen('delete')}
          />
        </div>
      </div>
      <dl className={styles.facts}>
        <dt>Identifier</dt>
        <dd>
          <code>{application.id}</code>
          <CopyButton text={application.id} what="identifier" />
        </dd>
        {application.uid && (
          <>
            <dt>Your identifier</dt>
            <dd>
              <code>{application.uid}</code>
              <CopyButton text={application.uid} what="your identifier" />
            </dd>
          </>
        )}
        <dt>Rate limit</dt>
        <dd>
          {application.rateLimit === null
            ? 'none'
            : `${application.rateLimit} messages per second to each endpoint`}
        </dd>
      </dl>
      {open === 'edit' && <EditApplication application={application} onClose={() => setOpen(null)} />}
      {open === 'delete' && (
        <DeleteByName
          what="application"
          name={application.name}
          consequence="Deletes its endpoints, stops its waiting deliveries, and ends its portal links."
          pending={remove.isPending}
          error={remove.error}
          onClose={() => setOpen(null)}
          onDelete={() => whenDone(remove.mutateAsync(), () => void navigate(to('apps'), { replace: true }))}
        />
      )}
    </header>
  );
}

/** The call that sends to this application, in the language of the person's software. */
function FromYourCode({ application }: { readonly application: ApplicationOut }) {
  const origin = useInstanceOrigin();
  const types = useServedEventTypes();
  const eventType = types.data?.find(({ archived }) => !archived)?.name ?? 'invoice.paid';
  return (
    <section className={layout.stack3} aria-labelledby="code-title">
      <div className={styles.sectionHead}>
        <h3 id="code-title">Send from your code</h3>
      </div>
      <SendSnippet origin={origin} app={application.uid ?? application.id} eventType={eventType} />
    </section>
  );
}

function Endpoints({ application }: { readonly application: ApplicationOut }) {
  const to = useTo();
  const navigate = useNavigate();
  const endpoints = useEndpoints(application.id);
  const [adding, setAdding] = useState(false);
  useCommand('application-endpoint', () => setAdding(true), `Add an endpoint to ${application.name}`, true);
  return (
    <section className={layout.stack3} aria-labelledby="endpoints-title">
      <div className={styles.sectionHead}>
        <h3 id="endpoints-title">Endpoints</h3>
        <Button size="small" icon={<Plus aria-hidden />} onPress={() => setAdding(true)}>
          Add endpoint
        </Button>
      </div>
      <Unread what="the endpoints" rows={2} query={endpoints} />
      {endpoints.data?.length === 0 && (
        <p className={layout.meta}>
          No endpoint yet. Messages to this application are stored but not delivered.
        </p>
      )}
      <ul className={styles.rows}>
        {endpoints.data?.map((endpoint) => (
          <li key={endpoint.id}>
            <Link to={to('apps', application.id, 'endpoints', endpoint.id)} className={styles.endpoint}>
              <span className={styles.url}>{endpoint.url}</span>
              <span className={styles.sub}>{eventsLabel(endpoint)}</span>
              <span className={styles.sub}>
                {holdLabel(endpoint) ? (
                  <span className={layout.waiting}>{holdLabel(endpoint)}</span>
                ) : (
                  effectiveLimit(endpoint.rateLimit, application)
                )}
              </span>
              {endpoint.description && <span className={styles.sub}>{endpoint.description}</span>}
            </Link>
          </li>
        ))}
      </ul>
      {adding && (
        <EndpointForm
          application={application}
          onClose={() => setAdding(false)}
          onSaved={({ id }) => void navigate(to('apps', application.id, 'endpoints', id))}
        />
      )}
    </section>
  );
}
