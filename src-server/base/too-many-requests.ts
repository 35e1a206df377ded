import { type ApiError, apiError } from './errors';

/** 429 that says why, and after how many seconds to try again. */
export function tooManyRequests(why: string, retryAfterS: number): ApiError {
  const seconds = retryAfterS === 1 ? 'second' : 'seconds';
  return apiError('too_many_requests', `${why} Try again in ${retryAfterS} ${seconds}.`, retryAfterS);
}
