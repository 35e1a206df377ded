import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { BlockedNotice } from '../../shared/endpoint/blocked-notice';
import { useTo } from '../platform/instance';

/** Which message holds all others of an ordered endpoint, with a link to it. */
export function BlockedEndpoint(
  props: Pick<ComponentProps<typeof BlockedNotice>, 'appId' | 'endpoint' | 'pace'>,
) {
  const to = useTo();
  return (
    <BlockedNotice
      {...props}
      linkTo={(id) => <Link to={to('deliveries', 'messages', props.appId, id)}>{id}</Link>}
      mayRetry
      maySkip
    />
  );
}
