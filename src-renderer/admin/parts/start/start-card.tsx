import { ArrowRight, Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { LOCAL_CONNECTION } from '../../../../src-server/contract/connection';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import { CopyButton } from '../../../ui/copy-button';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { LinkButton } from '../../../ui/link-button';
import { useInstanceOrigin } from '../../data/use-instance-origin';
import { useCreateSample } from '../../data/use-receiver';
import { useInstance, useTo } from '../../platform/instance';
import { useSession } from '../../platform/session';
import { AddConnection } from '../connections/add-connection';
import { BURST_MESSAGES } from './sample-burst';
import styles from './start-card.module.css';
import { useSampleBurst } from './use-sample-burst';

/** First run: one click for a hundred messages at a limit, another instance, or the usual ways to start. */
export function StartCard() {
  const to = useTo();
  return (
    <div className={`${layout.stack5} ${layout.contained} ${styles.card}`}>
      <header className={layout.stack1}>
        <h1 className={styles.title}>Send your first webhook</h1>
        <p className={styles.lead}>No account or e-mail needed. Choose one; you can add the other later.</p>
      </header>
      <div className={`${layout.gridTop} ${layout.gap4} ${styles.choices}`}>
        <RunHere />
        <ConnectElsewhere />
      </div>
      <div className={`${layout.chips} ${layout.centered} ${layout.muted}`}>
        <span>Or start with your own:</span>
        <LinkButton kind="quiet" size="small" to={to('import')}>
          Import event types from OpenAPI
        </LinkButton>
        <LinkButton kind="quiet" size="small" to={to('catalog')}>
          Create event types
        </LinkButton>
      </div>
    </div>
  );
}

function RunHere() {
  const { id } = useInstance();
  const isLocal = id === LOCAL_CONNECTION;
  const burst = useSampleBurst();
  return (
    <section className={`${layout.stack4} ${styles.choice}`} aria-labelledby="run-here">
      <h2 id="run-here">{isLocal ? 'Local service' : 'Try this instance'}</h2>
      <p className={styles.text}>{isLocal ? 'Running at' : 'It is running.'}</p>
      {isLocal && <AddressAndToken />}
      <ol className={styles.path} aria-label="Preview of the test">
        <li>
          <strong>{BURST_MESSAGES} messages</strong>
          <code>invoice.paid</code>
        </li>
        <li>
          <strong>Limit</strong>
          <span>10 per second</span>
        </li>
        <li>
          <strong>Receiver</strong>
          <code>/receiver/sample</code>
        </li>
      </ol>
      <p className={styles.text}>
        Watch ten seconds of evenly spaced messages. This creates a sample: a catalog of 12 event types, an
        application, and an endpoint at the built-in receiver. Nothing leaves{' '}
        {isLocal ? 'this computer' : 'that server'}.
      </p>
      {burst.error && (
        <FailureNotice title="The messages were not sent" cause={burst.error} onRetry={burst.begin} />
      )}
      <div className={classNames(layout.rowCentered, styles.actions)}>
        <Button
          kind="primary"
          icon={<ArrowRight aria-hidden />}
          isDisabled={burst.isPending}
          needs="POST /sample"
          onPress={burst.begin}
        >
          {burst.isPending
            ? `${burst.accepted} of ${BURST_MESSAGES} accepted`
            : `Send ${BURST_MESSAGES} messages and watch`}
        </Button>
        <OnlySample isDisabled={burst.isPending} />
      </div>
    </section>
  );
}

/** The sample without the messages, then the screen for sending one by hand. */
function OnlySample({ isDisabled }: { readonly isDisabled: boolean }) {
  const to = useTo();
  const navigate = useNavigate();
  const sample = useCreateSample();
  const begin = async () => {
    // This card unmounts as soon as there is an application, and its callbacks with it: wait for the promise.
    const made = await sample.mutateAsync().catch(() => null);
    if (made) await navigate(`${to('send')}?app=${encodeURIComponent(made.appId)}`);
  };
  return (
    <>
      <Button
        kind="quiet"
        isDisabled={isDisabled || sample.isPending}
        needs="POST /sample"
        onPress={() => void begin()}
      >
        Only create the sample
      </Button>
      {sample.error && (
        <FailureNotice title="The sample was not created" cause={sample.error} onRetry={() => void begin()} />
      )}
    </>
  );
}

function AddressAndToken() {
  const origin = useInstanceOrigin();
  const to = useTo();
  const { token } = useSession();
  const [isShown, setShown] = useState(false);
  return (
    <dl className={`${layout.stackClosest} ${layout.mutedTerms} ${styles.facts}`}>
      <div>
        <dt>URL</dt>
        <dd>
          <code>{origin}</code> <CopyButton text={origin} what="URL" />
        </dd>
      </div>
      <div>
        <dt>Token</dt>
        {token === null ? (
          <dd>
            In the file <code>admin-token</code> in the data folder. Create others in{' '}
            <Link to={to('settings', 'tokens')}>Settings</Link>.
          </dd>
        ) : (
          <dd>
            <code>{isShown ? token : '•'.repeat(20)}</code>
            <Button
              size="small"
              kind="quiet"
              icon={isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
              aria-label={isShown ? 'Hide token' : 'Show token'}
              onPress={() => setShown(!isShown)}
            />
            <CopyButton text={token} what="token" />
          </dd>
        )}
      </div>
    </dl>
  );
}

function ConnectElsewhere() {
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  return (
    <section className={`${layout.stack4} ${styles.choice}`} aria-labelledby="connect-elsewhere">
      <h2 id="connect-elsewhere">Connect to an instance</h2>
      <p className={styles.text}>
        Manage a service on another machine from here. You need its URL and an admin token. Both are tested
        before anything is saved.
      </p>
      <p className={styles.text}>
        The server on this computer keeps the token and never sends it to a page. Your local service keeps
        running.
      </p>
      <div className={classNames(layout.rowCentered, styles.actions)}>
        <Button needs="POST /connections" onPress={() => setAdding(true)}>
          Connect to an instance
        </Button>
      </div>
      {adding && (
        <AddConnection
          onClose={() => setAdding(false)}
          onAdded={(connection) => void navigate(`/${connection.id}/catalog`)}
        />
      )}
    </section>
  );
}
