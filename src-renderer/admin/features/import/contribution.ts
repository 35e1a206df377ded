import type { Contribution } from '../../platform/contribution';
import { WindowDrop } from './window-drop';

export const importContribution: Contribution = { feature: 'import', DropTarget: WindowDrop };
