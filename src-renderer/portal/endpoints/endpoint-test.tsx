import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import { PING_EVENT_TYPE } from '../../../src-server/contract/endpoint-example';
import type { MessageOut } from '../../../src-server/contract/message';
import { stringifyOrdered } from '../../../src-server/json-schema/ordered-json';
import { answerLabel } from '../../shared/attempt/answer-label';
import { takesEventType } from '../../shared/endpoint/takes-event-type';
import { useSendExample } from '../../shared/endpoint/use-send-example';
import { Button } from '../../ui/button';
import { CodeBlock } from '../../ui/code-block';
import { FailureNotice } from '../../ui/failure-notice';
import layout from '../../ui/layout.module.css';
import { Select } from '../../ui/select';
import { Skeleton } from '../../ui/skeleton';
import { Status } from '../../ui/status';
import { useUiLabels } from '../../ui/ui-labels';
import { useEventTypes } from '../catalog/use-event-types';
import { useLabels } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';
import styles from './portal-endpoints.module.css';

/** How often the first attempt of an example is polled. */
const LOOK_EVERY_MS = 500;

/** Sends the example of an event type only to this endpoint, and shows its answer. */
export function EndpointTest({ endpoint }: { readonly endpoint: EndpointOut }) {
  const { application } = usePortalSession();
  const labels = useLabels().endpoints.test;
  const types = useEventTypes();
  const names = (types.data ?? []).filter((type) => takesEventType(endpoint, type)).map(({ name }) => name);
  const [chosen, setChosen] = useState<string | null>(null);
  // It works with every endpoint, whereas an event type may have no example.
  const name = chosen ?? PING_EVENT_TYPE;
  const send = useSendExample(application.id, endpoint.id);
  return (
    <section className={styles.section}>
      <h2>{labels.title}</h2>
      <p className={layout.lead}>{labels.text}</p>
      <div className={layout.rowEndWide}>
        <Select
          label={labels.type}
          value={name}
          onChange={(next) => {
            setChosen(next);
            send.reset();
          }}
          options={[
            { value: PING_EVENT_TYPE, label: labels.ping },
            ...names.map((one) => ({ value: one, label: one })),
          ]}
        />
        <Button
          kind="primary"
          isDisabled={endpoint.disabled || send.isPending}
          onPress={() => send.mutate(name)}
        >
          {send.isPending ? labels.sending : labels.send}
        </Button>
      </div>
      {endpoint.disabled && <p className={layout.waiting}>{labels.disabled}</p>}
      {!endpoint.disabled && endpoint.paused && <p className={layout.waiting}>{labels.paused}</p>}
      {send.error && <FailureNotice title={labels.notSent} cause={send.error} />}
      {send.data && <Outcome key={send.data.id} message={send.data} held={endpoint.paused} />}
    </section>
  );
}

/** What was sent, and the first attempt once it is over. */
function Outcome({ message, held }: { readonly message: MessageOut; readonly held: boolean }) {
  const { api, application } = usePortalSession();
  const labels = useLabels().endpoints.test;
  const { causes } = useUiLabels();
  const attempts = useQuery({
    queryKey: ['messages', message.id, 'first-attempt'],
    queryFn: ({ signal }) =>
      api.call(
        'GET /app/{app}/attempt/msg/{message}',
        { path: { app: application.id, message: message.id }, query: { limit: 1 } },
        signal,
      ),
    refetchInterval: ({ state }) => (state.data?.data.length ? false : LOOK_EVERY_MS),
  });
  const attempt = attempts.data?.data[0];
  return (
    <div className={styles.outcome}>
      <div role="status" className={styles.outcomeHead}>
        {attempt ? (
          <>
            <Status status={attempt.statusText} />
            <span>
              {attempt.responseStatusCode === 0
                ? labels.unanswered(answerLabel(attempt, causes))
                : labels.answered(attempt.responseStatusCode, attempt.responseDurationMs)}
            </span>
          </>
        ) : (
          <Status status="pending" word={held ? labels.paused : labels.waitsFor} />
        )}
        <Link to={`/messages/${message.id}`}>{labels.open}</Link>
      </div>
      {!attempt && !held && <Skeleton what={labels.answer} rows={2} />}
      {attempt && attempt.response !== '' && (
        <CodeBlock text={attempt.response} label={labels.answer} language="text" maxHeight="200px" />
      )}
      <CodeBlock text={stringifyOrdered(message.payload, 2)} label={labels.preview} maxHeight="320px" />
    </div>
  );
}
