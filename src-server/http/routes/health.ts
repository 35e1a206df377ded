import { apiError } from '../../base/errors';
import { healthOutSchema } from '../../contract/health';
import type { Delivery } from '../../delivery/delivery';
import type { SettingStore } from '../../storage/setting-store';
import { type Route, route } from '../route';

export interface HealthRouteParts {
  readonly settings: Pick<SettingStore, 'ping'>;
  readonly delivery: Pick<Delivery, 'shortage'>;
}

/** Whether the server answers and its database can be read; 503 when it cannot. */
export function healthRoutes({ settings, delivery }: HealthRouteParts): readonly Route[] {
  async function handler() {
    try {
      await settings.ping();
    } catch (cause) {
      throw Object.assign(apiError('unavailable', 'The database cannot be read now.'), { cause });
    }
    const { sentence } = delivery.shortage();
    return {
      status: 200,
      body: sentence === null ? { status: 'ok' } : { status: 'degraded', detail: sentence },
    };
  }
  return ['/health', '/health/ping'].map((path) =>
    route({
      method: 'GET',
      path,
      access: 'public',
      summary: 'Say that the server works.',
      answers: { 200: healthOutSchema },
      handler,
    }),
  );
}
