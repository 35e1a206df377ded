import { useState } from 'react';
import type { LiveAttempt } from '../../../../src-server/contract/live-event';
import { CodeBlock } from '../../../ui/code-block';
import { CopyButton } from '../../../ui/copy-button';
import { curlCommand } from '../../../ui/curl-command';
import { FailureNotice } from '../../../ui/failure-notice';
import { Segmented } from '../../../ui/segmented';
import { Skeleton } from '../../../ui/skeleton';
import { useHeaders } from '../../data/use-applications';
import { useMessage } from '../../data/use-deliveries';
import styles from './attempt-inspector.module.css';

const LOOKS = [
  { value: 'lines', label: 'Pretty' },
  { value: 'line', label: 'One line' },
] as const;

/** What went out: address, headers as far as they are known, body, and a command that sends the same. */
export function AttemptRequest({ attempt }: { readonly attempt: LiveAttempt }) {
  const message = useMessage(attempt.appId, attempt.msgId);
  const extra = useHeaders(attempt.appId, attempt.endpointId);
  const [look, setLook] = useState<'lines' | 'line'>('lines');
  const headers = [
    ['content-type', 'application/json'],
    ['webhook-id', attempt.msgId],
    ...Object.entries(extra.data?.headers ?? {}),
  ] as const;
  const secret = extra.data?.sensitive ?? [];
  const text = bodyText(message.data?.payload, look);
  return (
    <section className={styles.part} aria-labelledby="request-title">
      <div className={styles.partHead}>
        <h3 id="request-title">Request</h3>
        {text !== null && (
          <>
            <span className={styles.remark}>Copy as curl</span>
            <CopyButton
              text={curlCommand({
                url: attempt.url,
                headers: [...headers],
                body: bodyText(message.data?.payload, 'line') ?? '',
              })}
              what="as curl"
            />
          </>
        )}
      </div>
      <dl className={styles.headers}>
        {headers.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {secret.map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={styles.remark}>hidden, write only</dd>
          </div>
        ))}
      </dl>
      <p className={styles.remark}>
        Extra headers as the endpoint has them now. Time and signature are made anew for every try.
      </p>
      {message.error && <FailureNotice title="The message could not be read" cause={message.error} />}
      {message.isPending && <Skeleton what="the message" rows={3} />}
      {text !== null && (
        <CodeBlock
          label="Request body"
          text={text}
          maxHeight="300px"
          remark={<Segmented label="How the body is shown" value={look} onChange={setLook} options={LOOKS} />}
        />
      )}
    </section>
  );
}

/** The body as text; null while it is unknown. A raw body that is no JSON object comes wrapped. */
function bodyText(
  payload: Readonly<Record<string, unknown>> | undefined,
  look: 'lines' | 'line',
): string | null {
  if (!payload) return null;
  const { rawPayload } = payload;
  if (typeof rawPayload === 'string' && Object.keys(payload).length === 1) return rawPayload;
  return JSON.stringify(payload, null, look === 'lines' ? 2 : 0);
}
