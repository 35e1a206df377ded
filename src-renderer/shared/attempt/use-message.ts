import { useQuery } from '@tanstack/react-query';
import { useApiScope } from '../api-scope';
import { readMessage } from './message-body';

/** One message with its body. */
export function useMessage(appId: string, msgId: string) {
  const { api, key } = useApiScope();
  return useQuery({
    queryKey: [...key, 'deliveries', 'message', msgId],
    queryFn: async ({ signal }) => {
      const path = { app: appId, message: msgId };
      return readMessage((await api.callText('GET /app/{app}/msg/{message}', { path }, { signal })).text);
    },
  });
}
