import { useMemo } from 'react';
import { useSettled } from '../../../ui/use-settled';
import { useAttemptsById } from '../../data/use-all-attempts';
import { useMessagesById } from '../../data/use-all-messages';
import { PAUSE_MS } from '../../platform/commands/palette-row';
import type { Contribution } from '../../platform/contribution';
import { attemptRows, messageRows, STATE_ROWS } from './palette-rows';

export const deliveriesContribution: Contribution = {
  feature: 'deliveries',
  usePaletteRows: (query) => {
    const text = useSettled(query.replace(/^\s*:/, ''), PAUSE_MS);
    const messages = useMessagesById(text).data;
    const attempts = useAttemptsById(text).data;
    return useMemo(
      () => [...STATE_ROWS, ...messageRows(messages?.data ?? []), ...attemptRows(attempts?.data ?? [])],
      [messages, attempts],
    );
  },
};
