import { jsonOf, operation } from '../operation';
import {
  type SettingsPatch,
  type SettingsResponse,
  settingsPatchSchema,
  settingsResponseSchema,
} from '../settings';

/** The operations behind `http/routes/settings`. */
export const settingOperations = {
  read: operation({
    method: 'GET',
    path: '/settings',
    responses: { 200: jsonOf<SettingsResponse>(settingsResponseSchema) },
  }),
  change: operation({
    method: 'PATCH',
    path: '/settings',
    body: jsonOf<SettingsPatch>(settingsPatchSchema),
    responses: { 200: jsonOf<SettingsResponse>(settingsResponseSchema) },
  }),
};
