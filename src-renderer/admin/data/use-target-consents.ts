import { useQuery } from '@tanstack/react-query';
import type { TargetConsentIn, TargetConsentOut } from '../../../src-server/contract/target-consent';
import { useInstance } from '../platform/instance';
import { useRefreshingMutation } from './use-refreshing-mutation';

/** The non-public targets that deliveries of the instance may reach, oldest first. */
export function useTargetConsents() {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'target-consents'],
    queryFn: async ({ signal }): Promise<readonly TargetConsentOut[]> => {
      const response = await api.call('GET /target-consent', {}, signal);
      return response.data;
    },
  });
}

export function useAllowTarget() {
  const { id, api } = useInstance();
  return useRefreshingMutation([id, 'target-consents'], (consent: TargetConsentIn) =>
    api.call('POST /target-consent', { body: consent }),
  );
}

export function useRevokeTarget() {
  const { id, api } = useInstance();
  return useRefreshingMutation([id, 'target-consents'], (consentId: string) =>
    api.call('DELETE /target-consent/{id}', { path: { id: consentId } }),
  );
}
