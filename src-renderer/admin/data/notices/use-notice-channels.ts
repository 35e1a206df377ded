import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NoticeChannelIn, NoticeChannelOut } from '../../../../src-server/contract/notice-channel';
import { useSaveChanges } from '../../../shared/forms/use-save-changes';
import { useInstance } from '../../platform/instance';
import { useRefreshingMutation } from '../use-refreshing-mutation';
import { type ChannelFields, editedChannel } from './edited-channel';

/** Where people are told what happens at the instance, the oldest first. */
export function useNoticeChannels() {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'notice-channels'],
    queryFn: async ({ signal }): Promise<readonly NoticeChannelOut[]> =>
      (await api.call('GET /notice-channels', {}, signal)).data,
  });
}

export function useCreateChannel() {
  const { id, api } = useInstance();
  return useRefreshingMutation([id, 'notice-channels'], (channel: NoticeChannelIn) =>
    api.call('POST /notice-channels', { body: channel }),
  );
}

/** Saves what was changed of a channel, and nothing else. */
export function useEditChannel(channelId: string) {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useSaveChanges<ChannelFields>(editedChannel(api, channelId), () =>
    client.invalidateQueries({ queryKey: [id, 'notice-channels'] }),
  );
}

export function useRemoveChannel() {
  const { id, api } = useInstance();
  return useRefreshingMutation([id, 'notice-channels'], (channel: string) =>
    api.call('DELETE /notice-channels/{channel}', { path: { channel } }),
  );
}

/** Sends a test, and says whether it arrived. */
export function useTestChannel() {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (channel: string) => api.call('POST /notice-channels/{channel}/test', { path: { channel } }),
    // One that works is no longer shown as failing.
    onSuccess: () => client.invalidateQueries({ queryKey: [id, 'notice-channels'] }),
  });
}
