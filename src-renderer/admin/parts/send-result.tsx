import { Link } from 'react-router';
import type { AttemptOut, MessageEndpointOut } from '../../../src-server/contract/attempt';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import type { ExplanationOut } from '../../../src-server/contract/explanation';
import type { MessageOut } from '../../../src-server/contract/message';
import { isOpen } from '../../shared/attempt/is-open';
import { whyAlone } from '../../shared/attempt/why-alone';
import { useEndpoints } from '../../shared/endpoint/use-endpoints';
import { CopyButton } from '../../ui/copy-button';
import { FailureNotice } from '../../ui/failure-notice';
import layout from '../../ui/layout.module.css';
import { NameLockup } from '../../ui/name-lockup';
import { Skeleton } from '../../ui/skeleton';
import { Status } from '../../ui/status';
import { Time } from '../../ui/time';
import { useAttempts, useDestinations } from '../data/use-deliveries';
import { useInstanceOrigin } from '../data/use-instance-origin';
import { receiverBin } from '../data/use-receiver';
import { useWhy } from '../data/use-why';
import { useTo } from '../platform/instance';
import { ReceiverLog } from './receiver-log';
import styles from './send-result.module.css';

interface SendResultProps {
  readonly appId: string;
  /** The latest accepted message; null before the first. */
  readonly message: MessageOut | null;
}

/** The outcome of the message, endpoint by endpoint, and what the built-in receiver got. */
export function SendResult({ appId, message }: SendResultProps) {
  const endpoints = useEndpoints(appId);
  const origin = useInstanceOrigin();
  const bins = new Set(
    (endpoints.data ?? []).map(({ url }) => receiverBin(url, origin)).filter((bin) => bin !== null),
  );
  return (
    <section
      className={`${layout.pane} ${layout.scrolling} ${styles.result}`}
      aria-label="What happens"
      data-pane=""
    >
      {message ? (
        <Outcome key={message.id} appId={appId} message={message} endpoints={endpoints.data ?? []} />
      ) : (
        <Before endpoints={endpoints.data ?? []} />
      )}
      {[...bins].map((bin) => (
        <ReceiverLog key={bin} bin={bin} />
      ))}
    </section>
  );
}

function Before({ endpoints }: { readonly endpoints: readonly EndpointOut[] }) {
  return (
    <div className={layout.stack2}>
      <h2>What happens</h2>
      <p className={layout.muted}>
        {endpoints.length === 0
          ? 'This application has no endpoint, so the message is stored but not delivered.'
          : endpoints.length === 1
            ? 'The message goes to the endpoint of this application if it matches its filter. The response appears here.'
            : `The message goes to each of the ${endpoints.length} endpoints whose filter it matches. Their responses appear here.`}
      </p>
    </div>
  );
}

interface OutcomeProps {
  readonly appId: string;
  readonly message: MessageOut;
  readonly endpoints: readonly EndpointOut[];
}

function Outcome({ appId, message, endpoints }: OutcomeProps) {
  const to = useTo();
  const destinations = useDestinations(appId, message.id);
  const attempts = useAttempts(appId, message.id);
  const why = useWhy(appId, message.id).data;
  const reached = new Set(destinations.data?.map((endpoint) => endpoint.id));
  const passedOver = destinations.data ? endpoints.filter((endpoint) => !reached.has(endpoint.id)) : [];
  return (
    <div className={layout.stack2}>
      <header className={styles.head}>
        <h2>
          Accepted <NameLockup name={message.eventType} />
        </h2>
        <p className={`${layout.line1} ${layout.muted} ${layout.size12}`}>
          <Link to={to('deliveries', 'messages', appId, message.id)}>
            <code>{message.id}</code>
          </Link>
          <CopyButton text={message.id} what="message id" />
        </p>
      </header>
      {destinations.isPending && <Skeleton what="the deliveries" rows={2} />}
      {destinations.error && (
        <FailureNotice title="The deliveries could not be loaded" cause={destinations.error} />
      )}
      {destinations.data?.length === 0 && (
        <p className={layout.muted}>
          No endpoint matches. The message is stored, and you can send it again later.
        </p>
      )}
      <ul aria-live="polite">
        {destinations.data?.map((destination) => (
          <Destination
            key={destination.id}
            appId={appId}
            destination={destination}
            why={why?.get(destination.id)}
            attempts={attempts.data?.filter((attempt) => attempt.endpointId === destination.id) ?? []}
          />
        ))}
        {passedOver.map((endpoint) => (
          <li key={endpoint.id} className={styles.row}>
            <span className={layout.muted}>Filtered out</span>
            <span className={`${layout.code} ${layout.wrapping}`}>{endpoint.url}</span>
            <span className={`${layout.metaWrapping} ${layout.numbers} ${styles.why}`}>
              {whyNot(why?.get(endpoint.id))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface DestinationProps {
  readonly appId: string;
  readonly destination: MessageEndpointOut;
  readonly attempts: readonly AttemptOut[];
  /** Absent until it has been read. */
  readonly why: ExplanationOut | undefined;
}

function Destination({ appId, destination, attempts, why }: DestinationProps) {
  const to = useTo();
  const [latest] = attempts;
  const held = (destination.disabled || destination.paused) && !latest;
  const waits = why !== undefined && isOpen(why);
  // Once there is an answer and no retry is planned, the answer says it all.
  const open = why && destination.status !== 0 && (waits || !latest) ? why : null;
  return (
    <li className={styles.row}>
      <Status status={destination.statusText} {...(held ? { word: 'On hold' } : {})} />
      <Link
        className={`${layout.code} ${layout.wrapping}`}
        to={to('apps', appId, 'endpoints', destination.id)}
      >
        {destination.url}
      </Link>
      <span className={`${layout.metaWrapping} ${layout.numbers} ${styles.why}`}>
        {!open && held && 'The message waits until the endpoint is enabled or resumed.'}
        {latest && (
          <>
            {latest.responseStatusCode
              ? `HTTP ${latest.responseStatusCode}`
              : latest.response || 'no response'}{' '}
            in {latest.responseDurationMs} ms
            {attempts.length > 1 && `, attempt ${attempts.length}`}
          </>
        )}
        {!open && destination.nextAttempt && destination.status !== 0 && !held && (
          <>
            {latest ? ', ' : ''}next attempt <Time at={destination.nextAttempt} as="ahead" />
          </>
        )}
        {open && (
          <>
            {latest ? '; ' : ''}
            {open.sentence}
          </>
        )}
      </span>
    </li>
  );
}

/** It stands next to "Filtered out", which already says the first part. */
const whyNot = (why: ExplanationOut | undefined) => why && whyAlone(why.sentence);
