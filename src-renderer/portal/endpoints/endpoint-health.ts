import type { StatusText } from '../../../src-server/contract/attempt';
import type { EndpointOut, EndpointStatsOut } from '../../../src-server/contract/endpoint';
import type { EndpointState } from '../../../src-server/contract/endpoint-state';

/**
 * The health of an endpoint: a word, the glyph and tone of a status, and the share of deliveries that arrived in the
 * last day.
 */
interface EndpointHealth {
  readonly state: EndpointState;
  readonly status: StatusText;
  /** Null: nothing was attempted in the last day, or that is unknown. */
  readonly ratio: number | null;
  /** Deliveries of the last day that were attempted. */
  readonly tried: number;
  /** True: there were more than could be counted. */
  readonly isPartial: boolean;
}

const STATUS_OF: Readonly<Record<EndpointState, StatusText>> = {
  failing: 'fail',
  delayed: 'pending',
  recovering: 'pending',
  queued: 'pending',
  active: 'success',
  paused: 'pending',
  disabled: 'canceled',
  idle: 'canceled',
};

/** @param day how the deliveries of the last day ended; undefined while that is unknown */
export function endpointHealth(
  { state }: Pick<EndpointOut, 'state'>,
  day: EndpointStatsOut | undefined,
): EndpointHealth {
  const tried = day ? triedOf(day) : 0;
  // Rounded down: 100% means all of them.
  const ratio = day && tried > 0 ? Math.floor((day.success / tried) * 100) / 100 : null;
  return { state, status: STATUS_OF[state], ratio, tried, isPartial: Boolean(day?.countedSince) };
}

/** What failed and will be retried has not arrived, but was attempted. */
function triedOf({ success, fail, sending }: EndpointStatsOut): number {
  return success + fail + sending;
}
