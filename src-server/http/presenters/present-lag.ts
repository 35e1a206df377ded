import { toIsoTime } from '../../base/clock';
import type { PollingConsumerOut } from '../../contract/polling-endpoint';
import { timeOfId } from '../../contract/time-of-id';
import type { Lag } from '../../delivery/polling-consumers';

/** What a consumer is not done with, and since when. */
export function presentLag({
  count,
  isMore,
  firstId,
}: Lag): Pick<PollingConsumerOut, 'lag' | 'lagIsMore' | 'lagSince'> {
  return {
    lag: count,
    lagIsMore: isMore,
    lagSince: firstId === null ? null : toIsoTime(timeOfId(firstId)),
  };
}
