import { useMutation } from '@tanstack/react-query';
import { useApiScope } from '../api-scope';

/** Sends the example of an event type to one endpoint, whatever its filter. */
export function useSendExample(appId: string, endpointId: string) {
  const { api } = useApiScope();
  return useMutation({
    mutationFn: (eventType: string) =>
      api.call('POST /app/{app}/endpoint/{endpoint}/send-example', {
        path: { app: appId, endpoint: endpointId },
        body: { eventType },
      }),
  });
}
