import type { ApiFailure } from '../../api/api-failure';
import { AnswerCache } from '../../shared/answer-cache';
import { QUERY_DEFAULTS } from '../../shared/query-defaults';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiFailure;
  }
}

/**
 * The cache of the servers' answers. Every key begins with the connection's id, so that two instances never mix. Live
 * events refresh it; the age below is for what they do not report.
 */
export function createQueryClient(): AnswerCache {
  return new AnswerCache({ defaultOptions: QUERY_DEFAULTS });
}
