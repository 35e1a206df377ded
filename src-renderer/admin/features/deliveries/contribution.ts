import { useDeferredValue, useMemo } from 'react';
import { useMessagesById } from '../../data/use-fleet-messages';
import type { Contribution } from '../../platform/contribution';
import { messageRows } from './palette-rows';

export const deliveriesContribution: Contribution = {
  feature: 'deliveries',
  usePaletteRows: (query) => {
    const found = useMessagesById(useDeferredValue(query.replace(/^\s*:/, ''))).data;
    return useMemo(() => messageRows(found?.data ?? []), [found]);
  },
};
