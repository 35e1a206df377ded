import { portalLookOperations } from '../../contract/operations/portal-look';
import { type PortalLookOut, portalLookOutSchema } from '../../contract/portal-look';
import type { SettingStore } from '../../storage/setting-store';
import { type Route, route } from '../route';

const NAMES = Object.keys(portalLookOutSchema.properties) as (keyof PortalLookOut)[];

/** The look of the portal. Public: the page for an expired link looks like the others. */
export function portalLookRoutes({
  settings,
}: {
  readonly settings: Pick<SettingStore, 'current'>;
}): readonly Route[] {
  return [
    route(portalLookOperations.read, {
      access: 'public',
      summary: 'Read the look of the portal and the rules of its forms from the settings.',
      handler() {
        const all = settings.current();
        const look = Object.fromEntries(NAMES.map((name) => [name, all[name]])) as unknown as PortalLookOut;
        return { status: 200, body: look };
      },
    }),
  ];
}
