import { Link } from 'react-router';
import type { PollingEndpointOut } from '../../../../src-server/contract/polling-endpoint';
import { pollerName } from '../../../shared/polling/polling-state';
import { PollingGlance, PollingStatus } from '../../../shared/polling/polling-status';
import { POLLING_WORDS } from '../../../shared/polling/polling-words';
import { usePollingConsumers } from '../../../shared/polling/use-polling-endpoints';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import { useTo } from '../../platform/instance';
import detail from './detail.module.css';
import { eventsLabel } from './events-label';

interface PollingRowProps {
  readonly appId: string;
  readonly poller: PollingEndpointOut;
}

/** A polling endpoint among those of its application: state, event types, and how far its consumers have read. */
export function PollingRow({ appId, poller }: PollingRowProps) {
  const to = useTo();
  const consumers = usePollingConsumers(appId, poller.id);
  const name = pollerName(poller);
  return (
    <Link
      to={to('apps', appId, 'polling', poller.id)}
      className={classNames(
        layout.gridCentered,
        layout.hovering,
        detail.endpoint,
        detail.applicationEndpoint,
      )}
    >
      <span>
        <PollingStatus poller={poller} consumers={consumers.data} words={POLLING_WORDS} />
      </span>
      <span className={`${layout.column} ${layout.shrinking} ${detail.what}`}>
        <span className={`${layout.cut} ${detail.url}`}>{name}</span>
        <span className={`${layout.meta} ${layout.cut} ${detail.sub}`}>
          {POLLING_WORDS.kind}, {eventsLabel({ ...poller, filterGroups: null })}
          {poller.description !== name && poller.description && `, ${poller.description}`}
        </span>
        <span className={layout.meta}>
          <PollingGlance consumers={consumers.data} words={POLLING_WORDS} />
        </span>
      </span>
    </Link>
  );
}
