import { type HealthFailingOut, type HealthOut, healthFailingOutSchema, healthOutSchema } from '../health';
import { jsonOf, operation } from '../operation';

const responses = {
  200: jsonOf<HealthOut>(healthOutSchema),
  204: null,
  503: jsonOf<HealthFailingOut>(healthFailingOutSchema),
} as const;

/** The operations behind `http/routes/health`. */
export const healthOperations = {
  read: operation({ method: 'GET', path: '/health', responses }),
  ping: operation({ method: 'GET', path: '/health/ping', responses }),
  confirmClock: operation({ method: 'POST', path: '/clock/confirm', responses: { 204: null } }),
};
