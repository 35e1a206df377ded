import { shortRate } from '../../../ui/fuse-bar-geometry';
import layout from '../../../ui/layout.module.css';
import { LinkButton } from '../../../ui/link-button';
import { useTraffic } from '../../data/use-traffic';
import { Sparkline } from '../../parts/traffic/sparkline';
import { useTo } from '../../platform/instance';
import { trySearch } from '../../platform/try-address';
import styles from './detail.module.css';

interface LimitTrafficProps {
  readonly appId: string;
  readonly endpointId: string;
  /** The limit being edited, messages per second; null: none. */
  readonly limit: number | null;
}

/** The traffic of an endpoint, with the limit being edited drawn in. */
export function LimitTraffic({ appId, endpointId, limit }: LimitTrafficProps) {
  const to = useTo();
  const now = useTraffic(endpointId);
  const rates = now
    ? `Now: ${shortRate(now.arrivalsPerS)}/s arriving, ${shortRate(now.sendsPerS)}/s sent.`
    : 'Loading current rates.';
  return (
    <div className={styles.traffic}>
      <div className={`${layout.framed} ${layout.sunken} ${styles.picture}`}>
        <Sparkline endpointId={endpointId} limit={limit} />
      </div>
      <p className={layout.metaNumbers}>
        The last minutes
        {limit === null ? '' : `; the dashed line is the limit of ${limit.toLocaleString('en')}/s`}. {rates}
      </p>
      <LinkButton
        size="small"
        to={to('deliveries', 'simulator') + trySearch({ appId, endpointId, window: 'hour' }, limit)}
      >
        Try in simulator
      </LinkButton>
    </div>
  );
}
