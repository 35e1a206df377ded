import { apiError } from '../../base/errors';
import { healthOutSchema } from '../../contract/health';
import type { SettingStore } from '../../storage/setting-store';
import { type Route, route } from '../route';

/** Whether the server answers and its database can be read; 503 when it cannot. */
export function healthRoutes(settings: Pick<SettingStore, 'ping'>): readonly Route[] {
  async function handler() {
    try {
      await settings.ping();
    } catch (cause) {
      throw Object.assign(apiError('unavailable', 'The database cannot be read now.'), { cause });
    }
    return { status: 200, body: { status: 'ok' } };
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
