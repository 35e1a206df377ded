import type { AttemptOut } from '../../../src-server/contract/attempt';
import { HeaderList } from '../../shared/attempt/header-list';
import { laidOutBody } from '../../shared/attempt/message-body';
import { useRecordedRequest } from '../../shared/attempt/use-recorded-request';
import { CodeBlock } from '../../ui/code-block';
import { CopyButton } from '../../ui/copy-button';
import { FailureNotice } from '../../ui/failure-notice';
import { Skeleton } from '../../ui/skeleton';
import { useWords } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';
import styles from './portal-messages.module.css';

/** The request and the answer of one attempt: headers and bodies, and a command that sends the same. */
export function AttemptDetails({ attempt }: { readonly attempt: AttemptOut }) {
  const { application } = usePortalSession();
  const words = useWords().messages;
  const { message, headers, curl, isUnrecorded, isRemoved } = useRecordedRequest(application.id, attempt);
  const { sent = [], hidden = [], received = [] } = headers.data ?? {};
  const body = message.data?.body;
  return (
    <div className={styles.exchange}>
      <section className={styles.side}>
        <div className={styles.sideHead}>
          <h3>{words.request}</h3>
          {curl !== null && (
            <>
              <span>{words.copyCurl}</span>
              <CopyButton text={curl} what={words.curl} />
            </>
          )}
        </div>
        <p className={styles.line}>
          <code>POST {attempt.url}</code>
        </p>
        {headers.error && <FailureNotice title={words.headersNotRead} cause={headers.error} />}
        {headers.isPending && <Skeleton what={words.headersWhat} rows={3} />}
        <HeaderList rows={sent} hidden={hidden} hiddenWord={words.hidden} styles={styles} />
        {isUnrecorded && <p className={styles.remark}>{words.noHeaders}</p>}
        {curl !== null && hidden.length > 0 && <p className={styles.remark}>{words.curlNote}</p>}
        {message.error && <FailureNotice title={words.oneNotRead} cause={message.error} />}
        {isRemoved && <p className={styles.remark}>{words.expired}</p>}
        {typeof body === 'string' && (
          <CodeBlock text={laidOutBody(body)} label={words.body} maxHeight="320px" />
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
        <HeaderList rows={received} hiddenWord={words.hidden} styles={styles} />
        {attempt.response === '' ? (
          <p className={styles.remark}>{words.noBody}</p>
        ) : (
          <CodeBlock text={attempt.response} label={words.answer} language="text" maxHeight="320px" />
        )}
      </section>
    </div>
  );
}
