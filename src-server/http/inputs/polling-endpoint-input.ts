import type { PollingEndpointPatch } from '../../contract/polling-endpoint';
import type { PollingEndpointContent } from '../../storage/installation/polling-endpoint-store';
import { checkedFilter } from './endpoint-filter';
import { orNull, readUid } from './spellings';

const NEW: PollingEndpointContent = {
  uid: null,
  description: '',
  filterTypes: null,
  channels: null,
  filter: null,
  disabled: false,
};

/** What POST says about a new polling endpoint. @throws ApiError 422 */
export function newPollingEndpoint(body: PollingEndpointPatch): PollingEndpointContent {
  return changedPollingEndpoint(NEW, body);
}

/** What PATCH turns one into: absent leaves a field alone, null clears it. @throws ApiError 422 */
export function changedPollingEndpoint(
  current: PollingEndpointContent,
  body: PollingEndpointPatch,
): PollingEndpointContent {
  const filterTypes = orNull(body.filterTypes);
  const channels = orNull(body.channels);
  return {
    uid: body.uid === undefined ? current.uid : readUid(body.uid, 'poll_'),
    description: body.description ?? current.description,
    filterTypes: filterTypes === undefined ? current.filterTypes : filterTypes,
    channels: channels === undefined ? current.channels : channels,
    filter: body.filter === undefined ? current.filter : checkedFilter(body.filter),
    disabled: body.disabled ?? current.disabled,
  };
}
