import { jsonOf, operation } from '../operation';
import { type PaceOut, paceOutSchema } from '../pace';
import { type RateLimitStatusOut, rateLimitStatusOutSchema } from '../rate-limit-status';

/** The operations behind `http/routes/endpoint-pace`. */
export const endpointPaceOperations = {
  read: operation({
    method: 'GET',
    path: '/app/{app}/endpoint/{endpoint}/pace',
    responses: { 200: jsonOf<PaceOut>(paceOutSchema) },
  }),
  readRateLimitStatus: operation({
    method: 'GET',
    path: '/app/{app}/endpoint/{endpoint}/rate-limit-status',
    responses: { 200: jsonOf<RateLimitStatusOut>(rateLimitStatusOutSchema) },
  }),
};
