import type { FilterContent } from '../../message-filter/filter-node';
import type { FilterQuestion } from '../../message-filter/judge-messages';
import type { ReplayStore } from '../../storage/messages/replay-store';
import type { AskFiltersOf } from './ask-filters';

interface FilterReasonParts {
  readonly store: Pick<ReplayStore, 'readContents'>;
  readonly askFilters: AskFiltersOf;
}

/** A stored message. */
interface WantedMessage {
  readonly appId: string;
  readonly id: string;
}

/** For each filter why a stored message does not match it; null: it does, or its content was removed. */
export type FilterReasons = (
  message: WantedMessage,
  filters: readonly FilterContent[],
  reasons: Exclude<FilterQuestion['reasons'], 'none'>,
) => Promise<readonly (string | null)[]>;

export function createFilterReasons({ store, askFilters }: FilterReasonParts): FilterReasons {
  return async ({ appId, id }, filters, reasons) => {
    if (filters.length === 0) return [];
    for await (const messages of store.readContents([id])) {
      const [verdicts] = await askFilters(appId)({ filters, messages, reasons });
      if (verdicts) return verdicts;
    }
    return filters.map(() => null);
  };
}
