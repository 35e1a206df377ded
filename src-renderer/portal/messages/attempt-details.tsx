import { useQuery } from '@tanstack/react-query';
import type { AttemptOut } from '../../../src-server/contract/attempt';
import { CodeBlock } from '../../ui/code-block';
import { CopyButton } from '../../ui/copy-button';
import { curlCommand } from '../../ui/curl-command';
import { FailureNotice } from '../../ui/failure-notice';
import { Skeleton } from '../../ui/skeleton';
import { useWords } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';
import { bodyText, isExpired } from './message-body';
import styles from './portal-messages.module.css';

/** The request and the answer of one attempt: headers and bodies, and a command that sends the same. */
export function AttemptDetails({ attempt }: { readonly attempt: AttemptOut }) {
  const { api, application } = usePortalSession();
  const words = useWords().messages;
  const message = useQuery({
    queryKey: ['messages', attempt.msgId, 'message'],
    queryFn: ({ signal }) =>
      api.call(
        'GET /app/{app}/msg/{message}',
        { path: { app: application.id, message: attempt.msgId } },
        signal,
      ),
  });
  const headers = useQuery({
    queryKey: ['messages', attempt.msgId, 'headers', attempt.id],
    queryFn: ({ signal }) =>
      api.call(
        'GET /app/{app}/msg/{message}/attempt/{attempt}/headers',
        { path: { app: application.id, message: attempt.msgId, attempt: attempt.id } },
        signal,
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const sent = Object.entries(headers.data?.sentHeaders ?? {});
  const received = Object.entries(headers.data?.responseHeaders ?? {});
  const hidden = headers.data?.sensitive ?? [];
  const payload = message.data?.payload;
  const expired = payload !== undefined && isExpired(payload);
  return (
    <div className={styles.exchange}>
      <section className={styles.side}>
        <div className={styles.sideHead}>
          <h3>{words.request}</h3>
          {payload && !expired && (
            <>
              <span>{words.copyCurl}</span>
              <CopyButton
                text={curlCommand({ url: attempt.url, headers: sent, body: bodyText(payload, 'line') })}
                what={words.curl}
              />
            </>
          )}
        </div>
        <p className={styles.line}>
          <code>POST {attempt.url}</code>
        </p>
        {headers.error && <FailureNotice title={words.headersNotRead} cause={headers.error} />}
        {headers.isPending && <Skeleton what={words.headersWhat} rows={3} />}
        <Headers rows={sent} hidden={hidden.filter((name) => !received.some(([known]) => known === name))} />
        {hidden.length > 0 && <p className={styles.remark}>{words.curlNote}</p>}
        {message.error && <FailureNotice title={words.oneNotRead} cause={message.error} />}
        {expired && <p className={styles.remark}>{words.expired}</p>}
        {payload && !expired && (
          <CodeBlock text={bodyText(payload, 'lines')} label={words.body} maxHeight="320px" />
        )}
      </section>
      <section className={styles.side}>
        <div className={styles.sideHead}>
          <h3>{words.answer}</h3>
        </div>
        <p className={styles.line}>
          {attempt.responseStatusCode === 0 ? words.noAnswer : attempt.responseStatusCode},{' '}
          {words.tookMs(attempt.responseDurationMs)}
        </p>
        <Headers rows={received} hidden={[]} />
        {attempt.response === '' ? (
          <p className={styles.remark}>{words.noBody}</p>
        ) : (
          <CodeBlock text={attempt.response} label={words.answer} language="text" maxHeight="320px" />
        )}
      </section>
    </div>
  );
}

interface HeadersProps {
  readonly rows: readonly (readonly [string, string])[];
  readonly hidden: readonly string[];
}

function Headers({ rows, hidden }: HeadersProps) {
  const words = useWords().messages;
  if (rows.length + hidden.length === 0) return null;
  return (
    <dl className={styles.headers}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {hidden.map((name) => (
        <div key={`hidden ${name}`}>
          <dt>{name}</dt>
          <dd className={styles.remark}>{words.hidden}</dd>
        </div>
      ))}
    </dl>
  );
}
