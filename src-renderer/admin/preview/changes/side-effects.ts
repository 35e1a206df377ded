import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import type { FlagSet } from '../../../../src-server/contract/flag-set';
import { type PreviewType, sees } from '../visible-types';

/** What the page needs to know of an endpoint. */
export type FilteredEndpoint = Pick<EndpointOut, 'id' | 'url' | 'filterTypes'>;

export interface SideEffect {
  /** The whole of it, in one sentence. */
  readonly words: string;
  readonly endpoints: readonly FilteredEndpoint[];
  readonly types: readonly PreviewType[];
}

/**
 * What flags do not do: hidden event types still reach endpoints. Seen from the customers of one set, in one
 * application.
 */
export function sideEffects(
  types: readonly PreviewType[],
  set: FlagSet,
  endpoints: readonly FilteredEndpoint[],
  application: string,
): SideEffect[] {
  const hidden = types.filter((type) => !type.archived && !sees(type, set));
  if (hidden.length === 0) return [];
  const who = `${set.letter} ${set.name}`;
  const open = endpoints.filter(({ filterTypes }) => !filterTypes || filterTypes.length === 0);
  const names = new Map(hidden.map((type) => [type.name, type]));
  const chosen = endpoints.filter(({ filterTypes }) => filterTypes?.some((name) => names.has(name)));
  const chosenTypes = [...new Set(chosen.flatMap(({ filterTypes }) => filterTypes ?? []))].flatMap(
    (name) => names.get(name) ?? [],
  );
  return [
    ...(open.length > 0
      ? [
          {
            words: `${count(hidden.length, 'type')} hidden from ${who} still ${hidden.length === 1 ? 'reaches' : 'reach'} ${count(open.length, 'unfiltered endpoint')} of ${application}.`,
            endpoints: open,
            types: hidden,
          },
        ]
      : []),
    ...(chosen.length > 0
      ? [
          {
            words: `${count(chosen.length, 'endpoint')} of ${application} ${chosen.length === 1 ? 'subscribes' : 'subscribe'} to ${chosenTypes.length === 1 ? 'a type' : `${chosenTypes.length} types`} that ${who} cannot see.`,
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
