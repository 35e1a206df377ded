import type { HotStatements } from '../hot-statements';
import { acceptMessages } from './accept-messages';
import { finishAttempts } from './finish-attempts';

export const sqliteHotStatements: HotStatements = {
  definitions: [acceptMessages.definition, finishAttempts.definition],
  accept: acceptMessages,
  finish: finishAttempts,
  currentFences: null,
};
