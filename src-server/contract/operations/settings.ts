import { jsonOf, operation } from '../operation';
import { type SettingsOut, type SettingsPatch, settingsOutSchema, settingsPatchSchema } from '../settings';

/** The operations behind `http/routes/settings`. */
export const settingOperations = {
  read: operation({
    method: 'GET',
    path: '/settings',
    responses: { 200: jsonOf<SettingsOut>(settingsOutSchema) },
  }),
  change: operation({
    method: 'PATCH',
    path: '/settings',
    body: jsonOf<SettingsPatch>(settingsPatchSchema),
    responses: { 200: jsonOf<SettingsOut>(settingsOutSchema) },
  }),
};
