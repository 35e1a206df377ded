import type { ReactNode } from 'react';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import type { ApiClient } from '../../api/api-client';
import type { EventTypeGroup, Groupable } from '../event-types/group-event-types';
import { callTagged } from '../forms/call-tagged';
import type { FormFields } from '../forms/patch-of';
import type { EditedThing } from '../forms/save-changes';
import {
  type OpenedEndpoint,
  openedEndpoint,
  TEXT_FIELDS,
  TEXT_WORDS,
  type TextName,
  type Texts,
  toBody,
  toDraft,
} from './endpoint-draft';
import { filterText } from './filter-text';
import { FILTER_WORDS, type FilterWords } from './filter-words';
import { ORDER_WORDS, type OrderWords } from './order-words';
import { POLLING_FIELD_WORDS, type PollingFieldWords } from './polling-field-words';
import { SENDING_LABELS, type Sending, sendingOf } from './sending';

/** An endpoint as its forms write it: all of it, or the part that a form is about. */
export type EndpointFields = Partial<
  Texts &
    Pick<
      EndpointOut,
      | 'url'
      | 'filterTypes'
      | 'filterGroups'
      | 'rateLimit'
      | 'channels'
      | 'filter'
      | 'ordered'
      | 'eventTypeNotices'
      | 'disabled'
      | 'paused'
    >
>;

interface Words {
  readonly label: string;
  readonly hint?: ReactNode;
}

interface TextWords extends Words {
  readonly placeholder?: string;
}

/** What a page calls the fields of an endpoint and their values. */
export interface EndpointWords {
  readonly url: TextWords;
  readonly texts: Readonly<Record<TextName, TextWords>>;
  readonly events: { readonly label: string; readonly all: Words; readonly some: Words };
  readonly channels: TextWords;
  readonly filter: FilterWords;
  readonly rateLimit: {
    readonly label: string;
    readonly inherit: Words;
    readonly own: Words;
    readonly rate: TextWords;
    /** In place of a number: the endpoint has no limit of its own. */
    readonly inherited: string;
  };
  readonly order: OrderWords;
  readonly notices: Words & { readonly tell: string };
  readonly sending: { readonly label: string } & Readonly<Record<Sending, Words>>;
  readonly polling: PollingFieldWords;
}

/** The texts of what an endpoint is told of its event types. */
export const NOTICES_WORDS = {
  label: 'Notices',
  tell: 'Tell this endpoint about its event types',
  hint: 'Sends it event_type.deprecated, and event_type.changed after a breaking change.',
};

/** The words of the admin pages. */
export const ENDPOINT_WORDS: EndpointWords = {
  url: { label: 'URL', placeholder: 'https://customer.example.com/webhooks' },
  texts: TEXT_WORDS,
  events: {
    label: 'Events',
    all: { label: 'All events' },
    some: {
      label: 'Selected events',
      hint: 'Single event types, or groups including their future event types.',
    },
  },
  channels: {
    label: 'Channels',
    placeholder: 'project_1, project_2',
    hint: 'Receives only messages sent to one of these channels. If empty, receives all messages.',
  },
  filter: FILTER_WORDS,
  rateLimit: {
    label: 'Rate limit',
    inherit: { label: 'Inherit' },
    own: { label: 'Own limit' },
    rate: { label: 'Messages per second' },
    inherited: 'Inherited',
  },
  order: ORDER_WORDS,
  notices: NOTICES_WORDS,
  sending: { label: 'Sending', ...SENDING_LABELS },
  polling: POLLING_FIELD_WORDS,
};

/** The fields of an endpoint. Which events it takes is one choice, and so is whether it is sent to. */
function endpointFormFields(words: EndpointWords): FormFields<EndpointFields> {
  return {
    url: { label: words.url.label, members: ['url'] },
    ...Object.fromEntries(
      TEXT_FIELDS.map((field) => [field, { label: words.texts[field].label, members: [field] }]),
    ),
    events: {
      label: words.events.label,
      members: ['filterTypes', 'filterGroups'],
      show: ({ filterTypes, filterGroups }) =>
        [...(filterGroups ?? []).map((group) => `${group}.*`), ...(filterTypes ?? [])].join(', ') ||
        words.events.all.label,
    },
    rateLimit: {
      label: words.rateLimit.label,
      members: ['rateLimit'],
      show: ({ rateLimit }) => (rateLimit == null ? words.rateLimit.inherited : `${rateLimit}/s`),
    },
    channels: { label: words.channels.label, members: ['channels'] },
    filter: {
      label: words.filter.label,
      members: ['filter'],
      show: ({ filter }) => filterText(filter) || '–',
    },
    order: {
      label: words.order.label,
      members: ['ordered'],
      show: ({ ordered = false }) => words.order[ordered ? 'strict' : 'any'].label,
    },
    notices: {
      label: words.notices.label,
      members: ['eventTypeNotices'],
      show: ({ eventTypeNotices = false }) => (eventTypeNotices ? words.notices.tell : '–'),
    },
    sending: {
      label: words.sending.label,
      members: ['disabled', 'paused'],
      show: ({ disabled = false, paused = false }) => words.sending[sendingOf({ disabled, paused })].label,
    },
  };
}

type Groups = readonly EventTypeGroup<Groupable>[];

/** All fields of an endpoint, as a form that nobody has touched would write them. */
export function endpointFields(endpoint: OpenedEndpoint, groups: Groups): EndpointFields {
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
      return { value: endpointFields(openedEndpoint(value), groups), tag };
    },
    write: (body: EndpointFields, ifMatch: string | null) =>
      api.callText('PATCH /app/{app}/endpoint/{endpoint}', { path, body }, { ifMatch }),
  } satisfies EditedThing<EndpointFields>;
}
