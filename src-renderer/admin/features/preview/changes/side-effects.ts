import type { EndpointOut } from '../../../../../src-server/contract/endpoint';
import type { FlagSet } from '../../../../../src-server/contract/flag-set';
import { takesEventType } from '../../../../shared/endpoint/takes-event-type';
import { type PreviewType, sees } from '../../../../shared/preview-frames/visible-types';

/** What the page needs to know of an endpoint. */
type FilteredEndpoint = Pick<EndpointOut, 'id' | 'url' | 'filterTypes' | 'filterGroups'>;

export interface SideEffect {
  /** All of it in one sentence. */
  readonly label: string;
  readonly endpoints: readonly FilteredEndpoint[];
  readonly types: readonly PreviewType[];
}

/** What flags do not do: hidden event types still reach endpoints. For the customers of one set, in one application. */
export function sideEffects(
  types: readonly PreviewType[],
  set: FlagSet,
  endpoints: readonly FilteredEndpoint[],
  application: string,
): SideEffect[] {
  const hidden = types.filter((type) => !type.archived && !sees(type, set));
  if (hidden.length === 0) return [];
  const who = `${set.letter} ${set.name}`;
  const open = endpoints.filter(({ filterTypes, filterGroups }) => !filterTypes && !filterGroups);
  const taken = endpoints
    .filter((endpoint) => !open.includes(endpoint))
    .map((endpoint) => ({ endpoint, types: hidden.filter((type) => takesEventType(endpoint, type)) }))
    .filter((taker) => taker.types.length > 0);
  const chosen = taken.map(({ endpoint }) => endpoint);
  const chosenTypes = hidden.filter((type) => taken.some((taker) => taker.types.includes(type)));
  return [
    ...(open.length > 0
      ? [
          {
            label: `${count(hidden.length, 'type')} hidden from ${who} still ${hidden.length === 1 ? 'reaches' : 'reach'} ${count(open.length, 'unfiltered endpoint')} of ${application}.`,
            endpoints: open,
            types: hidden,
          },
        ]
      : []),
    ...(chosen.length > 0
      ? [
          {
            label: `${count(chosen.length, 'endpoint')} of ${application} ${chosen.length === 1 ? 'subscribes' : 'subscribe'} to ${chosenTypes.length === 1 ? 'a type' : `${chosenTypes.length} types`} that ${who} cannot see.`,
            endpoints: chosen,
            types: chosenTypes,
          },
        ]
      : []),
  ];
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
