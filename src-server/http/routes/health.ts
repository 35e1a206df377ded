import type { HealthFailingOut, HealthOut } from '../../contract/health';
import { healthOperations } from '../../contract/operations/health';
import type { Delivery } from '../../delivery/delivery';
import type { Database } from '../../storage/database';
import { type DatabaseTrouble, UNWRITABLE_TROUBLE } from '../../storage/database-trouble';
import type { SettingStore } from '../../storage/setting-store';
import { type Route, type RouteInput, route } from '../route';

interface HealthRouteParts {
  readonly settings: Pick<SettingStore, 'ping'>;
  readonly db: Pick<Database, 'trouble'>;
  readonly delivery: Pick<Delivery, 'shortage'>;
}

/** Whether the server answers and its database can be relied on; 503 when it cannot. */
export function healthRoutes({ settings, db, delivery }: HealthRouteParts): readonly Route[] {
  async function findTrouble(): Promise<DatabaseTrouble | null> {
    const known = db.trouble();
    if (known) return known;
    // A read may be what detects the trouble.
    return settings.ping().then(
      () => null,
      () => db.trouble() ?? UNWRITABLE_TROUBLE,
    );
  }
  async function handler({ client }: Pick<RouteInput, 'client'>) {
    const trouble = await findTrouble();
    if (trouble) {
      const body: HealthFailingOut = { status: 'failing', code: 'unavailable', ...trouble };
      return { status: 503 as const, body };
    }
    // Java's cannot read a body here.
    if (client !== null) return { status: 204 as const };
    const { sentence } = delivery.shortage();
    const body: HealthOut = sentence === null ? { status: 'ok' } : { status: 'degraded', detail: sentence };
    return { status: 200 as const, body };
  }
  const row = { access: 'public', summary: 'Report the health of the server.', handler } as const;
  return [route(healthOperations.read, row), route(healthOperations.ping, row)];
}
