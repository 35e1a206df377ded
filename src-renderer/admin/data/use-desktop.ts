import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DesktopSettings } from '../../../src-main/contract/desktop-api';
import { desktop } from '../../api/desktop';

const KEY = ['desktop'];

/** The settings of the desktop program that shows this page. Null: it is open in a browser. */
export function useDesktop() {
  return useQuery({ queryKey: KEY, queryFn: () => desktop()?.getDesktop() ?? null, retry: false });
}

/** Changes settings of the desktop program. */
export function useChangeDesktop() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: Partial<DesktopSettings>) => (await desktop()?.changeDesktop(change)) ?? null,
    onSuccess: (state) => client.setQueryData(KEY, state),
  });
}
