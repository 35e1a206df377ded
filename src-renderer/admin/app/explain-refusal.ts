import type { ApiFailure } from '../../api/api-failure';

/** Why a token does not log in, and what to do about it. */
export function explainRefusal({ status, detail }: ApiFailure): string {
  if (status === 401) return 'This instance does not know this token. Check that it is complete.';
  if (status === 403) return `${detail} These pages need an admin token.`;
  return detail;
}
