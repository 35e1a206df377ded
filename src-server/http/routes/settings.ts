import { invalidField } from '../../base/errors';
import { type SettingsPatch, settingsOutSchema, settingsPatchSchema } from '../../contract/settings';
import type { SettingStore } from '../../storage/setting-store';
import { bodyOf, type Route, route } from '../route';

export interface SettingRouteParts {
  readonly settings: SettingStore;
  /** Called after a change, which may concern the public catalog. */
  readonly onChanged: () => void;
}

/** Settings of this instance. */
export function settingRoutes({ settings, onChanged }: SettingRouteParts): readonly Route[] {
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
        const next = await settings.update(body, ({ eventCatalogPublished, displayName }) => {
          if (eventCatalogPublished && !displayName?.trim()) {
            throw invalidField('displayName', 'A public catalog needs a display name.');
          }
        });
        onChanged();
        return { status: 200, body: next };
      },
    }),
  ];
}
