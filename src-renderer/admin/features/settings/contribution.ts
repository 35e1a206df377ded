import type { Contribution } from '../../platform/contribution';
import { settingRows } from './palette-rows';

export const settingsContribution: Contribution = { feature: 'settings', usePaletteRows: settingRows };
