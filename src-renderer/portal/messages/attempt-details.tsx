import type { AttemptOut } from '../../../src-server/contract/attempt';
import { HeaderList } from '../../shared/attempt/header-list';
import { laidOutBody } from '../../shared/attempt/message-body';
import { responseLabel } from '../../shared/attempt/response-label';
import { useRecordedRequest } from '../../shared/attempt/use-recorded-request';
import { CodeBlock } from '../../ui/code-block';
import { CopyButton } from '../../ui/copy-button';
import { FailureNotice } from '../../ui/failure-notice';
import layout from '../../ui/layout.module.css';
import { Skeleton } from '../../ui/skeleton';
import { useUiLabels } from '../../ui/ui-labels';
import { useLabels } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';
import styles from './portal-messages.module.css';

/** The response to one attempt and its request: headers and bodies, and a command that sends the same request. */
export function AttemptDetails({ attempt }: { readonly attempt: AttemptOut }) {
  const { application } = usePortalSession();
  const labels = useLabels().messages;
  const { causes } = useUiLabels();
  const { message, headers, curl, isUnrecorded, isRemoved } = useRecordedRequest(application.id, attempt);
  const { sent = [], hidden = [], received = [] } = headers.data ?? {};
  const body = message.data?.body;
  return (
    <div className={styles.exchange}>
      <section className={`${layout.gridStack2} ${layout.shrinking} ${styles.side}`}>
        <div className={`${layout.line1} ${layout.target} ${styles.sideHead}`}>
          <h3>{labels.response}</h3>
        </div>
        <p className={layout.breakable}>
          {responseLabel(attempt, causes)}, {labels.tookMs({ ms: attempt.responseDurationMs })}
        </p>
        <HeaderList rows={received} hiddenWord={labels.hidden} className={styles.headers} />
        {attempt.response === '' ? (
          <p className={layout.meta}>{labels.noBody}</p>
        ) : (
          <CodeBlock text={attempt.response} label={labels.response} language="text" maxHeight="320px" />
        )}
      </section>
      <section className={`${layout.gridStack2} ${layout.shrinking} ${styles.side}`}>
        <div className={`${layout.line1} ${layout.target} ${styles.sideHead}`}>
          <h3>{labels.request}</h3>
          {curl !== null && (
            <>
              <span>{labels.copyCurl}</span>
              <CopyButton text={curl} what={labels.curl} />
            </>
          )}
        </div>
        <p className={layout.breakable}>
          <code>POST {attempt.url}</code>
        </p>
        {headers.error && <FailureNotice title={labels.headersNotRead} cause={headers.error} />}
        {headers.isPending && <Skeleton what={labels.headersWhat} rows={3} />}
        <HeaderList rows={sent} hidden={hidden} hiddenWord={labels.hidden} className={styles.headers} />
        {isUnrecorded && <p className={layout.meta}>{labels.noHeaders}</p>}
        {curl !== null && hidden.length > 0 && <p className={layout.meta}>{labels.curlNote}</p>}
        {message.error && <FailureNotice title={labels.oneNotRead} cause={message.error} />}
        {isRemoved && <p className={layout.meta}>{labels.expired}</p>}
        {typeof body === 'string' && (
          <CodeBlock text={laidOutBody(body)} label={labels.body} maxHeight="320px" />
        )}
      </section>
    </div>
  );
}
