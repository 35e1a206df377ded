import type { HotStatements } from '../hot-statements';
import { acceptMessages } from './accept-messages';
import { CURRENT_FENCES, finishAttempts } from './finish-attempts';

export const postgresHotStatements: HotStatements = {
  definitions: [],
  accept: acceptMessages,
  finish: finishAttempts,
  currentFences: CURRENT_FENCES,
};
