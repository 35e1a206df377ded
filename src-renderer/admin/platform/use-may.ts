import { useQuery } from '@tanstack/react-query';
import type { OperationName } from '../../../src-server/contract/operations/api-operations';
import {
  LIMITED_KINDS,
  type LimitedKind,
  OPERATIONS_OF_KIND,
} from '../../../src-server/contract/token-kinds';
import { useInstance } from './instance';

/** The kind of the token that this browser is logged in with. Null: it may do everything, or that is not known yet. */
export function useLimitedKind(): LimitedKind | null {
  const { id, api } = useInstance();
  const { data } = useQuery({
    queryKey: [id, 'whoami'],
    queryFn: ({ signal }) => api.call('GET /auth/whoami', {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return LIMITED_KINDS.find((kind) => kind === data?.kind) ?? null;
}

/**
 * Says whether the token of this browser may call an operation. Its button is disabled where it may not, and a notice
 * above every screen gives the reason.
 */
export function useMay(): (operation: OperationName) => boolean {
  const { isCopy } = useInstance();
  const kind = useLimitedKind();
  // A working copy is edited here, whoever may push it.
  return (operation) => isCopy || kind === null || OPERATIONS_OF_KIND[kind].has(operation);
}
