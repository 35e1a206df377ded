import type { EndpointState } from '../../../../src-server/contract/endpoint-state';
import type { DeliveryStateOut } from '../../../../src-server/contract/traffic';
import { trafficWord } from '../../../ui/traffic-status';

/** From healthy to those that need a person, as the end of a sentence carries its point. */
const ORDER: readonly EndpointState[] = [
  ...(['active', 'idle', 'paused', 'disabled'] as const),
  ...(['queued', 'recovering', 'delayed', 'failing'] as const),
];
const NAMED_MAX = 3;

/** A part of the sentence; `names` are endpoints in trouble. */
interface SummaryPart {
  readonly state: EndpointState;
  /** "1 congested" */
  readonly text: string;
  /** Hosts of the endpoints in trouble, at most three. */
  readonly names: readonly string[];
  /** Endpoints in trouble beyond those. */
  readonly more: number;
}

/**
 * "14 active, 1 queued, 1 delayed: api.acme.test", in parts.
 * @param nameOf the name of an endpoint
 */
export function summaryParts(
  { counts, endpoints }: Pick<DeliveryStateOut, 'counts' | 'endpoints'>,
  nameOf: (endpointId: string) => string,
): readonly SummaryPart[] {
  return ORDER.filter((state) => counts[state] > 0).map((state) => {
    const isTrouble = state === 'delayed' || state === 'failing';
    const names = isTrouble
      ? endpoints
          .filter((endpoint) => endpoint.state === state)
          .slice(0, NAMED_MAX)
          .map(({ endpointId }) => nameOf(endpointId))
      : [];
    const text = `${counts[state].toLocaleString('en')} ${trafficWord(state)}`;
    return { state, text, names, more: isTrouble ? Math.max(0, counts[state] - names.length) : 0 };
  });
}

/** The same as one text, for screen readers. */
export function summarySentence(parts: readonly SummaryPart[]): string {
  const texts = parts.map(({ text, names, more }) => {
    if (names.length === 0) return text;
    return `${text}: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  });
  return texts.length === 0 ? 'No endpoints' : texts.join(', ');
}
