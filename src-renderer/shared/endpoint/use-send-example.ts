import { useMutation } from '@tanstack/react-query';
import type { MessageOut } from '../../../src-server/contract/message';
import { useApiScope } from '../api-scope';
import { endpointPath } from './endpoint-path';

/** Sends the example of an event type to one endpoint, whatever that filters by. */
export function useSendExample(appId: string, endpointId: string) {
  const { api } = useApiScope();
  return useMutation({
    mutationFn: (eventType: string) =>
      api.post<MessageOut>(`${endpointPath(appId, endpointId)}/send-example`, { eventType }),
  });
}
