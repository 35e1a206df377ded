import { ArrowRight } from 'lucide-react';
import { useNavigate } from 'react-router';
import { LOCAL_CONNECTION } from '../../../src-server/contract/connection';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/failure-notice';
import { LinkButton } from '../../ui/link-button';
import { useInstance, useTo } from '../frame/instance';
import styles from './start-card.module.css';
import { useCreateSample } from './use-receiver';

/** First run: one press to a first delivery, or the usual ways to begin. */
export function StartCard() {
  const { id } = useInstance();
  const to = useTo();
  const navigate = useNavigate();
  const sample = useCreateSample();
  const begin = async () => {
    // This card is gone as soon as there is an application, and its callbacks with it: wait for the promise.
    const made = await sample.mutateAsync().catch(() => null);
    if (made) await navigate(`${to('send')}?app=${encodeURIComponent(made.appId)}`);
  };
  return (
    <div className={styles.card}>
      <h1 className={styles.title}>Send your first webhook</h1>
      <p className={styles.lead}>
        Nothing leaves {id === LOCAL_CONNECTION ? 'this computer' : 'that server'}. The sample application has
        one endpoint, a receiver built into this server, and a limit of 10 messages per second.
      </p>
      <ol className={styles.path} aria-label="What will happen">
        <li>
          <strong>You</strong>
          <code>invoice.paid</code>
        </li>
        <li>
          <strong>Sample</strong>
          <span>10/s</span>
        </li>
        <li>
          <strong>Receiver</strong>
          <code>/receiver/sample</code>
        </li>
      </ol>
      {sample.error && (
        <FailureNotice title="The sample was not created" cause={sample.error} onRetry={() => void begin()} />
      )}
      <div className={styles.actions}>
        <Button
          kind="primary"
          icon={<ArrowRight aria-hidden />}
          isDisabled={sample.isPending}
          onPress={() => void begin()}
        >
          Create a sample application with the built-in receiver
        </Button>
      </div>
      <div className={styles.others}>
        <span>Or begin with your own:</span>
        <LinkButton kind="quiet" size="small" to={to('import')}>
          Import event types from OpenAPI
        </LinkButton>
        <LinkButton kind="quiet" size="small" to={to('catalog')}>
          Make event types
        </LinkButton>
      </div>
    </div>
  );
}
