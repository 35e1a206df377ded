import type { EndpointOut } from '../../../src-server/contract/endpoint';
import type { ApiClient } from '../../api/api-client';
import type { EventTypeGroup, Groupable } from '../event-types/group-event-types';
import { callTagged } from '../forms/call-tagged';
import type { FormFields } from '../forms/patch-of';
import type { EditedThing } from '../forms/save-changes';
import { TEXT_FIELDS, TEXT_WORDS, type Texts, toBody, toDraft } from './endpoint-draft';
import { sendingOf } from './sending';

/** An endpoint as its forms write it: all of it, or the part that a form is about. */
export type EndpointFields = Partial<
  Texts &
    Pick<
      EndpointOut,
      'url' | 'filterTypes' | 'filterGroups' | 'rateLimit' | 'channels' | 'disabled' | 'paused'
    >
>;

/** The labels of the fields, and the words for values that are none themselves. */
export type EndpointWords = typeof ENDPOINT_WORDS;

/** The words of the admin pages. */
const ENDPOINT_WORDS = {
  url: 'URL',
  texts: TEXT_WORDS,
  events: 'Events',
  allEvents: 'All events',
  rateLimit: 'Rate limit',
  noRateLimit: 'Inherited',
  channels: 'Channels',
  sending: 'Sending',
  states: { on: 'On', paused: 'Paused', disabled: 'Disabled' },
};

/** The fields of an endpoint. Which events it takes is one choice, and so is whether it is sent to. */
export function endpointFormFields(words: EndpointWords): FormFields<EndpointFields> {
  return {
    url: { label: words.url, members: ['url'] },
    ...Object.fromEntries(
      TEXT_FIELDS.map((field) => [field, { label: words.texts[field].label, members: [field] }]),
    ),
    events: {
      label: words.events,
      members: ['filterTypes', 'filterGroups'],
      show: ({ filterTypes, filterGroups }) =>
        [...(filterGroups ?? []).map((group) => `${group}.*`), ...(filterTypes ?? [])].join(', ') ||
        words.allEvents,
    },
    rateLimit: {
      label: words.rateLimit,
      members: ['rateLimit'],
      show: ({ rateLimit }) => (rateLimit == null ? words.noRateLimit : `${rateLimit}/s`),
    },
    channels: { label: words.channels, members: ['channels'] },
    sending: {
      label: words.sending,
      members: ['disabled', 'paused'],
      show: ({ disabled = false, paused = false }) => words.states[sendingOf({ disabled, paused })],
    },
  };
}

type Groups = readonly EventTypeGroup<Groupable>[];

/** All fields of an endpoint, as a form that nobody has touched would write them. */
export function endpointFields(endpoint: EndpointOut, groups: Groups): EndpointFields {
  const { disabled, paused } = endpoint;
  return { ...toBody(toDraft(endpoint), groups), disabled, paused };
}

/** Where an endpoint is, and how it is shown. */
export interface EndpointPlace {
  readonly appId: string;
  readonly endpointId: string;
  /** Absent: those of the admin pages. */
  readonly words?: EndpointWords;
  /** The current event types, for what a whole group means. */
  readonly groups?: Groups;
}

/** An endpoint for a form that saves it. */
export function editedEndpoint(
  api: Pick<ApiClient, 'callText'>,
  { appId, endpointId, words = ENDPOINT_WORDS, groups = [] }: EndpointPlace,
) {
  const path = { app: appId, endpoint: endpointId };
  return {
    fields: endpointFormFields(words),
    read: async () => {
      const { value, tag } = await callTagged(api, 'GET /app/{app}/endpoint/{endpoint}', { path });
      return { value: endpointFields(value, groups), tag };
    },
    write: (body: EndpointFields, ifMatch: string | null) =>
      api.callText('PATCH /app/{app}/endpoint/{endpoint}', { path, body }, { ifMatch }),
  } satisfies EditedThing<EndpointFields>;
}
