import type { PollingEndpointOut } from '../../../src-server/contract/polling-endpoint';
import type { ApiClient } from '../../api/api-client';
import { callTagged } from '../forms/call-tagged';
import type { EditedThing } from '../forms/save-changes';
import { ENDPOINT_WORDS, type EndpointPlace } from './edited-endpoint';
import {
  type OpenedPolling,
  openedEndpoint,
  TEXT_FIELDS,
  type Texts,
  toDraft,
  toPollingBody,
} from './endpoint-draft';
import { filterText } from './filter-text';

/** A polling endpoint as its forms write it. */
export type PollingFields = Partial<
  Texts & Pick<PollingEndpointOut, 'uid' | 'filterTypes' | 'channels' | 'filter' | 'disabled'>
>;

/** All its fields, as a form that nobody has touched would write them. */
export function pollingFields(endpoint: OpenedPolling): PollingFields {
  return toPollingBody(toDraft(endpoint), []);
}

/** A polling endpoint for a form that saves it. */
export function editedPollingEndpoint(
  api: Pick<ApiClient, 'callText'>,
  { appId, endpointId, words = ENDPOINT_WORDS }: EndpointPlace,
) {
  const path = { app: appId, poller: endpointId };
  const { polling } = words;
  return {
    fields: {
      uid: { label: polling.uid.label, members: ['uid'] },
      ...Object.fromEntries(
        TEXT_FIELDS.map((field) => [field, { label: words.texts[field].label, members: [field] }]),
      ),
      events: {
        label: words.events.label,
        members: ['filterTypes'],
        show: ({ filterTypes }) => filterTypes?.join(', ') ?? words.events.all.label,
      },
      channels: { label: words.channels.label, members: ['channels'] },
      filter: {
        label: words.filter.label,
        members: ['filter'],
        show: ({ filter }) => filterText(filter) || '–',
      },
      disabled: {
        label: polling.label,
        members: ['disabled'],
        show: ({ disabled = false }) => polling[disabled ? 'disabled' : 'on'].label,
      },
    },
    read: async () => {
      const { value, tag } = await callTagged(api, 'GET /app/{app}/polling-endpoint/{poller}', { path });
      return { value: pollingFields(openedEndpoint(value)), tag };
    },
    write: (body: PollingFields, ifMatch: string | null) =>
      api.callText('PATCH /app/{app}/polling-endpoint/{poller}', { path, body }, { ifMatch }),
  } satisfies EditedThing<PollingFields>;
}
