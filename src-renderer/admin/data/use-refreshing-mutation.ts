import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

/** A mutation. After its success, the queries under `queryKey` are refreshed before it ends. */
export function useRefreshingMutation<Out, In = void>(
  queryKey: QueryKey,
  mutationFn: (input: In) => Promise<Out>,
) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey }) });
}
