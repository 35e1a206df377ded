import { Pencil } from 'lucide-react';
import { Fragment, type ReactNode, useId, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { ApplicationOut } from '../../../../src-server/contract/application';
import type { PollingEndpointOut } from '../../../../src-server/contract/polling-endpoint';
import { ENDPOINT_WORDS } from '../../../shared/endpoint/edited-endpoint';
import { PollingActs } from '../../../shared/polling/polling-acts';
import { PollingBody, type PollingFact } from '../../../shared/polling/polling-body';
import { pollerName, pollingState } from '../../../shared/polling/polling-state';
import { PollingStatus, stateText } from '../../../shared/polling/polling-status';
import { POLLING_WORDS } from '../../../shared/polling/polling-words';
import { usePollingConsumers, usePollingEndpoint } from '../../../shared/polling/use-polling-endpoints';
import { SNIPPET_LABELS } from '../../../shared/snippets/snippet-labels';
import { Button } from '../../../ui/button';
import layout from '../../../ui/layout.module.css';
import { NameLockup } from '../../../ui/name-lockup';
import { Unread } from '../../../ui/unread';
import { useApplication } from '../../data/use-applications';
import { useInstanceOrigin } from '../../data/use-instance-origin';
import { useCommand } from '../../platform/commands/command-store';
import { copyAct } from '../../platform/commands/copy-act';
import { useThingInView } from '../../platform/commands/thing-in-view';
import { useTo } from '../../platform/instance';
import { useWhenMay } from '../../platform/use-when-may';
import styles from './detail.module.css';
import { EndpointForm } from './endpoint-form';

/** One polling endpoint: who reads it and how far, how to poll it, its token and its settings. */
export function PollingDetail() {
  const { appId = '', pollerId = '' } = useParams();
  const application = useApplication(appId);
  const poller = usePollingEndpoint(appId, pollerId);
  const origin = useInstanceOrigin();
  if (!poller.data || !application.data) {
    return (
      <div className={styles.page}>
        <Unread what={POLLING_WORDS.oneWhat} query={poller.data ? application : poller} />
      </div>
    );
  }
  return (
    <article className={styles.page} key={pollerId}>
      <Head application={application.data} poller={poller.data} />
      <PollingBody
        appId={application.data.id}
        poller={poller.data}
        origin={origin}
        words={POLLING_WORDS}
        snippetLabels={SNIPPET_LABELS}
        events={
          <span className={styles.types}>
            {poller.data.filterTypes?.map((name) => <NameLockup key={name} name={name} />) ??
              'All events, including future ones'}
          </span>
        }
        mayManage
        mayReadToken
        mayRotateToken
        Section={Section}
        Facts={Facts}
      />
    </article>
  );
}

interface HeadProps {
  readonly application: ApplicationOut;
  readonly poller: PollingEndpointOut;
}

function Head({ application, poller }: HeadProps) {
  const when = useWhenMay();
  const to = useTo();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const consumers = usePollingConsumers(application.id, poller.id);
  const back = to('apps', application.id);
  const name = pollerName(poller);
  useThingInView(name);
  useCommand(
    'edit',
    when('PATCH /app/{app}/polling-endpoint/{poller}', () => setOpen('edit')),
    'Edit the polling endpoint',
    true,
  );
  useCommand('copy-id', copyAct(poller.id, poller.id), 'Copy the id of the polling endpoint', true);
  useCommand(
    'delete',
    when('DELETE /app/{app}/polling-endpoint/{poller}', () => setOpen('delete')),
    `Delete ${name}`,
    true,
  );
  return (
    <header className={layout.stack3}>
      <div className={layout.pageHead}>
        <div className={layout.titles}>
          <p className={layout.meta}>
            <Link to={back}>{application.name}</Link> / polling endpoint
          </p>
          <h2 className={layout.address}>{name}</h2>
          {poller.description !== '' && poller.description !== name && <p>{poller.description}</p>}
        </div>
        <PollingActs
          appId={application.id}
          poller={poller}
          words={POLLING_WORDS.acts}
          fields={ENDPOINT_WORDS}
          edit={
            <Button
              icon={<Pencil aria-hidden />}
              needs="PATCH /app/{app}/polling-endpoint/{poller}"
              onPress={() => setOpen('edit')}
            >
              {POLLING_WORDS.acts.edit}
            </Button>
          }
          isDeleting={open === 'delete'}
          setDeleting={(isDeleting) => setOpen(isDeleting ? 'delete' : null)}
          onDeleted={() => void navigate(back, { replace: true })}
        />
      </div>
      <p className={layout.row}>
        <PollingStatus poller={poller} consumers={consumers.data} words={POLLING_WORDS} />
        <span className={layout.meta}>
          {consumers.data && stateText(pollingState(poller, consumers.data, Date.now()), POLLING_WORDS)}
        </span>
      </p>
      {open === 'edit' && (
        <EndpointForm application={application} endpoint={poller} onClose={() => setOpen(null)} />
      )}
    </header>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className={layout.stack3} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <h3 id={id}>{title}</h3>
      </div>
      {children}
    </section>
  );
}

function Facts({ facts }: { readonly facts: readonly PollingFact[] }) {
  return (
    <dl className={`${layout.grid} ${layout.mutedTerms} ${styles.facts}`}>
      {facts.map(({ word, value }) => (
        <Fragment key={word}>
          <dt>{word}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
