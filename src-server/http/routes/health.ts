import { healthOutSchema } from '../../contract/health';
import type { SettingStore } from '../../storage/setting-store';
import { type Route, route } from '../route';

/** Whether the server answers and its database can be read. */
export function healthRoutes(settings: SettingStore): readonly Route[] {
  async function handler() {
    await settings.ping();
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
