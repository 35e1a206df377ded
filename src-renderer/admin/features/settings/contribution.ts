import type { Contribution } from '../../platform/contribution';
import { SETTING_ROWS } from './palette-rows';

export const settingsContribution: Contribution = { feature: 'settings', usePaletteRows: () => SETTING_ROWS };
