import { SETTING_DEFAULTS, type SettingsOut } from '../../../src-server/contract/settings';
import type { ApiClient } from '../../api/api-client';
import { callTagged } from '../../shared/forms/call-tagged';
import type { FormFields } from '../../shared/forms/patch-of';
import type { EditedThing } from '../../shared/forms/save-changes';
import { SETTING_LABELS } from './setting-labels';

type SettingFields = Partial<SettingsOut>;

const LABELS: Partial<Record<keyof SettingsOut, string>> = SETTING_LABELS;

/** Each setting is a field of its own. */
const FIELDS: FormFields<SettingFields> = Object.fromEntries(
  (Object.keys(SETTING_DEFAULTS) as (keyof SettingsOut)[]).map((name) => [
    name,
    {
      label: LABELS[name] ?? name,
      members: [name],
      show: (settings: SettingFields) => inWords(settings[name]),
    },
  ]),
);

function inWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : 'None';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The settings of an instance for whatever saves some of them. */
export function editedSettings(api: Pick<ApiClient, 'callText'>) {
  return {
    fields: FIELDS,
    read: () => callTagged(api, 'GET /settings', {}),
    write: (body: SettingFields, ifMatch: string | null) =>
      api.callText('PATCH /settings', { body }, { ifMatch }),
  } satisfies EditedThing<SettingFields>;
}
