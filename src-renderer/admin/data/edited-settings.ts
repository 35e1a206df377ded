import { SETTING_DEFAULTS, type SettingsOut } from '../../../src-server/contract/settings';
import type { ApiClient } from '../../api/api-client';
import { callTagged } from '../../shared/forms/call-tagged';
import type { FormFields } from '../../shared/forms/patch-of';
import type { EditedThing } from '../../shared/forms/save-changes';

type SettingFields = Partial<SettingsOut>;

/** Each setting is a field of its own. */
const FIELDS: FormFields<SettingFields> = Object.fromEntries(
  (Object.keys(SETTING_DEFAULTS) as (keyof SettingsOut)[]).map((name) => [
    name,
    {
      label: name,
      members: [name],
      show: (settings: SettingFields) => {
        const value = settings[name] ?? null;
        return typeof value === 'string' ? value : JSON.stringify(value);
      },
    },
  ]),
);

/** The settings of an instance for whatever saves some of them. */
export function editedSettings(api: Pick<ApiClient, 'callText'>) {
  return {
    fields: FIELDS,
    read: () => callTagged(api, 'GET /settings', {}),
    write: (body: SettingFields, ifMatch: string | null) =>
      api.callText('PATCH /settings', { body }, { ifMatch }),
  } satisfies EditedThing<SettingFields>;
}
