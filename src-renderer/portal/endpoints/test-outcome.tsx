import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { AttemptOut } from '../../../src-server/contract/attempt';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import type { MessageOut } from '../../../src-server/contract/message';
import { stringifyOrdered } from '../../../src-server/json-schema/ordered-json';
import { responseLabel } from '../../shared/attempt/response-label';
import { useSendAgain } from '../../shared/attempt/use-send-again';
import { Button } from '../../ui/button';
import { CodeBlock } from '../../ui/code-block';
import { FailureNotice } from '../../ui/failure-notice';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/notice';
import { Skeleton } from '../../ui/skeleton';
import { Status } from '../../ui/status';
import { useUiLabels } from '../../ui/ui-labels';
import { useLabels } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';
import { adviceOf } from './advice-of';
import styles from './portal-endpoints.module.css';

interface TestOutcomeProps {
  readonly message: MessageOut;
  readonly endpoint: EndpointOut;
  /** Called when an attempt has ended. */
  readonly onResponse?: () => void;
}

/** The last attempt of a test event: how it ended, what that means, and a way to try once more. */
export function TestOutcome({ message, endpoint, onResponse }: TestOutcomeProps) {
  const { application } = usePortalSession();
  const labels = useLabels().endpoints.test;
  /** The attempt before the one that is waited for. Null: the first one is waited for, or it was shown. */
  const [before, setBefore] = useState<string | null>(null);
  const last = useLastAttempt(message.id, before);
  const again = useSendAgain();
  const attempt = last && (last.id !== before || again.isError) ? last : undefined;
  const endedId = attempt?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt
  useEffect(() => {
    if (endedId) onResponse?.();
  }, [endedId]);
  const retry = (ended: AttemptOut) => {
    setBefore(ended.id);
    again.mutate({ appId: application.id, msgId: message.id, endpointId: endpoint.id });
  };
  return (
    <div className={styles.outcome}>
      <div role="status" className={`${layout.rowAligned} ${layout.gap14}`}>
        <OutcomeLine attempt={attempt} isHeld={endpoint.paused} />
      </div>
      <div className={layout.rowCenteredWide}>
        {attempt && attempt.statusText !== 'success' && !endpoint.disabled && (
          <Button onPress={() => retry(attempt)}>{labels.again}</Button>
        )}
        <Link to={`/messages/${message.id}`}>{labels.open}</Link>
      </div>
      {again.error && <FailureNotice title={labels.notSentAgain} cause={again.error} />}
      {again.data?.note && <Notice tone="info" title={again.data.note} />}
      {!attempt && !endpoint.paused && <Skeleton what={labels.response} rows={2} />}
      {attempt && attempt.response !== '' && (
        <CodeBlock text={attempt.response} label={labels.response} language="text" maxHeight="200px" />
      )}
      <CodeBlock text={stringifyOrdered(message.payload, 2)} label={labels.preview} maxHeight="320px" />
    </div>
  );
}

/** The outcome in one line, and in another what it means to the receiver. */
function OutcomeLine({
  attempt,
  isHeld,
}: {
  readonly attempt: AttemptOut | undefined;
  readonly isHeld: boolean;
}) {
  const labels = useLabels().endpoints.test;
  const { causes } = useUiLabels();
  if (!attempt) return <Status status="pending" word={isHeld ? labels.paused : labels.waitsFor} />;
  return (
    <>
      <Status status={attempt.statusText} />
      <span>
        {attempt.responseStatusCode === 0
          ? labels.noResponse({ cause: responseLabel(attempt, causes) })
          : labels.responded({ code: attempt.responseStatusCode, ms: attempt.responseDurationMs })}
      </span>
      <span className={styles.advice}>{labels.advice[adviceOf(attempt, location.origin)]}</span>
    </>
  );
}

/** How often the attempt is polled while it is waited for; and after a failure, until a retry succeeds. */
const WAITING_EVERY_MS = 500;
const FAILED_EVERY_MS = 3000;

/** The newest attempt of a message. @param before one that is not waited for any more */
function useLastAttempt(messageId: string, before: string | null): AttemptOut | undefined {
  const { api, application } = usePortalSession();
  const attempts = useQuery({
    queryKey: ['messages', messageId, 'last-attempt'],
    queryFn: ({ signal }) =>
      api.call(
        'GET /app/{app}/attempt/msg/{message}',
        { path: { app: application.id, message: messageId }, query: { limit: 1 } },
        signal,
      ),
    refetchInterval: ({ state }) => {
      const last = state.data?.data[0];
      if (!last || last.id === before) return WAITING_EVERY_MS;
      return last.statusText === 'success' ? false : FAILED_EVERY_MS;
    },
  });
  return attempts.data?.data[0];
}
