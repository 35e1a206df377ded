import type { ApplicationOut } from '../../../../src-server/contract/application';
import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import { responseLabel } from '../../../shared/attempt/response-label';
import { CodeBlock } from '../../../ui/code-block';
import { FuseBar } from '../../../ui/fuse-bar';
import layout from '../../../ui/layout.module.css';
import { Time } from '../../../ui/time';
import { useLastError } from '../../data/use-endpoint-stats';
import { useTraffic } from '../../data/use-traffic';
import { pretty } from '../../parts/receiver-log';
import { Sparkline } from '../../parts/traffic/sparkline';
import styles from './detail.module.css';

interface EndpointNowProps {
  readonly application: ApplicationOut;
  readonly endpoint: EndpointOut;
}

/** The last minutes of an endpoint, and its rate against its limit. */
export function EndpointNow({ application, endpoint }: EndpointNowProps) {
  const now = useTraffic(endpoint.id);
  const limit = endpoint.rateLimit ?? application.rateLimit;
  return (
    <section className={`${layout.gridTop} ${layout.gap24} ${styles.now}`} aria-label="Last minutes">
      <Sparkline endpointId={endpoint.id} limit={limit} />
      {now && (
        <FuseBar
          ratePerS={now.sendsPerS}
          failedPerS={now.failedPerS}
          arrivalsPerS={now.arrivalsPerS}
          limit={limit}
          isInherited={endpoint.rateLimit === null}
        />
      )}
    </section>
  );
}

/** The newest failure, with what the receiver said. */
export function LastError({ appId, endpointId }: { readonly appId: string; readonly endpointId: string }) {
  const { data: failed } = useLastError(appId, endpointId);
  if (!failed) return null;
  return (
    <section className={layout.stack3} aria-labelledby="error-title">
      <div className={styles.sectionHead}>
        <h3 id="error-title">Last error</h3>
        <span className={layout.meta}>
          {responseLabel(failed)} after {failed.responseDurationMs} ms,{' '}
          <Time at={failed.timestamp} as="clock" />
        </span>
      </div>
      <CodeBlock
        label={failed.responseStatusCode === 0 ? 'Reason for no response' : 'Response body'}
        text={failed.response === '' ? '(empty)' : pretty(failed.response)}
        maxHeight="220px"
      />
    </section>
  );
}
