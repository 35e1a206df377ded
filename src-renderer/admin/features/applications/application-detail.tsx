import { KeyRound, Mail, Pencil, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { ApplicationOut } from '../../../../src-server/contract/application';
import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import { toApiFailure } from '../../../api/api-failure';
import { whenDone } from '../../../api/when-done';
import { useEndpoints } from '../../../shared/endpoint/use-endpoints';
import { usePollingEndpoints } from '../../../shared/polling/use-polling-endpoints';
import { SendSnippet } from '../../../shared/snippets/send-snippet';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import { CopyButton } from '../../../ui/copy-button';
import { DeleteByName } from '../../../ui/delete-by-name';
import layout from '../../../ui/layout.module.css';
import { LinkButton } from '../../../ui/link-button';
import { toast } from '../../../ui/toast-store';
import { Unread } from '../../../ui/unread';
import { useApplication, useDeleteApplication } from '../../data/use-applications';
import { useServedEventTypes } from '../../data/use-catalog';
import { useInstanceOrigin } from '../../data/use-instance-origin';
import { usePortalAccess } from '../../data/use-portal-sessions';
import { useQueued } from '../../data/use-traffic';
import { useCommand } from '../../platform/commands/command-store';
import { copyAct } from '../../platform/commands/copy-act';
import { useThingInView } from '../../platform/commands/thing-in-view';
import { useTo } from '../../platform/instance';
import { useAddressValue } from '../../platform/use-address-value';
import { useMay } from '../../platform/use-may';
import { useWhenMay } from '../../platform/use-when-may';
import { ApplicationEndpoints } from './application-endpoints';
import { ApplicationMessages } from './application-messages';
import { applicationSentence } from './application-state';
import detail from './detail.module.css';
import { EditApplication } from './edit-application';
import { PortalAccess } from './portal-access';

/** One application: what happens in it, then how to send to it, and what it is. */
export function ApplicationDetail() {
  const { appId = '' } = useParams();
  const application = useApplication(appId);
  if (!application.data) {
    return (
      <div className={detail.page}>
        <Unread what="the application" query={application} />
      </div>
    );
  }
  return (
    <article className={detail.page} key={appId}>
      <Happening application={application.data} />
      <FromYourCode application={application.data} />
      <Details application={application.data} />
    </article>
  );
}

/** Its state in one sentence, its endpoints, and its last messages. */
function Happening({ application }: { readonly application: ApplicationOut }) {
  const endpoints = useEndpoints(application.id);
  const pollers = usePollingEndpoints(application.id);
  return (
    <>
      <Head application={application} endpoints={endpoints.data} pollers={pollers.data?.length ?? 0} />
      <ApplicationEndpoints application={application} endpoints={endpoints} pollers={pollers} />
      <ApplicationMessages application={application} />
    </>
  );
}

interface HeadProps {
  readonly application: ApplicationOut;
  /** Undefined while they are not known. */
  readonly endpoints: readonly EndpointOut[] | undefined;
  /** How many polling endpoints it has. */
  readonly pollers: number;
}

function Head({ application, endpoints, pollers }: HeadProps) {
  const may = useMay();
  const when = useWhenMay();
  const to = useTo();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  // In the address, so that other screens can lead to it.
  const [portal, setPortal] = useAddressValue('portal');
  const remove = useDeleteApplication(application.id);
  const sendTo = `${to('send')}?app=${application.id}`;
  useThingInView(application.name);
  useCommand('copy-id', copyAct(application.id, application.id), `Copy the id of ${application.name}`, true);
  useOpenPortal(application);
  useCommand(
    'edit',
    when('PATCH /app/{app}', () => setOpen('edit')),
    `Edit ${application.name}`,
    true,
  );
  useCommand(
    'application-send',
    when('POST /app/{app}/msg', () => void navigate(sendTo)),
    `Send a message to ${application.name}`,
    true,
  );
  useCommand(
    'delete',
    when('DELETE /app/{app}', () => setOpen('delete')),
    `Delete ${application.name}`,
    true,
  );
  return (
    <header className={layout.stack3}>
      <div className={layout.pageHead}>
        <div className={layout.titles}>
          <h2 className={detail.title}>{application.name}</h2>
        </div>
        <div className={layout.row}>
          <LinkButton needs="POST /app/{app}/msg" to={sendTo} icon={<Send aria-hidden />}>
            Send a message
          </LinkButton>
          <LinkButton
            needs="GET /fleet/message"
            to={`${to('deliveries', 'messages')}?app=${application.id}`}
            icon={<Mail aria-hidden />}
          >
            Messages
          </LinkButton>
          <Button
            icon={<KeyRound aria-hidden />}
            needs="POST /auth/app-portal-access/{app}"
            onPress={() => setPortal('1')}
          >
            Portal access
          </Button>
          <Button icon={<Pencil aria-hidden />} needs="PATCH /app/{app}" onPress={() => setOpen('edit')}>
            Edit
          </Button>
          <Button
            kind="danger"
            icon={<Trash2 aria-hidden />}
            aria-label="Delete application"
            needs="DELETE /app/{app}"
            onPress={() => setOpen('delete')}
          />
        </div>
      </div>
      {endpoints && <Sentence appId={application.id} endpoints={endpoints} pollers={pollers} />}
      {open === 'edit' && <EditApplication application={application} onClose={() => setOpen(null)} />}
      {portal !== '' && may('POST /auth/app-portal-access/{app}') && (
        <PortalAccess application={application} onClose={() => setPortal('')} />
      )}
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
      <div className={detail.sectionHead}>
        <h3 id="code-title">Send from your code</h3>
      </div>
      <SendSnippet origin={origin} app={application.uid ?? application.id} eventType={eventType} />
    </section>
  );
}

const TONES = { failing: layout.failing, waiting: layout.waiting, fine: undefined };
const number = new Intl.NumberFormat('en-GB');

interface SentenceProps {
  readonly appId: string;
  readonly endpoints: readonly EndpointOut[];
  readonly pollers: number;
}

/** What happens, in words. */
function Sentence({ appId, endpoints, pollers }: SentenceProps) {
  const { tone, text } = applicationSentence(endpoints, pollers);
  const waiting = useQueued(appId);
  return (
    <p className={detail.sentence} data-testid="application-sentence">
      <span className={classNames(TONES[tone])}>{text}</span>
      {waiting > 0 && ` ${number.format(waiting)} ${waiting === 1 ? 'delivery' : 'deliveries'} waiting.`}
    </p>
  );
}

function Details({ application }: { readonly application: ApplicationOut }) {
  return (
    <section className={layout.stack3} aria-labelledby="details-title">
      <div className={detail.sectionHead}>
        <h3 id="details-title">Details</h3>
      </div>
      <dl className={`${layout.grid} ${layout.mutedTerms} ${detail.facts}`}>
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
    </section>
  );
}

/** How long the link works; whoever opens the portal from here comes back for another one. */
const EXPIRY_S = 3600;

/** Offers to open the portal of an application in another tab, as its customer sees it without feature flags. */
function useOpenPortal({ id, name }: ApplicationOut): void {
  const when = useWhenMay();
  const { mutateAsync } = usePortalAccess(id);
  const open = () => {
    // Opened at once: a tab that a script opens after an answer is blocked.
    const tab = window.open('about:blank', '_blank');
    if (tab) tab.opener = null;
    mutateAsync({ featureFlags: [], expiry: EXPIRY_S }).then(
      ({ url }) => {
        if (tab) tab.location.replace(url);
        else toast('The browser blocked the new tab');
      },
      (cause: unknown) => {
        tab?.close();
        toast(`The portal was not opened: ${toApiFailure(cause).detail}`);
      },
    );
  };
  useCommand(
    'application-portal',
    when('POST /auth/app-portal-access/{app}', open),
    `Open the portal of ${name}`,
    true,
  );
}
