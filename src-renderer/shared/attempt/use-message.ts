import { useQuery } from '@tanstack/react-query';
import { useApiScope } from '../api-scope';
import { readMessage } from './message-body';

/** One message with its body. */
export function useMessage(appId: string, msgId: string) {
  const { api, key } = useApiScope();
  return useQuery({
    queryKey: [...key, 'deliveries', 'message', msgId],
    queryFn: async ({ signal }) => {
      const path = `/app/${encodeURIComponent(appId)}/msg/${encodeURIComponent(msgId)}`;
      return readMessage((await api.getText(path, signal)).text);
    },
  });
}
