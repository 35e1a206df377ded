import { type SettingsPatch, settingsOutSchema, settingsPatchSchema } from '../../contract/settings';
import { bodyOf, type Route, route } from '../route';
import { readSettingAddresses } from '../setting-addresses';
import { checkSettings } from '../setting-check';
import type { PublicPageRouteParts } from './public-page';

export interface SettingRouteParts extends PublicPageRouteParts {
  /** Called after a change, which may concern the public catalog. */
  readonly onChanged: () => void;
}

/** Settings of this instance. */
export function settingRoutes({ settings, onChanged, ...parts }: SettingRouteParts): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: '/settings',
      access: 'admin',
      summary: 'Read the settings.',
      answers: { 200: settingsOutSchema },
      handler: () => ({ status: 200, body: settings.current() }),
    }),
    route({
      method: 'PATCH',
      path: '/settings',
      access: 'admin',
      summary: 'Change the settings that are given.',
      body: bodyOf<SettingsPatch>(settingsPatchSchema),
      answers: { 200: settingsOutSchema },
      async handler({ body }) {
        const before = settings.current();
        const patch = readSettingAddresses(body, ['body']);
        const next = await settings.update(patch, (wanted) => checkSettings(wanted, ['body']));
        onChanged();
        if (next.eventCatalogPublished && !before.eventCatalogPublished)
          await parts.publications.note({ at: parts.clock.now(), how: 'made-public' });
        return { status: 200, body: next };
      },
    }),
  ];
}
