import type { StatusText } from '../../../src-server/contract/attempt';
import type { EndpointOut, EndpointStatsOut } from '../../../src-server/contract/endpoint';
import type { Labels } from '../labels/labels';

/**
 * The health of an endpoint: a word, the glyph and tone of a status, and the share of deliveries that arrived in the
 * last day.
 */
interface EndpointHealth {
  readonly state: keyof Labels['endpoints']['health'];
  readonly status: StatusText;
  /** Null: nothing was attempted in the last day, or that is unknown. */
  readonly percent: number | null;
  /** Deliveries of the last day that were attempted. */
  readonly tried: number;
}

const STATUS_OF: Readonly<Record<EndpointHealth['state'], StatusText>> = {
  healthy: 'success',
  some: 'pending',
  failing: 'fail',
  paused: 'pending',
  disabled: 'canceled',
  quiet: 'canceled',
};

/** @param day how the deliveries of the last day ended; undefined while that is unknown */
export function endpointHealth(
  endpoint: Pick<EndpointOut, 'disabled' | 'paused' | 'failingSince'>,
  day: EndpointStatsOut | undefined,
): EndpointHealth {
  const tried = day ? triedOf(day) : 0;
  // Rounded down: 100 % means all of them.
  const percent = day && tried > 0 ? Math.floor((day.success / tried) * 100) : null;
  const state = stateOf(endpoint, percent);
  return { state, status: STATUS_OF[state], percent, tried };
}

/** What failed and will be retried has not arrived, but was attempted. */
function triedOf({ success, fail, sending }: EndpointStatsOut): number {
  return success + fail + sending;
}

function stateOf(
  { disabled, paused, failingSince }: Pick<EndpointOut, 'disabled' | 'paused' | 'failingSince'>,
  percent: number | null,
): EndpointHealth['state'] {
  if (disabled) return 'disabled';
  if (paused) return 'paused';
  if (failingSince) return 'failing';
  if (percent === null) return 'quiet';
  return percent === 100 ? 'healthy' : percent < 50 ? 'failing' : 'some';
}
