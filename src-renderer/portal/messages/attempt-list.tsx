import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { AttemptOut } from '../../../src-server/contract/attempt';
import { Button } from '../../ui/button';
import { CodeBlock } from '../../ui/code-block';
import { FailureNotice } from '../../ui/failure-notice';
import { NameLockup } from '../../ui/name-lockup';
import { Skeleton } from '../../ui/skeleton';
import { Status } from '../../ui/status';
import { Time } from '../../ui/time';
import { usePortalSession } from '../session/portal-session';
import { LoadOlder } from './load-older';
import styles from './portal-messages.module.css';
import { usePages } from './use-pages';

export interface AttemptListProps {
  /** The list in the API, by endpoint or by message. */
  readonly path: string;
  /** What a row names: the other of the two. */
  readonly show: 'message' | 'endpoint';
  /** What to say when there is none. */
  readonly empty: string;
}

/** Attempts, newest first, each with the answer it got and a way to send the message again. */
export function AttemptList({ path, show, empty }: AttemptListProps) {
  const attempts = usePages<AttemptOut>(path, show === 'message' ? { with_msg: true } : {});
  return (
    <>
      {attempts.error && (
        <FailureNotice
          title="The attempts could not be read"
          cause={attempts.error}
          onRetry={() => void attempts.refetch()}
        />
      )}
      {attempts.isPending && <Skeleton what="the attempts" rows={4} />}
      {attempts.rows?.length === 0 && <p className={styles.lead}>{empty}</p>}
      {attempts.rows && attempts.rows.length > 0 && (
        <ul className={styles.list}>
          {attempts.rows.map((attempt) => (
            <li key={attempt.id} className={styles.attempt}>
              <Attempt attempt={attempt} show={show} />
            </li>
          ))}
        </ul>
      )}
      <LoadOlder pages={attempts} what="attempts" />
    </>
  );
}

function Attempt({ attempt, show }: { attempt: AttemptOut; show: 'message' | 'endpoint' }) {
  const { may } = usePortalSession();
  const name = attempt.msg?.eventType;
  return (
    <>
      <div className={styles.attemptLine}>
        <Status status={attempt.statusText} />
        <span className={styles.code}>
          {attempt.responseStatusCode === 0 ? 'no answer' : attempt.responseStatusCode}
        </span>
        {show === 'message' ? (
          <Link to={`/messages/${attempt.msgId}`} className={styles.what ?? ''}>
            {name ? <NameLockup name={name} /> : <code>{attempt.msgId}</code>}
          </Link>
        ) : (
          <Link to={`/endpoints/${attempt.endpointId}`} className={styles.what ?? ''}>
            {attempt.url}
          </Link>
        )}
        <span className={styles.time}>
          <Time at={attempt.timestamp} />
        </span>
        {may('CreateAttempts') && <Resend attempt={attempt} />}
      </div>
      {attempt.response !== '' && (
        <details className={styles.response}>
          <summary>Answer after {attempt.responseDurationMs} ms</summary>
          <CodeBlock text={attempt.response} label="Answer" language="text" maxHeight="240px" />
        </details>
      )}
    </>
  );
}

/** When a resend is looked for in the list, in milliseconds after it was accepted; mostly the first is enough. */
const LOOK_AFTER_MS = [300, 1000, 2500];

function Resend({ attempt }: { attempt: AttemptOut }) {
  const { api, application } = usePortalSession();
  const queries = useQueryClient();
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle');
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    if (state !== 'sent') return;
    const look = () => void queries.invalidateQueries({ queryKey: ['pages'] });
    const timers = LOOK_AFTER_MS.map((delayMs) => setTimeout(look, delayMs));
    return () => timers.forEach(clearTimeout);
  }, [state, queries]);
  const send = async () => {
    if (state === 'sending') return;
    setState('sending');
    setFailure(null);
    try {
      const app = `/app/${encodeURIComponent(application.id)}`;
      await api.post(`${app}/msg/${attempt.msgId}/endpoint/${attempt.endpointId}/resend`, {});
      setState('sent');
    } catch (cause) {
      setState('idle');
      setFailure(cause);
    }
  };
  return (
    <>
      <Button size="small" aria-label={`Send message ${attempt.msgId} again`} onPress={() => void send()}>
        {{ idle: 'Send again', sending: 'Sending', sent: 'Sent again' }[state]}
      </Button>
      {failure !== null && <FailureNotice title="It was not sent again" cause={failure} />}
    </>
  );
}
