import { useQuery } from '@tanstack/react-query';
import type { LimitedKind } from '../../../src-server/contract/token-kinds';
import { useInstance } from './instance';
import { limitedKindQuery } from './limited-kind';

/** The kind of the token that the instance in view is asked with. Null: it may do everything, or that is not known yet. */
export function useLimitedKind(): LimitedKind | null {
  const { id, api } = useInstance();
  return useQuery(limitedKindQuery(id, api)).data ?? null;
}
