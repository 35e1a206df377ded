import type { Contribution } from '../../platform/contribution';
import { AttentionStatus } from './attention-status';

export const attentionContribution: Contribution = { feature: 'attention', StatusItem: AttentionStatus };
